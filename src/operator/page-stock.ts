import type { Usage } from '../contract/usage.ts'
import { type Html, html } from '../reference/html.ts'
import { bar } from './charts.ts'
import type { CatalogueFigures } from './overview.ts'
import { countCells, heads, note } from './parts.ts'
import { writeQuery } from './query.ts'
import { describeCount, describeInstant } from './words.ts'

const usageRow = ({ account: { id, name }, plan, month, keys }: Usage): Html => {
  const link = html`<a class="tap" href="/${writeQuery({ days: 30, accountId: id })}#requests">${name}</a>`
  return html`
<tr><th scope="row">${link} <small>${id}, ${plan}, ${keys.active} of ${keys.limit} keys</small>
${bar({ ok: month.used, refused: 0, failed: 0 }, month.limit)}</th>
${countCells(month.used, month.remaining, month.limit)}</tr>`
}

export const accountsSection = (usages: readonly Usage[] | null): Html => {
  const [first] = usages ?? []
  const monthEnd = describeInstant(first?.month.resetsAt ?? null)
  const table = html`
${note(`Open accounts that have used most, exact over all processes. The month ends ${monthEnd}.`)}
<table class="figures">
<thead><tr>${heads('Account', 'Used', 'Left', 'Of')}</tr></thead>
<tbody>${(usages ?? []).map(usageRow)}
</tbody>
</table>`
  const shown = first === undefined ? note('There is no open account.') : table
  return html`
<section id="month" aria-labelledby="month-title" data-live>
<h2 id="month-title">Accounts this month</h2>
${usages === null ? note('The database did not answer in time.') : shown}
</section>`
}

const catalogueWords = ({ source, fetchedAt, products, sets, problem }: CatalogueFigures): string => {
  if (products === null) return problem ?? `${source} has its own, which is not counted here.`
  const held = `${describeCount(products)} products in ${describeCount(sets)} sets`
  return `${source}, as of ${describeInstant(fetchedAt)}: ${held}.`
}

export const catalogueSection = (catalogue: CatalogueFigures): Html => html`
<section id="catalogue" aria-labelledby="catalogue-title" data-live>
<h2 id="catalogue-title">Catalogue</h2>
${note(catalogueWords(catalogue))}
${
  catalogue.lines.length > 0 &&
  html`<table class="figures">
<thead><tr>${heads('Product line', 'Sets', 'Products')}</tr></thead>
<tbody>${catalogue.lines.map(
    ({ name, slug, sets, products }) => html`
<tr><th scope="row">${name} <small>${slug}</small></th>${countCells(sets, products)}</tr>`,
  )}
</tbody>
</table>`
}
</section>`
