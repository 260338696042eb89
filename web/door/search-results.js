import { confidentMatch, copiesOf, limits, readList } from '/console/client/client.js'
import { repeat } from '/console/lit/directives/repeat.js'
import { html, nothing } from '/console/lit/lit-html.js'
import { copiesText, count, placeOf } from '../format.js'
import { candidatesOf } from '../stack/candidates.js'
import { stack } from '../stack/open-stack.js'
import { rowOfList, withPrinting } from '../stack/rows.js'
import { ofProduct, priceText, shownPrice } from '../stack/shown-price.js'
import { lackOf, reasonsOf } from '../stack-view/match-reasons.js'
import { productPicture } from '../ui/product-picture.js'
import { addProduct, addText, copiesOnStack, tellAdded } from './add.js'
import { rememberViewed } from './recent.js'
import { saysCopy } from './typed.js'

/** @import { Candidate, IdentifyResult, ProductSummary, SearchResult } from '/console/client/client.js' */
/** @import { StackRow } from '../stack/rows.js' */
/** @import { Search } from './search-request.js' */

/** @typedef {{ readonly search: Search, readonly layout: 'grid' | 'list' }} ResultOptions */

/** @param {ReturnType<typeof shownPrice>} shown */
const priceOf = (shown) =>
  html`<span class="result-price"><span class="hidden">Market price </span>${priceText(shown)}</span><span class=${shown.isOfProduct ? 'note result-copy of-product' : 'note result-copy'}>${shown.low === null ? nothing : shown.isOfProduct ? ofProduct : shown.copy}</span>`

/** @param {Candidate} candidate */
const matchOf = (candidate) => {
  const { matchScore } = candidate
  return html`<span class="result-match"><meter min="0" max="100" low="40" high="50" optimum="100" .value=${matchScore} aria-label=${`Match of ${candidate.name}`}></meter><span class="note">${matchScore} of 100: ${reasonsOf(candidate)}</span></span>`
}

/**
 * @param {ProductSummary} product
 * @param {StackRow | null} row that a line becomes
 */
const addOf = (product, row) => {
  if (row === null) return addProduct(product)
  const { written, identification, quantity } = row
  stack.addRow(withPrinting({ ...rowOfList(written, stack.current().lock), quantity, identification }, product))
  tellAdded(`${written.text} added as ${product.name}, ${placeOf(product)}.`, product)
}

/**
 * @param {ProductSummary} product
 * @param {StackRow | null} row
 */
