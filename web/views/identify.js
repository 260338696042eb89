import { candidateList } from '../cards.js'
import { field, h, show } from '../dom.js'
import { errorNotice } from '../error-notice.js'
import { plural } from '../format.js'
import { requestPanel } from '../request.js'
import { call, newestSignal, say } from '../session.js'

export const identifyView = () => {
  const text = h('input', {
    type: 'text',
    maxlength: 120,
    required: true,
    placeholder: 'Charizard 4/102',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const set = h('input', { type: 'text', maxlength: 80, placeholder: 'optional', autocomplete: 'off', spellcheck: 'false' })
  const results = h('div', { class: 'results' })

  const nextSignal = newestSignal()

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

  const form = h(
    'form',
    {
      class: 'bar',
      onsubmit: (event) => {
        event.preventDefault()
        run()
      },
    },
    field('Card text, with its number if you can read it', text, 'wide'),
    field('Set', set),
    h('button', { type: 'submit' }, 'Identify'),
  )
  show(results, h('p', { class: 'note' }, 'Numbers are compared by meaning: 4/102, 004/102 and #4 are the same number.'))
  return {
    title: 'Identify',
    element: h('section', {}, h('h1', {}, 'Identify a card'), form, results),
    open: () => text.focus({ preventScroll: true }),
  }
}
