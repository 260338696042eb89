import { live } from '/console/lit/directives/live.js'
import { html, render } from '/console/lit/lit-html.js'
import { conditions, defaultTerms, readDollars, readPercent, roundings } from './offer.js'
import { moneyOf } from './receipt-facts.js'
import { maxShopNameLength } from './terms.js'

/** @import { Condition } from './offer.js' */
/** @import { TillTerms } from './terms.js' */

/**
 * Takes what was typed into a field, or says why not and puts back what holds.
 * @template T
 * @param {Event} event
 * @param {(typed: string) => T | null} read
 * @param {string} expected
 * @param {(value: T) => void} take
 */
const takeTyped = ({ currentTarget: field }, read, expected, take) => {
  if (!(field instanceof HTMLInputElement)) return
  const refused = field.closest('.till-terms')?.querySelector('.till-refused')
  const value = read(field.value)
  const problem = value === null ? `“${field.value}” is not ${expected}. It stays ${field.defaultValue}.` : ''
  if (refused instanceof HTMLElement) render(html`${problem}`, refused)
  if (value === null) field.value = field.defaultValue
  else take(value)
}

/**
 * What the shop pays, as fields; each change holds at once.
 * @param {TillTerms} terms
 * @param {(terms: TillTerms) => void} onTerms
 */
export const termsEditor = (terms, onTerms) => {
  /** @type {(change: Partial<TillTerms>) => void} */
  const change = (changed) => onTerms({ ...terms, ...changed })
  /** @type {(kind: 'cashPercent' | 'creditPercent', word: string, condition: Condition) => unknown} */
  const percentField = (kind, word, condition) => {
    const value = String(terms[kind][condition])
    return html`
      <input
        type="text"
        inputmode="decimal"
        autocomplete="off"
        aria-label="${word} for ${condition}, percent"
        value=${value}
        .value=${live(value)}
        @change=${(/** @type {Event} */ event) =>
          takeTyped(event, readPercent, 'a percentage from 0 to 100', (percent) =>
            change({ [kind]: { ...terms[kind], [condition]: percent } }),
          )}
      />
    `
  }
  const least = (terms.minCents / 100).toFixed(2)
  return html`
    <details class="till-terms">
      <summary>What the shop pays</summary>
      <p class="till-refused" role="alert"></p>
      <div class="till-terms-body">
        <table>
          <caption class="hidden">Percent of the market price</caption>
          <thead>
            <tr>
              <th scope="col">Condition</th>
              <th scope="col" class="number">Cash %</th>
              <th scope="col" class="number">Credit %</th>
            </tr>
          </thead>
          <tbody>
            ${conditions.map(
              (condition) => html`
                <tr>
                  <th scope="row">${condition}</th>
                  <td>${percentField('cashPercent', 'Cash', condition)}</td>
                  <td>${percentField('creditPercent', 'Credit', condition)}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
        <div class="till-fields">
          <div>
            <label for="till-least">Buy from a market price of, $</label>
            <input
              id="till-least"
              type="text"
              inputmode="decimal"
              autocomplete="off"
              value=${least}
              .value=${live(least)}
              @change=${(/** @type {Event} */ event) =>
                takeTyped(event, readDollars, 'an amount in dollars', (minCents) => change({ minCents }))}
            />
          </div>
          <div>
            <label for="till-rounding">Round each offer to</label>
            <select
              id="till-rounding"
              .value=${live(String(terms.roundToCents))}
              @change=${(/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) =>
                change({ roundToCents: Number(event.currentTarget.value) })}
            >
              ${roundings.map(
                (cents) => html`<option value=${cents} ?selected=${cents === terms.roundToCents}>${moneyOf(cents)}</option>`,
              )}
            </select>
          </div>
          <div>
            <label for="till-shop">Shop’s name on receipts</label>
            <input
              id="till-shop"
              type="text"
              autocomplete="organization"
              maxlength=${maxShopNameLength}
              .value=${live(terms.shopName)}
              @change=${(/** @type {Event & { currentTarget: HTMLInputElement }} */ event) =>
                change({ shopName: event.currentTarget.value })}
            />
          </div>
          <p class="actions">
            <button type="button" class="quiet" @click=${() => change(defaultTerms)}>Reset to defaults</button>
            <span class="note">Kept in this browser.</span>
          </p>
        </div>
      </div>
    </details>
  `
}
