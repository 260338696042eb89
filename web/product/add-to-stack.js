import { html, nothing } from '/console/lit/lit-html.js'
import { copiesText } from '../format.js'
import { stack } from '../stack/open-stack.js'
import { stateOf } from '../stack/row-state.js'
import { rowOfPrinting, withCopy } from '../stack/rows.js'
import { submittedField } from '../ui/submitted-field.js'

/** @import { Price, Product, ProductSummary } from '/console/client/client.js' */
/** @import { StackRow } from '../stack/rows.js' */
/** @import { Shown } from './product-view.js' */

const maxQuantity = 999

/** @param {Product} product @returns {ProductSummary} */
const summaryOf = ({ category, group, ...product }) => ({
  productId: product.productId,
  name: product.name,
  category: category.name,
  setName: group.name,
  setId: group.id,
  setCode: group.code,
  cardNumber: product.cardNumber,
  rarity: product.rarity,
  sealed: product.sealed,
  marketPrice: product.marketPrice,
  lowestPrice: product.lowestPrice,
  listingCount: product.listingCount,
})

/** @param {number} productId */
const rowsOf = (productId) => stack.current().rows.filter(({ printing }) => printing?.productId === productId)

/** The row of a copy that is on the stack already. @param {Price} copy @param {number} productId @returns {StackRow | null} */
const rowOfCopy = (copy, productId) =>
  rowsOf(productId).find((row) => stateOf(row, stack.book).sku?.skuId === copy.skuId && row.quantity !== null) ?? null

/**
 * Puts copies on the stack: on the row of the same copy, where there is one. What the page knows of prices is not asked for again.
 * @param {Shown} shown
 * @param {number} quantity
 */
const add = ({ snapshot, copy, productId, page }, quantity) => {
  if (!copy) return
  const { product, marketPrices, sections } = snapshot
  const { fetchedAt } = sections.marketPrices
  if (marketPrices && !page.asOf)
    stack.keepPrices([{ productId, prices: marketPrices, code: 'ok', fetchedAt, askedAt: snapshot.observedAt }])
  const present = rowOfCopy(copy, productId)
  if (present) {
    const label = `${copiesText(quantity)} of ${product.name} added`
    stack.change(present.id, label, (row) => ({ ...row, quantity: (row.quantity ?? 0) + quantity }))
  } else stack.addRow({ ...withCopy(rowOfPrinting(summaryOf(product)), copy.skuId), quantity })
}

/** @param {Shown} shown */
const onStack = ({ copy, productId }) => {
  const rows = rowsOf(productId)
  if (rows.length === 0) return nothing
  const same = copy && rowOfCopy(copy, productId)
  const others = rows.filter((row) => row !== same).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  const parts = [
    same && `${copiesText(same.quantity ?? 0)} of this`,
    others > 0 && `${same ? others : copiesText(others)} of another condition or finish`,
  ]
  return html`<a href="#/">On the stack: ${parts.filter(Boolean).join(', ')}</a>`
}

/**
 * Puts the chosen copy on the stack, and says what is there of it.
 * @param {Shown} shown
 */
export const addToStack = (shown) => {
  /** @param {SubmitEvent} event */
  const onsubmit = (event) => {
    const field = submittedField(event, 'quantity')
    const quantity = Number(field.value)
    add(shown, quantity)
    field.value = '1'
    shown.actions.added(quantity)
  }
  return html`<form class="add" @submit=${onsubmit}>
    <input type="number" name="quantity" value="1" min="1" max=${maxQuantity} step="1" required inputmode="numeric" aria-label="Copies to add">
    <button type="submit" ?disabled=${shown.copy === null}>Add to stack</button>
    ${onStack(shown)}
  </form>`
}
