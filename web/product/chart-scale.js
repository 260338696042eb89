import { maxSoldOf, priceExtent } from './chart-data.js'
import { priceLabel, priceScale } from './ticks.js'

/** @import { ChartColumns } from './chart-data.js' */

export const chartHeightPx = 300
const axisPx = 40
const pxPerTick = 34

/** Share of the height that belongs to the bars of copies sold. */
export const stripShare = 0.26
const noStripShare = 0.03

/**
 * The scale of prices of a chart, and the share of the height below it.
 * @param {ChartColumns} columns
 */
export const chartScale = (columns) => {
  const below = maxSoldOf(columns) > 0 ? stripShare : noStripShare
  const { low, high } = priceExtent(columns) ?? { low: 0, high: 100 }
  return { ...priceScale(low, high, Math.floor(((chartHeightPx - axisPx) * (1 - below)) / pxPerTick)), below }
}

/** Width of the axis of prices, by what is written on it. @param {ReturnType<typeof chartScale>} scale */
export const axisWidth = ({ ticks, step }) => 24 + 7 * Math.max(...ticks.map((cents) => priceLabel(cents, step).length))
