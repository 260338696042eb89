import { html, nothing } from '/console/lit/lit-html.js'
import { money, plural, priceRange, text } from '../format.js'
import { arePrintings, valuesOf } from '../stack/copies.js'
import { scrollRegion } from '../ui/scroll-region.js'
import { sectionProblem } from './section-problem.js'

/** @import { Price } from '/console/client/client.js' */
/** @import { Shown } from './product-view.js' */

/** More columns than these do not stand side by side: then one language is shown, the chosen one. */
const maxColumns = 4

/** @param {Price} price */
const facts = ({ lowSalePrice, highSalePrice, sampleSize, lowestPrice }) => [
  lowSalePrice === null && highSalePrice === null
    ? null
    : `${priceRange(lowSalePrice, highSalePrice)}${sampleSize === null ? '' : `, ${plural(sampleSize, 'sale').replace(' ', '\u00a0')}`}`,
  lowestPrice === null ? null : `offers from ${money(lowestPrice)}`,
]

/**
 * A price that chooses its copy.
 * @param {Shown} shown
 * @param {Price | undefined} price
 */
const cell = ({ copy, actions }, price) => {
  if (!price) return html`<td class="number"></td>`
  const isChosen = price.skuId === copy?.skuId
  const name = [price.condition, price.variant, price.language].filter(Boolean).join(', ')
  return html`<td class="number">
    <button type="button" class="cell" aria-pressed=${isChosen} @click=${() => actions.chooseCopy(price)}>
      <span class="price">${money(price.marketPrice)}</span><span class="hidden"> ${name}</span>
    </button>
    ${facts(price).map((fact) => (fact ? html`<span class="note">${fact}</span>` : nothing))}
  </td>`
}

/** @param {Shown} shown */
const printingTable = (shown) => html`<table>
  <caption class="hidden">Market prices by finish</caption>
  <thead><tr><th scope="col">Finish</th><th scope="col" class="number">Market price</th></tr></thead>
  <tbody>${shown.prices.map((price) => html`<tr><th scope="row">${text(price.variant)}</th>${cell(shown, price)}</tr>`)}</tbody>
</table>`

/** @param {Shown} shown */
const copyTable = (shown) => {
  const { prices, copy } = shown
  const all = valuesOf(prices, 'language').flatMap((language) =>
    valuesOf(
      prices.filter((price) => price.language === language),
      'variant',
    ).map((variant) => ({ language, variant })),
  )
  const columns = all.length <= maxColumns ? all : all.filter(({ language }) => language === copy?.language)
  const hasLanguages = new Set(columns.map(({ language }) => language)).size > 1
  const conditions = valuesOf(prices, 'condition')
  const heads = columns.map(({ language, variant }) => (hasLanguages ? `${text(variant)}, ${text(language)}` : text(variant)))
  return html`<table>
    <caption class="hidden">Market prices${hasLanguages || !copy ? nothing : ` in ${text(copy.language)}`}</caption>
    <thead><tr><th scope="col">Condition</th>${heads.map((head) => html`<th scope="col" class="number">${head}</th>`)}</tr></thead>
    <tbody>${conditions.map(
      (condition) =>
        html`<tr><th scope="row">${text(condition)}</th>${columns.map(({ language, variant }) =>
          cell(
            shown,
            prices.find((one) => one.condition === condition && one.variant === variant && one.language === language),
          ),
        )}</tr>`,
    )}</tbody>
  </table>`
}

/**
 * What every copy brings.
 * @param {Shown} shown
 */
export const pricesSection = (shown) => {
  const { snapshot, prices, actions } = shown
  const content =
    snapshot.marketPrices === null
      ? sectionProblem('Prices are', snapshot.sections.marketPrices, actions.reload)
      : html`${scrollRegion('Table of prices', 'prices', arePrintings(prices) ? printingTable(shown) : copyTable(shown))}
        <p class="note">${prices.every(({ marketPrice }) => marketPrice === null) ? 'The source has observed no price of this product. That is unknown, not worthless. ' : nothing}Each price chooses its copy. Below it the sales it was calculated from; – is unknown.</p>`
  return html`<section aria-labelledby="prices-title"><h2 id="prices-title" tabindex="-1">Prices of all copies</h2>${content}</section>`
}
