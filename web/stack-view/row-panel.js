import { html, nothing } from '/console/lit/lit-html.js'
import { capabilities } from '../capabilities.js'
import { placeOf, plural } from '../format.js'
import { rowPhoto } from '../photo/row-photo.js'
import { candidatesOf } from '../stack/candidates.js'
import { priceText, shownPrice, unpricedOf } from '../stack/shown-price.js'
import { errorNotice } from '../ui/error-notice.js'
import { productPicture } from '../ui/product-picture.js'
import { lackOf, reasonsOf } from './match-reasons.js'
import { nameOf } from './order.js'
import { textOf } from './row-text.js'

/** @import { Candidate, ProductSummary } from '/console/client/client.js' */
/** @import { StackRow } from '../stack/rows.js' */
/** @import { ShownRow } from './row-view.js' */

/**
 * @param {ShownRow} shown
 * @param {ProductSummary | Candidate} product
 */
const candidate = ({ row, book, actions }, product) => html`<li>
  <button type="button" class="candidate" aria-pressed=${row.printing?.productId === product.productId} @click=${(/** @type {MouseEvent} */ event) => actions.choosePrinting(row, product, event)} @keydown=${actions.walkCandidates}>
    ${productPicture(product.productId, { name: product.name, size: 'medium' })}
    <span class="candidate-facts">
      <span class="title">${product.name}</span>
      <span class="note">${placeOf(product)}</span>
      <strong class="candidate-price">${priceText(shownPrice(product, book, row))}</strong>
    </span>
  </button>
  ${'matchReasons' in product ? html`<details class="reasons-of"><summary aria-label=${`${product.matchScore} of 100: why ${product.name}, ${product.setName ?? ''}`}>${product.matchScore} of 100</summary><p class="note">${reasonsOf(product)}</p></details>` : nothing}
</li>`

/**
 * @param {ShownRow} shown
 * @param {readonly (ProductSummary | Candidate)[]} products
 */
const grid = (shown, products, className = '') =>
  products.length === 0
    ? nothing
    : html`<ul class=${`candidates ${className}`}>${products.map((product) => candidate(shown, product))}</ul>`

/** @param {ShownRow} shown */
const candidateGrids = (shown) => {
  const { likely, others } = candidatesOf(shown.row)
  const doNumbersDiffer = others.every(({ matchReasons }) => matchReasons.includes('number_conflict'))
  const which = doNumbersDiffer ? 'whose number differs' : others.length === 1 ? 'that fits less well' : 'that fit less well'
  return html`
    ${grid(shown, likely)}
    ${others.length > 0 ? html`<details class="other-candidates"><summary>Show ${plural(others.length, 'other')} ${which}</summary>${grid(shown, others)}</details>` : nothing}`
}

/** A card of which nothing could be read has no row, so that whoever took the picture has to count. @param {NonNullable<StackRow['photo']>} photo */
const photoNote = ({ isRead, cards }) => {
  if (!isRead) return nothing
  return html`<p class="note">${cards === 1 ? 'One card was' : `${cards} cards were`} read in this picture. Where it shows more, take those again, one by one.</p>`
}

/** Why a card may be missing here that is one elsewhere. */
const catalogNote = () => {
  const told = capabilities()
  if (told?.source === 'sandbox')
    return 'The sandbox knows some 950 cards only. Others are found once the service has a real source.'
  if (!told?.productLines) return 'The catalogue has no such card. Check the spelling, the number and the set.'
  return `This service has the cards of ${told.productLines.join(', ')}. Whoever runs it can add games. Else check the spelling, the number and the set.`
}

/** @param {ShownRow} shown */
const unpricedButton = (shown) => {
  const { row, view, book, actions } = shown
  const { likely, others } = candidatesOf(row)
  const ids = unpricedOf([...likely, ...others, ...(view.hits ?? [])], book, row)
  return ids.length === 0
    ? nothing
    : html`<p><button type="button" class="quiet" @click=${() => actions.priceProducts(row, ids)}>Show the prices (1 request)</button></p>`
}

/** @param {ShownRow} shown */
const searchForm = (shown) => {
  const { row, view, actions } = shown
  const id = `search-${row.id}`
  const { hits, problem } = view
  /** @param {Event} event */
  const onsubmit = (event) => actions.search(row, event)
  return html`<form class="row-form" role="search" aria-label=${`Printings of ${nameOf(row)}`} @submit=${onsubmit}>
      <label for=${id}>None of these: search the catalogue</label>
      <div class="row-form-line"><input id=${id} name="q" type="search" maxlength="120" required autocomplete="off"><button class="quiet">Search<span class="cost"> (1 request)</span></button></div>
    </form>
    ${problem ? errorNotice(problem, () => actions.tryAgain(row)) : nothing}
    ${hits ? html`<p class="note">${hits.length === 0 ? 'Nothing is found by these words.' : `${plural(hits.length, 'printing')} found:`}</p>${grid(shown, hits, 'hits')}` : nothing}`
}

/** @param {ShownRow} shown */
const textForm = ({ row, actions }) => {
  const id = `text-${row.id}`
  /** @param {Event} event */
  const onsubmit = (event) => actions.changeText(row, event)
  return html`<form class="row-form" @submit=${onsubmit}>
    <label for=${id}>${row.photo ? 'Read from the photo' : 'As written'}: correct it</label>
    <div class="row-form-line"><input id=${id} name="text" type="text" maxlength="300" required autocomplete="off" spellcheck="false" .defaultValue=${textOf(row)}><button class="quiet">Look up<span class="cost"> (1 request)</span></button></div>
  </form>`
}

/**
 * What is under a row that is open: printings to choose from, the search for another, its words to correct.
 * @param {ShownRow} shown
 */
export const rowPanel = (shown) => {
  const { row, state, actions } = shown
  const hasCandidates = (row.identification?.candidates.length ?? 0) > 0
  const lack = row.identification && state.asks === 'printing' ? lackOf(row.identification) : ''
  /** @param {KeyboardEvent} event */
  const onkeydown = (event) => event.key === 'Escape' && actions.close(row)
  return html`<section class="row-panel" aria-label=${nameOf(row)} @keydown=${onkeydown}>
    ${row.photo ? rowPhoto(row, 'large') : nothing}
    <div class="row-panel-main">
      ${row.photo ? photoNote(row.photo) : nothing}
      ${hasCandidates && state.asks !== 'printing' ? html`<h2>Printings</h2>` : nothing}
      ${row.identification?.candidates.length === 0 ? html`<p class="note">${catalogNote()}</p>` : nothing}
      ${lack ? html`<p class="note">${lack}</p>` : nothing}
      ${candidateGrids(shown)}
      ${unpricedButton(shown)}
      ${textForm(shown)}
      ${searchForm(shown)}
      <p class="actions"><button type="button" class="quiet" @click=${() => actions.remove(row)}>Delete this row</button></p>
    </div>
  </section>`
}