const resultOf = (product, row) => {
  const { productId, name } = product
  const place = placeOf(product)
  const copies = copiesOnStack(productId)
  const label = copies > 0 ? '+1' : 'Add'
  return html`<li class="result">
    ${productPicture(productId, { name, size: 'medium' })}
    <span class="result-what">
      <a href=${`#/product/${productId}`} @click=${() => rememberViewed(product)}>${name}</a>
      <span class="note">${place}</span>
      ${'matchScore' in product ? matchOf(/** @type {Candidate} */ (product)) : nothing}
    </span>
    <span class="result-worth">${priceOf(shownPrice(product, stack.book, row))}</span>
    <span class="result-add">
      ${copies > 0 ? html`<span class="note">${count(copies)} on stack</span>` : nothing}
      <button type="button" class="quiet" aria-label=${`${label} ${name}, ${place}`} @click=${() => addOf(product, row)}>${label}</button>
    </span>
  </li>`
}

/**
 * The results in the order that was chosen: the service knows none by price, so only what is shown is put in one.
 * @param {readonly ProductSummary[]} products
 * @param {ResultOptions} options
 * @param {StackRow | null} [row] what the line that was looked up says, and one that is added says too
 */
export const resultList = (products, { search, layout }, row = null) => {
  /** @param {ProductSummary} product */
  const lowest = (product) => shownPrice(product, stack.book, row).low ?? -1
  const sorted = search.sort === 'price' ? products.toSorted((a, b) => lowest(b) - lowest(a)) : products
  return html`<ol class="results ${layout}">${repeat(
    sorted,
    ({ productId }) => productId,
    (product) => resultOf(product, row),
  )}</ol>`
}

/**
 * A line that says more than which card it is, as the row that it becomes: copies, condition, finish.
 * @param {IdentifyResult} result
 * @param {string} line
 * @returns {StackRow | null}
 */
export const rowOfLine = ({ ambiguous, parsed, candidates }, line) => {
  const [written] = readList(line)
  if (!written || !(saysCopy(line) || parsed.quantity !== null)) return null
  const row = rowOfList(written, stack.current().lock)
  return { ...row, quantity: copiesOf(written, parsed), identification: { ambiguous, parsed, candidates } }
}

/** @param {IdentifyResult} result */
const verdictOf = ({ ambiguous, parsed, candidates }) => {
  const match = confidentMatch({ ambiguous, candidates })
  if (match) return html`<p class="verdict sure">One printing fits best: ${match.name}, ${placeOf(match)}.</p>`
  const lack = lackOf({ parsed, candidates })
  if (lack) return html`<p class="verdict unsure">${lack} Compare with the card, or correct the text.</p>`
  const isPoor = (candidates[0]?.matchScore ?? 0) < 50
  return isPoor
    ? html`<p class="verdict unsure">None of these fits well. Compare with the card, or correct the text.</p>`
    : html`<p>Several printings fit. Compare with the card and choose.</p>`
}

/** @param {IdentifyResult} result */
const readAs = ({ parsed, matchedSet, truncated }) => {
  const set = matchedSet?.name ?? parsed.setHint
  const parts = [
    parsed.name && `name “${parsed.name}”`,
    parsed.cardNumber && `number “${parsed.cardNumber}”`,
    set && `set “${set}”`,
    parsed.quantity !== null && copiesText(parsed.quantity),
    parsed.condition,
    parsed.variant,
    parsed.language,
    parsed.unread.length > 0 && `not understood: ${parsed.unread.join(' ')}`,
  ].filter(Boolean)
  return html`<p class="note">Read as ${parts.join(', ')}.${truncated ? ' Many printings match, so not all were looked at: add the number or the set.' : ''}</p>`
}

/**
 * Candidates of a line: those that may be meant, and the others folded.
 * @param {IdentifyResult} result
 * @param {ResultOptions} options
 */
export const candidateResults = (result, options) => {
  const { likely, others } = candidatesOf({ identification: result })
  const { q } = options.search
  const row = rowOfLine(result, q)
  return html`${verdictOf(result)}${readAs(result)}
    ${row ? html`<p class="actions"><button type="button" @click=${() => addText(q)}>Add to the stack: ${q}</button></p>` : nothing}
    ${resultList(likely, options, row)}
    ${
      others.length === 0
        ? nothing
        : html`<details class="other-results"><summary>${count(others.length)} ${others.length === 1 ? 'other that fits' : 'others that fit'} less well</summary>${resultList(others, options, row)}</details>`
    }`
}

/**
 * How many there are, and the way to the others.
 * @param {SearchResult} result
 * @param {(offset: number) => unknown} turnTo
 */
export const pagesOf = ({ total, offset, limit, products }, turnTo) => {
  if (total <= products.length) return nothing
  const last = Math.ceil(total / limit)
  return html`<nav class="actions pages" aria-label="Pages of results">
    <button type="button" class="quiet" ?disabled=${offset === 0} @click=${() => turnTo(Math.max(0, offset - limit))}>Previous</button>
    <span>Page ${count(Math.floor(offset / limit) + 1)} of ${count(last)}</span>
    <button type="button" class="quiet" ?disabled=${offset + limit >= Math.min(total, limits.maxOffset)} @click=${() => turnTo(offset + limit)}>Next</button>
  </nav>`
}
