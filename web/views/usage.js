import { actions, button, factList, h, show } from '../dom.js'
import { errorNotice } from '../error-notice.js'
import { count, instant, plural } from '../format.js'
import { requestPanel } from '../request.js'
import { call } from '../session.js'

/** @import { Usage } from '/console/client/client.js' */

/**
 * @param {string} title
 * @param {Usage['minute'] | Usage['month']} allowance
 */
const allowancePanel = (title, { limit, used, remaining, resetsAt }) =>
  h(
    'div',
    { class: 'panel' },
    h('h2', {}, title),
    h('p', { class: 'figure' }, count(remaining), ' ', h('span', { class: 'note' }, `of ${count(limit)} left`)),
    h('meter', {
      min: 0,
      max: limit,
      low: limit * 0.1,
      high: limit * 0.25,
      optimum: limit,
      value: remaining,
      'aria-label': `${title}: requests left`,
    }),
    h('p', { class: 'note' }, `${count(used)} used. Full again at `, h('time', { datetime: resetsAt }, instant(resetsAt)), '.'),
  )

export const usageView = () => {
  const results = h('div', { class: 'results' })
  const run = async () => {
    try {
      const usage = await call('getUsage', {})
      show(
        results,
        h(
          'p',
          {},
          h('strong', {}, usage.account.name),
          ` on the plan “${usage.plan}”, ${plural(usage.keys.active, 'key')} of ${count(usage.keys.limit)} in use.`,
        ),
        h('div', { class: 'panels' }, allowancePanel('This minute', usage.minute), allowancePanel('This month', usage.month)),
        factList([
          ['Requests a minute', count(usage.requestsPerMinute)],
          ['Requests a month', count(usage.monthlyRequests)],
          ['Active keys', count(usage.activeKeys)],
          ['Account', usage.account.id],
          ['Counted at', instant(usage.observedAt)],
        ]),
        actions(button('Count again', run), h('span', { class: 'note' }, 'Looking costs one request.')),
        requestPanel('getUsage', {}),
      )
    } catch (error) {
      show(results, errorNotice(error, run))
    }
  }
  /** Another key may belong to another account. An error notice retries by itself. */
  const onkey = () => {
    if (!results.querySelector('.error-notice')) run()
  }
  return { title: 'Usage', element: h('section', {}, h('h1', {}, 'Usage'), results), open: run, onkey }
}
