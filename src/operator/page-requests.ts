import { type Html, html, type Part } from '../reference/html.ts'
import type { OutcomeSums } from '../statistics/sum-requests.ts'
import { bar, daysChart } from './charts.ts'
import type { Overview } from './overview.ts'
import { dayChoices, type OverviewQuery, writeQuery } from './query.ts'
import type { RequestFigures, TopRows } from './request-figures.ts'
import { describeCount } from './words.ts'

const sumOf = ({ ok, refused, failed }: OutcomeSums): number => ok + refused + failed

const outcomeCells = (sums: OutcomeSums): Html =>
  html`<td>${describeCount(sumOf(sums))}</td><td>${describeCount(sums.refused)}</td><td>${describeCount(sums.failed)}</td>`

const outcomeHeads = html`<th scope="col">Requests</th><th scope="col">Refused</th><th scope="col">Failed</th>`

interface TableOptions<T> {
  readonly id: string
  readonly title: string
  /** What the first column names. */
  readonly column: string
  readonly name: (row: T) => Part
}

/** A table by name, with a bar under each that shows its share of the largest. */
const topTable = <T extends OutcomeSums>({ rows, others }: TopRows<T>, { id, title, column, name }: TableOptions<T>): Html => {
  const largest = rows.reduce((max, row) => Math.max(max, sumOf(row)), 0)
  const line = (head: Part, sums: OutcomeSums) => html`
<tr><th scope="row">${head}${bar(sums, largest)}</th>${outcomeCells(sums)}</tr>`
  return html`
<div id="${id}" data-live>
<h3>${title}</h3>
<table class="figures">
<thead><tr><th scope="col">${column}</th>${outcomeHeads}</tr></thead>
<tbody>${rows.map((row) => line(name(row), row))}
${others && line(html`<span class="muted">${describeCount(others.names)} others</span>`, others)}
</tbody>
</table>
</div>`
}

const codesTable = (byCode: RequestFigures['byCode']): Html => html`
<div id="codes" data-live>
<h3>Refused and failed, by error code</h3>
${
  byCode.length === 0
    ? html`<p class="note">None.</p>`
    : html`<table class="figures codes">
<thead><tr><th scope="col">Code</th><th scope="col">Outcome</th><th scope="col">Requests</th></tr></thead>
<tbody>${byCode.map(
        ({ code, outcome, requests }) => html`
<tr><th scope="row"><code>${code ?? 'none'}</code></th><td class="${outcome}">${outcome === 'refused' ? 'Refused' : 'Failed'}</td><td>${describeCount(requests)}</td></tr>`,
      )}
</tbody>
</table>`
}
</div>`

const daysTable = ({ byDay }: RequestFigures): Html => html`
<details>
<summary>Figures of each day</summary>
<table class="figures">
<thead><tr><th scope="col">Day</th>${outcomeHeads}</tr></thead>
<tbody>${byDay.toReversed().map(
  (sums) => html`
<tr><th scope="row">${sums.day}</th>${outcomeCells(sums)}</tr>`,
)}
</tbody>
</table>
</details>`

const link = (query: OverviewQuery, text: Part): Html => html`<a class="tap" href="/${writeQuery(query)}#requests">${text}</a>`

const accountLink = (query: OverviewQuery, accountId: string | null, name: string | null): Html => {
  if (accountId === null) return link({ ...query, accountId }, 'No account')
  if (name === null) return html`<span class="muted">${accountId}</span>`
  return html`${link({ ...query, accountId }, name)} <small>${accountId}</small>`
}

const filters = (query: OverviewQuery, account: RequestFigures['account']): Html => html`
<nav aria-label="Requests shown">
<ul>${dayChoices.map(
  (days) => html`
<li><a class="tap" href="/${writeQuery({ ...query, days })}#requests"${query.days === days && html` aria-current="true"`}>${days} days</a></li>`,
)}
</ul>
${account && html`<p>Of ${account.id === null ? 'requests without an account' : (account.name ?? account.id)} alone. ${link({ days: query.days }, 'Show all accounts')}</p>`}
</nav>`

const figures = (requests: NonNullable<Overview['requests']>, query: OverviewQuery): Html => {
  const { total, countedSince, byDay, byAccount, byKey, byOperation, byCode, account, observedAt } = requests
  if (countedSince === null) return html`${filters(query, account)}<p class="note">No request was counted yet.</p>`
  return html`
${filters(query, account)}
<div id="days" data-live>
<p class="total"><strong>${describeCount(sumOf(total))}</strong> requests:
<span class="ok">${describeCount(total.ok)} answered</span>, <span class="refused">${describeCount(total.refused)} refused</span>,
<span class="failed">${describeCount(total.failed)} failed</span>.</p>
${byDay.length > 0 && daysChart(byDay, query.days)}
<p class="note">All processes of this database, by UTC day; probes of health are not counted. Counted since ${countedSince}, as of ${observedAt.slice(11, 19)} UTC.</p>
</div>
${daysTable(requests)}
<div class="columns">
${account === null && topTable(byAccount, { id: 'accounts', title: 'By account', column: 'Account', name: (row) => accountLink(query, row.accountId, row.name) })}
${topTable(byKey, {
  id: 'keys',
  title: 'By key',
  column: 'Key',
  name: ({ keyId, label, accountName }) =>
    html`${label ?? html`<code>${keyId}</code>`} <small>${label !== null && `${keyId} `}${account === null && accountName}</small>`,
})}
${topTable(byOperation, { id: 'operations', title: 'By operation', column: 'Operation', name: ({ operation }) => operation ?? html`<span class="muted">Not routed</span>` })}
${codesTable(byCode)}
</div>`
}

export const requestsSection = ({ requests }: Overview, query: OverviewQuery): Html => html`
<section id="requests" aria-labelledby="requests-title">
<h2 id="requests-title">Requests</h2>
${requests === null ? html`<p class="note">The database did not answer in time. A later look shows what it says; counts wait for it, and none is lost.</p>` : figures(requests, query)}
</section>`
