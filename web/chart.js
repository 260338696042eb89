import { h } from './dom.js'
import { between, count, day, money } from './format.js'
import uPlot from './uplot.js'

const heightPx = 280

/** Colours of the page as they are now: a canvas knows neither variables nor schemes. */
const coloursOf = () => {
  const element = document.body.appendChild(h('span', { class: 'hidden' }))
  const colour = (name) => {
    element.style.color = `var(${name})`
    return getComputedStyle(element).color
  }
  const colours = {
    ink: colour('--quiet'),
    line: colour('--line'),
    accent: colour('--chart'),
    band: colour('--chart-band'),
    bar: colour('--chart-bar'),
  }
  element.remove()
  return colours
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const axisMoney = (amount) =>
  amount >= 1000
    ? `$${(amount / 1000).toFixed(amount % 1000 === 0 ? 0 : 1)}k`
    : `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`

/** The values of one SKU's history as columns; a bucket without an observation stays `null`, so that the line breaks. */
const columnsOf = ({ buckets }) => {
  const dated = buckets.filter(({ date }) => date !== null)
  return [
    dated.map(({ date }) => Date.parse(date) / 1000),
    dated.map(({ marketPrice }) => marketPrice),
    dated.map(({ lowSalePrice }) => lowSalePrice),
    dated.map(({ highSalePrice }) => highSalePrice),
    dated.map(({ quantitySold }) => quantitySold),
  ]
}

/**
 * A price history as a chart: market price as a line, sales from low to high as marks, copies sold as bars; values at the pointer are written below.
 * It listens on the window until it is destroyed.
 */
export const historyChart = (variant, readout) => {
  const element = h('div', {
    class: 'chart',
    role: 'img',
    'aria-label': 'Market price and sales by day; the table below holds the same values.',
  })
  const data = columnsOf(variant)
  const colours = coloursOf()
  const most = Math.max(1, ...data[4].filter((value) => value !== null))

  const tell = (index) => {
    const at = index ?? data[0].length - 1
    const [date, market, low, high, sold] = data.map((column) => column[at])
    if (date === undefined) return
    readout.textContent = `${day(new Date(date * 1000).toISOString())}: market ${money(market)}, sales ${between(low, high)}, sold ${count(sold)}`
  }

  /** Lowest to highest sale of each bucket as an upright stroke. */
  const drawSales = (plot) => {
    const { ctx } = plot
    const width = Math.max(2, Math.min(9, (plot.bbox.width / data[0].length) * 0.5))
    ctx.save()
    ctx.strokeStyle = colours.band
    ctx.lineWidth = width
    ctx.lineCap = 'round'
    for (let i = 0; i < data[0].length; i++) {
      if (data[2][i] === null || data[3][i] === null) continue
      const x = plot.valToPos(data[0][i], 'x', true)
      ctx.beginPath()
      ctx.moveTo(x, plot.valToPos(data[2][i], 'y', true))
      ctx.lineTo(x, plot.valToPos(data[3][i], 'y', true) - 0.01)
      ctx.stroke()
    }
    ctx.restore()
  }

  const axis = {
    stroke: colours.ink,
    grid: { stroke: colours.line, width: 1 },
    ticks: { stroke: colours.line, width: 1 },
    font: '12px system-ui, sans-serif',
  }
  const options = {
    width: 300,
    height: heightPx,
    legend: { show: false },
    cursor: { y: false, points: { size: 8 } },
    scales: {
      x: { time: true },
      y: {
        range: (_, low, high) =>
          low === null ? [0, 1] : [Math.max(0, low - (high - low || high) * 0.12), high + (high - low || high) * 0.12],
      },
      sold: { range: () => [0, most * 4] },
    },
    axes: [
      { ...axis, grid: { show: false }, values: (_, splits) => splits.map((at) => short.format(at * 1000)), space: 64 },
      { ...axis, values: (_, splits) => splits.map(axisMoney), size: 58 },
    ],
    series: [
      {},
      {
        label: 'Market',
        stroke: colours.accent,
        width: 2,
        spanGaps: false,
        points: { show: data[0].length < 40, size: 4, fill: colours.accent },
      },
      { label: 'Low', stroke: 'transparent', points: { show: false } },
      { label: 'High', stroke: 'transparent', points: { show: false } },
      {
        label: 'Sold',
        scale: 'sold',
        stroke: 'transparent',
        fill: colours.bar,
        paths: uPlot.paths.bars({ size: [0.6, 24] }),
        points: { show: false },
      },
    ],
    hooks: { drawAxes: [drawSales], setCursor: [({ cursor }) => tell(cursor.idx)] },
  }
  const plot = new uPlot(options, data, element)
  const fit = new ResizeObserver(() => {
    if (element.clientWidth > 0) plot.setSize({ width: element.clientWidth, height: heightPx })
  })
  fit.observe(element)
  tell(null)
  return {
    element,
    destroy: () => {
      fit.disconnect()
      plot.destroy()
    },
  }
}
