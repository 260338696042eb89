import { html } from '/console/lit/lit-html.js'
import { money, priceRange, shortMoney, unknown } from '../format.js'

/** @import { PriceSpan } from '../stack/shown-price.js' */

/** @param {PriceSpan} span */
const priceOf = ({ low, high }) => {
  if (low === null) return html`<span aria-hidden="true">${unknown}</span><span class="hidden">price unknown</span>`
  if (low !== high) return priceRange(low, high)
  const isOfThousands = low >= 1_000 && low < 10_000
  if (!isOfThousands) return shortMoney(low)
  return html`<span class="chip-exact">${money(low)}</span><span class="chip-rounded">${shortMoney(low)}</span>`
}

/**
 * A button that chooses a copy by its condition, finish or language, with what it costs.
 * @param {object} chip
 * @param {unknown} chip.name
 * @param {PriceSpan} chip.span
 * @param {boolean} chip.isChosen
 * @param {((event: Event) => unknown) | null} chip.onclick `null` where there is no such copy
 * @param {'copy-chip' | 'copy-choice'} [chip.className]
 */
export const copyChip = ({ name, span, isChosen, onclick, className = 'copy-chip' }) =>
  html`<button type="button" class=${className} aria-pressed=${isChosen} ?disabled=${onclick === null} @click=${onclick}>
    <span class="chip-name">${name}</span> <span class="chip-price">${priceOf(span)}</span>
  </button>`
