import { button, h } from '../dom.js'
import { explain } from '../error-messages.js'

/** @import { SectionStatus } from '/console/client/client.js' */

/**
 * @param {string} section its name with a verb, such as "Prices are"
 * @param {SectionStatus} status
 * @param {() => unknown} again
 */
export const unavailable = (section, { code, upstreamStatus }, again) => {
  if (code === 'not_offered_by_source') return h('p', { class: 'note' }, `${section} not part of this source's data.`)
  const { meaning, advice } = explain(code)
  return h(
    'div',
    { class: 'error-notice' },
    h('p', {}, h('strong', {}, `${section} unavailable.`), ` ${meaning} ${advice}`),
    h('p', { class: 'note' }, h('code', {}, code), upstreamStatus && `, the source answered ${upstreamStatus}`),
    button('Try again', again),
  )
}
