import { dayMs } from '../days.js'
import { shortDayFormat } from '../format.js'

/**
 * A scale of prices in cents: the ends of the axis and what is written on it.
 * @typedef {{ readonly low: number, readonly high: number, readonly ticks: readonly number[], readonly step: number }} PriceScale
 */

/** An axis of prices begins at 0 where the lowest is below this share of the highest, or where all are as cheap as this. */
const zeroShare = 0.35
const cheapCents = 10

/** Steps in cents that people count in: 1, 2, 5, 10, … */
const steps = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat()

/**
 * A scale whose ticks are whole cents at true distances, so that none is written twice.
 * @param {number} lowCents
 * @param {number} highCents
 * @param {number} maxTicks
 * @returns {PriceScale}
 */
export const priceScale = (lowCents, highCents, maxTicks) => {
  const startsAtZero = highCents <= cheapCents || lowCents < highCents * zeroShare
  const margin = Math.max(1, Math.round((highCents - lowCents || highCents * 0.1) * 0.08))
  const from = startsAtZero ? 0 : Math.max(0, lowCents - margin)
  const to = highCents + margin
  for (const step of steps) {
    const low = Math.floor(from / step) * step
    const high = Math.ceil(to / step) * step
    const count = (high - low) / step + 1
    if (count <= maxTicks) return { low, high, step, ticks: Array.from({ length: count }, (_, index) => low + index * step) }
  }
  return { low: from, high: to, step: to - from, ticks: [from, to] }
}

const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/**
 * @param {number} cents
 * @param {number} step cents are left out where no tick has any
 */
export const priceLabel = (cents, step) => (step % 100 === 0 && cents % 100 === 0 ? whole : exact).format(cents / 100)

/** Days between two labels. */
const daySteps = [1, 2, 3, 7, 14, 30, 61, 91, 122, 182, 365]

/**
 * Days to label, counted back from the last, which always is.
 * @param {number} first
 * @param {number} last
 * @param {number} maxTicks
 * @returns {readonly number[]} rising
 */
export const dayTicks = (first, last, maxTicks) => {
  const step = daySteps.find((days) => days <= last - first && (last - first) / days + 1 <= maxTicks) ?? Math.max(1, last - first)
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => last - index * step).reverse()
}

const dayWithYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: '2-digit', timeZone: 'UTC' })

/**
 * @param {number} day
 * @param {number} last the year is said of days in another one than this
 */
export const dayLabel = (day, last) => {
  const [date, lastDate] = [new Date(day * dayMs), new Date(last * dayMs)]
  return (date.getUTCFullYear() === lastDate.getUTCFullYear() ? shortDayFormat : dayWithYear).format(date)
}
