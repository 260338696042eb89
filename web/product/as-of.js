import { html, nothing } from '/console/lit/lit-html.js'
import { capabilities } from '../capabilities.js'
import { dayOf } from '../days.js'
import { day } from '../format.js'

/** @import { Shown } from './product-view.js' */

/** First day whose prices can be asked back; `null` where the service keeps none, or has not said yet. */
export const recordedSince = () => {
  const told = capabilities()
  return told?.data.asOf.offered ? told.recordedSince : null
}

/**
 * Which day's prices are looked at. Nothing is shown where the service keeps none.
 * @param {Shown} shown
 */
export const asOfField = ({ page, query, actions }) => {
  const since = recordedSince()
  if (since === null && !page.asOf) return nothing
  const today = dayOf(new Date().toISOString())
  /** @param {Event} event */
  const onchange = ({ currentTarget }) => {
    const { value, validity } = /** @type {HTMLInputElement} */ (currentTarget)
    if (validity.valid) actions.chooseDay(value)
  }
  return html`<div class=${page.asOf ? 'as-of past' : 'as-of'}>
    ${page.asOf ? html`<p><strong>As of ${day(page.asOf)}</strong>, the end of that day (UTC): these are not the prices of now.</p>` : nothing}
    <label>As of <input type="date" min=${since ?? nothing} max=${today} .value=${query.asOf} @change=${onchange}></label>
    ${page.asOf ? html`<button type="button" class="quiet" @click=${() => actions.chooseDay('')}>Back to now</button>` : nothing}
  </div>`
}
