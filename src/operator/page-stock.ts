import type { Usage } from '../contract/usage.ts'
import { type Html, html } from '../reference/html.ts'
import { bar } from './charts.ts'
import type { CatalogueFigures } from './overview.ts'
import { writeQuery } from './query.ts'
import { describeCount, describeInstant } from './words.ts'

const usageRow = ({ account, plan, month, keys }: Usage): Html => html`
<tr><th scope="row"><a class="tap" href="/${writeQuery({ days: 30, accountId: account.id })}#requests">${account.name}</a> <small>${account.id}, ${plan}, ${keys.active} of ${keys.limit} keys</small>
${bar({ ok: month.used, refused: 0, failed: 0 }, month.limit)}</th>
<td>${describeCount(month.used)}</td><td>${describeCount(month.remaining)}</td><td>${describeCount(month.limit)}</td></tr>`

/** What the accounts have used and left of the month. */
export const accountsSection = (usages: readonly Usage[] | null): Html => {
  const [first] = usages ?? []
  const table = html`
<p class="note">Open accounts that have used most, exact over all processes. The month ends ${describeInstant(first?.month.resetsAt ?? null)}.</p>
<table class="figures">
<thead><tr><th scope="col">Account</th><th scope="col">Used</th><th scope="col">Left</th><th scope="col">Of</th></tr></thead>
<tbody>${(usages ?? []).map(usageRow)}
</tbody>
</table>`
  return html`
<section id="month" aria-labelledby="month-title" data-live>
<h2 id="month-title">Accounts this month</h2>
${usages === null ? html`<p class="note">The database did not answer in time.</p>` : usages.length === 0 ? html`<p class="note">There is no open account.</p>` : table}
</section>`
}

/** What the catalogue holds of each product line. */
export const catalogueSection = ({ source, fetchedAt, products, sets, lines, problem }: CatalogueFigures): Html => html`
<section id="catalogue" aria-labelledby="catalogue-title" data-live>
<h2 id="catalogue-title">Catalogue</h2>
<p class="note">${
  products === null
    ? (problem ?? `${source} has its own, which is not counted here.`)
    : `${source}, as of ${describeInstant(fetchedAt)}: ${describeCount(products)} products in ${describeCount(sets)} sets.`
}</p>
${
  lines.length > 0 &&
  html`<table class="figures">
<thead><tr><th scope="col">Product line</th><th scope="col">Sets</th><th scope="col">Products</th></tr></thead>
<tbody>${lines.map(
    (line) => html`
<tr><th scope="row">${line.name} <small>${line.slug}</small></th><td>${describeCount(line.sets)}</td><td>${describeCount(line.products)}</td></tr>`,
  )}
</tbody>
</table>`
}
</section>`
