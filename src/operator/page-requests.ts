import { type Html, html, type Part } from '../reference/html.ts'
import { type OutcomeSums, totalOf } from '../statistics/sum-requests.ts'
import { bar, daysChart } from './charts.ts'
import type { Overview } from './overview.ts'
import { countCells, heads, note } from './parts.ts'
import { dayChoices, type OverviewQuery, writeQuery } from './query.ts'
import type { RequestFigures, TopRows } from './request-figures.ts'
import { describeCount } from './words.ts'

const outcomeCells = (sums: OutcomeSums) => countCells(totalOf(sums), sums.refused, sums.failed)

const outcomeHeads = (name: string) => heads(name, 'Requests', 'Refused', 'Failed')

interface TableOptions<T> {
  readonly id: string
  readonly title: string
  readonly column: string
  readonly name: (row: T) => Part
}

/** A table by name, with a bar under each that shows its share of the largest. */
const topTable = <T extends OutcomeSums>(
  { rows, others }: TopRows<T>,
  { id, title, column, name }: TableOptions<T>,
): Html => {
  const largest = rows.reduce((max, row) => Math.max(max, totalOf(row)), 0)
  const line = (head: Part, sums: OutcomeSums) => html`
<tr><th scope="row">${head}${bar(sums, largest)}</th>${outcomeCells(sums)}</tr>`
  return html`
<div id="${id}" data-live>
<h3>${title}</h3>
<table class="figures">
<thead><tr>${outcomeHeads(column)}</tr></thead>
<tbody>${rows.map((row) => line(name(row), row))}
${others && line(html`<span class="muted">${describeCount(others.names)} others</span>`, others)}
</tbody>
</table>
</div>`
}

const outcomeCell = (outcome: keyof OutcomeSums): Html =>
  html`<td class="${outcome}">${outcome === 'refused' ? 'Refused' : 'Failed'}</td>`

const codeRow = ({ code, outcome, requests }: RequestFigures['byCode'][number]): Html => html`
<tr><th scope="row"><code>${code ?? 'none'}</code></th>${outcomeCell(outcome)}${countCells(requests)}</tr>`

const codesTable = (byCode: RequestFigures['byCode']): Html => html`
<div id="codes" data-live>
<h3>Refused and failed, by error code</h3>
${
  byCode.length === 0
    ? note('None.')
    : html`<table class="figures codes">
<thead><tr>${heads('Code', 'Outcome', 'Requests')}</tr></thead>
<tbody>${byCode.map(codeRow)}
</tbody>
</table>`
}
</div>`

const daysTable = ({ byDay }: RequestFigures): Html => html`
<details>
<summary>Figures of each day</summary>
<table class="figures">
<thead><tr>${outcomeHeads('Day')}</tr></thead>
<tbody>${byDay.toReversed().map(
  (sums) => html`
<tr><th scope="row">${sums.day}</th>${outcomeCells(sums)}</tr>`,
)}
</tbody>
</table>
</details>`

const link = (query: OverviewQuery, text: Part): Html =>
  html`<a class="tap" href="/${writeQuery(query)}#requests">${text}</a>`

const accountLink = (query: OverviewQuery, accountId: string | null, name: string | null): Html => {
  if (accountId === null) return link({ ...query, accountId }, 'No account')
  if (name === null) return html`<span class="muted">${accountId}</span>`
  return html`${link({ ...query, accountId }, name)} <small>${accountId}</small>`
}

const filters = (query: OverviewQuery, account: RequestFigures['account']): Html => {
  const choice = (days: number) => {
    const current = query.days === days && html` aria-current="true"`
    return html`
<li><a class="tap" href="/${writeQuery({ ...query, days })}#requests"${current}>${days} days</a></li>`
  }
  const whose = account?.id == null ? 'requests without an account' : (account.name ?? account.id)
  return html`
<nav aria-label="Requests shown">
<ul>${dayChoices.map(choice)}
</ul>
${account && html`<p>Of ${whose} alone. ${link({ days: query.days }, 'Show all accounts')}</p>`}
</nav>`
}

const accountsTable = ({ byAccount }: RequestFigures, query: OverviewQuery): Html =>
  topTable(byAccount, {
    id: 'accounts',
    title: 'By account',
    column: 'Account',
    name: (row) => accountLink(query, row.accountId, row.name),
  })

const keysTable = ({ byKey, account }: RequestFigures): Html =>
  topTable(byKey, {
    id: 'keys',
    title: 'By key',
    column: 'Key',
    name: ({ keyId, label, accountName }) => {
      const more = [label !== null && `${keyId} `, account === null && accountName]
      return html`${label ?? html`<code>${keyId}</code>`} <small>${more}</small>`
    },
  })

const operationsTable = ({ byOperation }: RequestFigures): Html =>
  topTable(byOperation, {
    id: 'operations',
    title: 'By operation',
    column: 'Operation',
    name: ({ operation }) => operation ?? html`<span class="muted">Not routed</span>`,
  })

const figures = (requests: NonNullable<Overview['requests']>, query: OverviewQuery): Html => {
  const { total, countedSince, byDay, byCode, account, observedAt } = requests
  if (countedSince === null) return html`${filters(query, account)}${note('No request was counted yet.')}`
  const refused = html`<span class="refused">${describeCount(total.refused)} refused</span>`
  return html`
${filters(query, account)}
<div id="days" data-live>
<p class="total"><strong>${describeCount(totalOf(total))}</strong> requests:
<span class="ok">${describeCount(total.ok)} answered</span>, ${refused},
<span class="failed">${describeCount(total.failed)} failed</span>.</p>
${byDay.length > 0 && daysChart(byDay, query.days)}
${note(
  'All processes of this database, by UTC day; probes of health are not counted. ' +
    `Counted since ${countedSince}, as of ${observedAt.slice(11, 19)} UTC.`,
)}
</div>
${daysTable(requests)}
<div class="columns">
${account === null && accountsTable(requests, query)}
${keysTable(requests)}
${operationsTable(requests)}
${codesTable(byCode)}
</div>`
}

const unanswered = note(
  'The database did not answer in time. A later look shows what it says; counts wait for it, and none is lost.',
)

export const requestsSection = ({ requests }: Overview, query: OverviewQuery): Html => html`
<section id="requests" aria-labelledby="requests-title">
<h2 id="requests-title">Requests</h2>
${requests === null ? unanswered : figures(requests, query)}
</section>`
