import { candidateList } from '../cards.js'
import { field, form, h, show, textInput } from '../dom.js'
import { errorNotice } from '../error-notice.js'
import { plural } from '../format.js'
import { requestPanel } from '../request.js'
import { call, say } from '../session.js'

/**
 * A form for a card text and a set, which shows the candidates in `results`.
 * @param {HTMLElement} results
 * @param {() => AbortSignal} nextSignal
 * @param {{ readonly label: string, readonly action: string }} words
 */
export const lookup = (results, nextSignal, { label, action }) => {
  const text = textInput({ maxlength: 120, required: true, placeholder: 'Charizard 4/102' })
  const set = textInput({ maxlength: 80, placeholder: 'optional' })
  const run = async () => {
    const signal = nextSignal()
    const input = { q: text.value, set: set.value.trim() || undefined, limit: 12 }
    try {
      const data = await call('identify', input, { signal })
      say(`${plural(data.candidates.length, 'candidate')}.`)
      show(results, candidateList(data), requestPanel('identify', input))
    } catch (error) {
      if (!signal.aborted) show(results, errorNotice(error, run))
    }
  }
  const element = form(
    { class: 'bar' },
    run,
    field(label, text, 'wide'),
    field('Set', set),
    h('button', { type: 'submit' }, action),
  )
  return { element, text, set }
}
