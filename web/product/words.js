import { dayText } from '../days.js'
import { copyName, dayFormat, money, priceRange, shortDayFormat, unknown } from '../format.js'

/** @import { Copy } from '../stack/copies.js' */

/** @param {number} day */
const dateOf = (day) => new Date(`${dayText(day)}T00:00:00Z`)

/** Without the spaces that a range has around its dash. @param {string} text */
const tight = (text) => text.replaceAll(/\s–\s/g, '–')

/** Days from and to as one text, such as `21–23 Nov 2026`. @param {{ readonly from: number, readonly to: number }} span */
export const spanText = ({ from, to }) => tight(dayFormat.formatRange(dateOf(from), dateOf(to)))

/** The same without the year. @param {{ readonly from: number, readonly to: number }} span */
export const shortSpanText = ({ from, to }) => tight(shortDayFormat.formatRange(dateOf(from), dateOf(to)))

/** A sum of cents that may be none. @param {number | null} cents */
export const centsText = (cents) => money(cents === null ? null : cents / 100)

/** Lowest to highest sale of a bucket. @param {{ readonly lowSalePrice: number | null, readonly highSalePrice: number | null }} bucket */
export const salesText = ({ lowSalePrice, highSalePrice }) => priceRange(lowSalePrice, highSalePrice)

/** A copy in words; of a source that prices whole printings, the printing. @param {Copy} copy */
export const copyText = (copy) => {
  const words = copyName(copy)
  return words === unknown ? 'The only copy' : words
}
