import { html, nothing, render } from '/console/lit/lit-html.js'
import { count, instant, plural } from '../format.js'
import { allowance, call, session } from '../session.js'
import { errorNotice } from '../ui/error-notice.js'
import { factList } from '../ui/facts.js'
import { requestPanel } from '../ui/request-panel.js'

/** @import { Usage, WindowAllowance } from '/console/client/client.js' */

/**
 * A window of the allowance; once it is over nothing of it is used, which is known without asking.
 * @param {string} title
 * @param {WindowAllowance} window
 */
const allowancePanel = (title, { limit, remaining, resetsAt }) => {
  const isOver = Date.parse(resetsAt) <= Date.now()
  const left = isOver ? limit : remaining
  return html`<div class="panel">
    <h2>${title}</h2>
    <p class="figure">${count(left)} <span class="note">of ${count(limit)} left</span></p>
    <meter min="0" max=${limit} low=${limit * 0.1} high=${limit * 0.25} optimum=${limit} .value=${left} aria-label=${`${title}: requests left`}></meter>
    <p class="note">${isOver ? 'A new one has begun since.' : html`${count(limit - remaining)} used. Resets at ${instant(resetsAt)}.`}</p>
  </div>`
}

/** @param {Usage} usage */
const accountFacts = ({ account, plan, keys, observedAt }) => html`
  <h2>Account</h2>
  ${factList([
    ['Name', account.name],
    ['Id', account.id],
    ['Plan', plan],
    ['Keys in use', `${count(keys.active)} of ${count(keys.limit)}`],
    ['Counted', instant(observedAt)],
  ])}`

/** What may be asked for and what is left. The last answer says it, so that looking costs nothing; asking anew costs one request. */
export const createUsageView = () => {
  const element = document.createElement('section')
  /** @type {Usage | null} */
  let usage = null
  /** @type {unknown} */
  let problem = null

  const draw = () => {
    const left = allowance()
    render(
      html`<h1>Usage</h1>
        ${
          left
            ? html`<div class="panels">${allowancePanel('This minute', left.minute)}${allowancePanel('This month', left.month)}</div>
              <p class="note">As the last answer said; looking at this page costs nothing.</p>`
            : html`<p class="empty">No request was made with this key yet.</p>`
        }
        ${problem ? errorNotice(problem, ask) : nothing}
        ${usage ? accountFacts(usage) : nothing}
        <p class="actions"><button type="button" class="quiet" @click=${ask}>Ask for account and counts</button><span class="note">Costs ${plural(1, 'request')}.</span></p>
        ${requestPanel('getUsage', {})}`,
      element,
    )
  }
  const ask = async () => {
    problem = null
    try {
      usage = await call('getUsage', {})
    } catch (error) {
      problem = error
    }
    draw()
  }
  session.addEventListener('allowance', draw)
  const onkey = () => {
    usage = null
    draw()
  }
  return { title: 'Usage', element, open: draw, onkey }
}
