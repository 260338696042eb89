import { h } from '../dom.js'
import { explain } from '../error-messages.js'

/** A section of a product that its source does not give now: what happened, what to do, and a way on. */
export const unavailable = (what, { code, upstreamStatus }, again) => {
  const [happened, todo] = explain(code)
  return h(
    'div',
    { class: 'error-notice' },
    h('p', {}, h('strong', {}, `${what} unavailable.`), ` ${happened} ${todo}`),
    h('p', { class: 'note' }, h('code', {}, code), upstreamStatus && `, the source answered ${upstreamStatus}`),
    h('button', { type: 'button', class: 'quiet', onclick: again }, 'Try again'),
  )
}
