/** @import { ProductSummary, Sku } from '/console/client/client.js' */

/** Shown where the source has no value: never 0. */
export const unknown = '–'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const counts = new Intl.NumberFormat('en-US')
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const instants = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** @param {number | null | undefined} amount US dollars */
export const money = (amount) => (amount === null || amount === undefined ? unknown : dollars.format(amount))

/**
 * @param {number | null | undefined} low
 * @param {number | null | undefined} high
 */
export const priceRange = (low, high) => (low === high ? money(low) : `${money(low)} to ${money(high)}`)

/** @param {number | null | undefined} number */
export const count = (number) => (number === null || number === undefined ? unknown : counts.format(number))

/** @param {string | null | undefined} value a text of the source */
export const text = (value) => value || unknown

/** @param {string | null} date an ISO date or instant, of which the day in UTC is shown */
export const day = (date) => (date ? days.format(new Date(`${date.slice(0, 10)}T00:00:00Z`)) : unknown)

/** @param {string | null} iso */
export const instant = (iso) => (iso ? `${instants.format(new Date(iso))} UTC` : unknown)

/**
 * @param {number} number
 * @param {string} one the singular, to which an s is added
 */
export const plural = (number, one) => `${count(number)} ${number === 1 ? one : `${one}s`}`

/** @param {Pick<Sku, 'condition' | 'variant' | 'language'>} sku */
export const copyName = ({ condition, variant, language }) => text([condition, variant, language].filter(Boolean).join(' · '))

/**
 * Set, number and rarity of a product, in one line.
 * @param {Pick<ProductSummary, 'setName' | 'cardNumber' | 'rarity' | 'sealed'>} product
 */
export const placeOf = ({ setName, cardNumber, rarity, sealed }) =>
  [setName, cardNumber && `#${cardNumber}`, rarity, sealed && 'sealed'].filter(Boolean).join(' · ')
