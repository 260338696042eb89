import { live } from '/console/lit/directives/live.js'
import { html, nothing } from '/console/lit/lit-html.js'
import { plural, unknown } from '../format.js'
import { exportNote, exportOf, fileName, fileText, formats } from './exports.js'
import { printReceipt, saveFile, shareReceipt } from './hand-out.js'
import { offerOf } from './offer.js'
import { moneyOf, receiptOf } from './receipt-facts.js'
import { termsEditor } from './terms-editor.js'

/** @import { NoOffer, Offer } from './offer.js' */
/** @import { TillRow } from './till-row.js' */
/** @import { TillSource } from './receipt-facts.js' */
/** @import { Payout, TillTerms } from './terms.js' */

/** @type {Readonly<Record<NoOffer, string>>} */
const reasons = {
  open: 'to settle',
  failed: 'failed',
  waiting: 'waiting',
  unpriced: 'without a price',
  condition: 'in a condition without a percentage',
  tooCheap: 'below the lowest price',
}

/** @type {readonly (readonly [payout: Payout, name: string])[]} */
const payouts = [
  ['both', 'Either'],
  ['cash', 'Cash'],
  ['credit', 'Credit'],
]

const unknownSource =
  'Whose prices these are is not known until the service has answered. Until then there is no receipt and no file.'

const noSkus = 'It is not made with prices of whole printings, as the daily files have them: those have no SKU.'

/** @param {Offer} offer */
const coverage = ({ rows: offers, copies, without }) => {
  const offered = `For ${plural(copies, 'card')} in ${plural(offers.filter(({ why }) => why === null).length, 'row')}.`
  if (without.size === 0) return offered
  return `${offered} No offer: ${[...without].map(([why, rows]) => `${plural(rows, 'row')} ${reasons[why]}`).join(', ')}.`
}

/**
 * Where the outcome of a button is told, in the panel of the button.
 * @param {HTMLElement} button
 */
const outcomeOf = (button) => /** @type {HTMLElement} */ (button.closest('.till')?.querySelector('.till-outcome'))

/**
 * What a shop pays for a stack, with a receipt to print or share and files for other programs.
 * @param {{ readonly rows: readonly TillRow[], readonly terms: TillTerms, readonly onTerms: (terms: TillTerms) => void, readonly source: TillSource, readonly name?: string }} till the name is the stack's, empty without one
 */
export const tillPanel = ({ rows, terms, onTerms, source, name = '' }) => {
  const offer = offerOf(rows, terms)
  const made = exportOf(terms.format, rows)
  const format = formats.find(({ id }) => id === terms.format) ?? formats[0]
  const hasOffer = offer.rows.some(({ why }) => why === null)
  // Nothing leaves the till that does not say whose prices it has.
  const canHandOut = hasOffer && source !== null
  const hasMarket = offer.rows.some(({ market }) => market !== null)
  /** @typedef {Event & { currentTarget: HTMLElement }} ButtonEvent */
  const facts = () => receiptOf({ rows, offer, terms, source, at: new Date() })
  /** @type {(event: ButtonEvent) => unknown} */
  const share = ({ currentTarget }) => shareReceipt(facts(), outcomeOf(currentTarget), currentTarget)
  /** @type {(event: ButtonEvent) => unknown} */
  const save = ({ currentTarget }) =>
    saveFile(
      fileText(terms.format, made.rows),
      fileName(name, terms.format, new Date()),
      outcomeOf(currentTarget),
      exportNote(made),
    )
  return html`
    <section class="till" aria-labelledby="till-title">
      <h2 id="till-title">At the till</h2>
      <dl class="till-sums">
        <div><dt>Cash</dt><dd>${hasOffer ? moneyOf(offer.sums.cash) : unknown}</dd></div>
        <div><dt>Credit</dt><dd>${hasOffer ? moneyOf(offer.sums.credit) : unknown}</dd></div>
        <div class="till-market"><dt>Market</dt><dd>${hasMarket ? moneyOf(offer.sums.market) : unknown}</dd></div>
      </dl>
      <p class="note">${coverage(offer)}</p>
      ${source === null ? html`<p class="note">${unknownSource}</p>` : nothing}
      <div class="till-hand-out">
        <div class="till-line">
          <div>
            <label for="till-payout">Paid in</label>
            <select
              id="till-payout"
              .value=${live(terms.payout)}
              @change=${(/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) =>
                onTerms({ ...terms, payout: /** @type {Payout} */ (event.currentTarget.value) })}
            >
              ${payouts.map(([id, name]) => html`<option value=${id} ?selected=${id === terms.payout}>${name}</option>`)}
            </select>
          </div>
          <button type="button" ?disabled=${!canHandOut} @click=${() => printReceipt(facts())}>Print</button>
          <button type="button" class="quiet" ?disabled=${!canHandOut} @click=${share}>Share</button>
        </div>
        <div class="till-line">
          <div>
            <label for="till-format">File</label>
            <select
              id="till-format"
              aria-describedby="till-format-note"
              .value=${live(format?.id ?? '')}
              @change=${(/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) =>
                onTerms({ ...terms, format: event.currentTarget.value })}
            >
              ${formats.map(({ id, name }) => html`<option value=${id} ?selected=${id === format?.id}>${name}</option>`)}
            </select>
          </div>
          <button type="button" class="quiet" ?disabled=${source === null || made.taken === 0} @click=${save}>Save</button>
        </div>
        <p id="till-format-note" class="note">
          ${format?.note} ${exportNote(made)}
          ${source?.pricedBy === 'printing' && terms.format === 'tcgplayer' ? noSkus : ''}
          ${source?.source === 'sandbox' ? 'Ids of the sandbox are invented, as its prices are.' : ''}
        </p>
      </div>
      <div class="till-outcome"></div>
      ${termsEditor(terms, onTerms)}
    </section>
  `
}
