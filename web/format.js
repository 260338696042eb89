/** @import { ProductSummary, Sku } from '/console/client/client.js' */

/** Shown where the source has no value: never 0. */
export const unknown = '–'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const counts = new Intl.NumberFormat('en-US')
export const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
export const shortDayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const instants = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** @param {number | null | undefined} amount US dollars */
export const money = (amount) => (amount === null || amount === undefined ? unknown : dollars.format(amount))

/** A change with its sign; nothing moved is `$0.00`. @param {number} amount */
export const signedMoney = (amount) => (amount > 0 ? `+${money(amount)}` : amount < 0 ? `−${money(-amount)}` : money(0))

/** @param {number} percent */
export const signedPercent = (percent) => {
  const size = Math.abs(percent)
  const text = `${size < 10 ? size.toFixed(1) : Math.round(size)} %`
  if (Number.parseFloat(text) === 0) return text
  return percent > 0 ? `+${text}` : `−${text}`
}

/** A price in the width of a chip: that of thousands is rounded, and says so. @param {number} price */
export const shortMoney = (price) => (price >= 1_000 ? `≈${wholeDollars.format(price)}` : money(price))

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
export const day = (date) => (date ? dayFormat.format(new Date(`${date.slice(0, 10)}T00:00:00Z`)) : unknown)

/** The same without the year. @param {string} date */
export const shortDay = (date) => shortDayFormat.format(new Date(date))

/** @param {string | null} iso shown in the time of the place where the browser is */
export const instant = (iso) => (iso ? instants.format(new Date(iso)) : unknown)

/**
 * @param {number} number
 * @param {string} one
 */
export const plural = (number, one, several = `${one}s`) => `${count(number)} ${number === 1 ? one : several}`

/** @param {number} number */
export const copiesText = (number) => plural(number, 'copy', 'copies')

/** @param {Pick<Sku, 'condition' | 'variant' | 'language'>} sku */
export const copyName = ({ condition, variant, language }) => text([condition, variant, language].filter(Boolean).join(' · '))

/**
 * Set, number and rarity of a product, in one line.
 * @param {Pick<ProductSummary, 'setName' | 'cardNumber' | 'rarity' | 'sealed'>} product
 */
export const placeOf = ({ setName, cardNumber, rarity, sealed }) =>
  [setName, cardNumber && `#${cardNumber}`, rarity, sealed && 'sealed'].filter(Boolean).join(' · ')
