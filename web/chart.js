import uPlot from '/console/uplot.js'
import { h } from './dom.js'
import { count, day, money, priceRange } from './format.js'

/** @import { HistoryVariant } from '/console/client/client.js' */

/** @typedef {Readonly<Record<'ink' | 'line' | 'accent' | 'band' | 'bar', string>>} Colors */

const heightPx = 280

/**
 * The page's present colors: a canvas knows neither variables nor schemes.
 * @returns {Colors}
 */
const currentColors = () => {
  const element = document.body.appendChild(h('span', { class: 'hidden' }))
  const read = (/** @type {string} */ name) => {
    element.style.color = `var(${name})`
    return getComputedStyle(element).color
  }
  const colors = {
    ink: read('--quiet'),
    line: read('--line'),
    accent: read('--chart'),
    band: read('--chart-band'),
    bar: read('--chart-bar'),
  }
  element.remove()
  return colors
}

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Seconds between two labels of days: never less than one, so that none is written twice. */
const dayStepsS = [1, 2, 3, 7, 14, 30, 61, 91, 182, 365].map((days) => days * 86_400)

/** @param {number} amount */
const axisMoney = (amount) =>
  amount >= 1000
    ? `$${(amount / 1000).toFixed(amount % 1000 === 0 ? 0 : 1)}k`
    : `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`

/**
 * A SKU's history as columns: time in seconds, market price, lowest and highest sale, copies sold. A bucket without an observation stays `null`, so
 * that the line breaks.
 * @param {HistoryVariant} variant
 */
const columnsOf = ({ buckets }) => {
  const dated = buckets.flatMap(({ date, ...values }) => (date === null ? [] : [{ ...values, seconds: Date.parse(date) / 1000 }]))
  return {
    seconds: dated.map(({ seconds }) => seconds),
    market: dated.map(({ marketPrice }) => marketPrice),
    low: dated.map(({ lowSalePrice }) => lowSalePrice),
    high: dated.map(({ highSalePrice }) => highSalePrice),
    sold: dated.map(({ quantitySold }) => quantitySold),
  }
}

/** @typedef {ReturnType<typeof columnsOf>} Columns */

/**
 * Draws the lowest to the highest sale of each bucket as an upright stroke.
 * @param {uPlot} plot
 * @param {Columns} columns
 * @param {string} color
 */
const drawSales = (plot, { seconds, low, high }, color) => {
  const { ctx } = plot
  ctx.save()
  ctx.strokeStyle = color
  ctx.lineWidth = Math.max(2, Math.min(9, (plot.bbox.width / seconds.length) * 0.5))
  ctx.lineCap = 'round'
  for (const [index, at] of seconds.entries()) {
    const lowest = low[index] ?? null
    const highest = high[index] ?? null
    if (lowest === null || highest === null) continue
    const x = plot.valToPos(at, 'x', true)
    ctx.beginPath()
    ctx.moveTo(x, plot.valToPos(lowest, 'y', true))
    ctx.lineTo(x, plot.valToPos(highest, 'y', true) - 0.01)
    ctx.stroke()
  }
  ctx.restore()
}

/**
 * The range of the axis of prices, with a margin; uPlot gives `null` when there is no price.
 * @type {(plot: uPlot, low: number | null, high: number | null) => uPlot.Range.MinMax}
 */
const priceAxisRange = (_, low, high) => {
  if (low === null || high === null) return [0, 1]
  const margin = (high - low || high) * 0.12
  return [Math.max(0, low - margin), high + margin]
}

/**
 * @param {Columns} columns
 * @param {Colors} colors
 * @param {(index: number | null | undefined) => void} onPoint
 * @returns {uPlot.Options}
 */
const optionsOf = (columns, colors, onPoint) => {
  const maxSold = Math.max(1, ...columns.sold.map((value) => value ?? 0))
  const axis = {
    stroke: colors.ink,
    grid: { stroke: colors.line, width: 1 },
    ticks: { stroke: colors.line, width: 1 },
    font: '12px system-ui, sans-serif',
  }
  return {
    width: 300,
    height: heightPx,
    legend: { show: false },
    cursor: { y: false, points: { size: 8 } },
    scales: {
      x: { time: true },
      y: { range: priceAxisRange },
      // The bars take the lowest quarter.
      sold: { range: () => [0, maxSold * 4] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_, splits) => splits.map((at) => shortDay.format(at * 1000)),
        space: 64,
        incrs: dayStepsS,
      },
      { ...axis, values: (_, splits) => splits.map(axisMoney), size: 58 },
    ],
    series: [
      {},
      {
        label: 'Market',
        stroke: colors.accent,
        width: 2,
        spanGaps: false,
        points: { show: columns.seconds.length < 40, size: 4, fill: colors.accent },
      },
      { label: 'Low', stroke: 'transparent', points: { show: false } },
      { label: 'High', stroke: 'transparent', points: { show: false } },
      {
        label: 'Sold',
        scale: 'sold',
        stroke: 'transparent',
        fill: colors.bar,
        ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.6, 24] }) }),
        points: { show: false },
      },
    ],
    hooks: {
      drawAxes: [(plot) => drawSales(plot, columns, colors.band)],
      setCursor: [({ cursor }) => onPoint(cursor.idx)],
    },
  }
}

/**
 * A price history as a chart: market price as a line, sales from low to high as marks, copies sold as bars. The values at the pointer, or else the last
 * ones, are written into `readout`. It listens on the window until it is destroyed.
 * @param {HistoryVariant} variant
 * @param {HTMLElement} readout
 */
export const historyChart = (variant, readout) => {
  const element = h('div', {
    class: 'chart',
    role: 'img',
    'aria-label': 'Market price and sales by day; the table below holds the same values.',
  })
  const columns = columnsOf(variant)
  const { seconds, market, low, high, sold } = columns
  const knowsSales = [...low, ...sold].some((value) => value !== null)

  /** @param {number | null | undefined} index */
  const showValues = (index) => {
    const at = index ?? seconds.length - 1
    const second = seconds[at]
    if (second === undefined) return
    const date = day(new Date(second * 1000).toISOString())
    const price = `${date}: market ${money(market[at])}`
    readout.textContent = knowsSales ? `${price}, sales ${priceRange(low[at], high[at])}, sold ${count(sold[at])}` : price
  }

  const plot = new uPlot(optionsOf(columns, currentColors(), showValues), [seconds, market, low, high, sold], element)
  const fit = new ResizeObserver(() => {
    if (element.clientWidth > 0) plot.setSize({ width: element.clientWidth, height: heightPx })
  })
  fit.observe(element)
  showValues(null)
  return {
    element,
    destroy: () => {
      fit.disconnect()
      plot.destroy()
    },
  }
}
