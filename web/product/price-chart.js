import { html, render } from '/console/lit/lit-html.js'
import uPlot from '/console/uplot.js'
import { count } from '../format.js'
import { say } from '../session.js'
import { themeEvents } from '../shell/theme.js'
import { currentColors, dashes } from './chart-colors.js'
import { chartColumns, isolatedPoints, marksOf } from './chart-data.js'
import { drawCut, drawMarks, drawSales, drawSold, labelRoomPx } from './chart-drawing.js'
import { axisWidth, chartHeightPx, chartScale } from './chart-scale.js'
import { dayLabel, dayTicks, priceLabel } from './ticks.js'
import { centsText, salesText, spanText } from './words.js'

/** @import { HistoryVariant } from '/console/client/client.js' */

/**
 * One line of the chart: its color is that of its slot.
 * @typedef {{ readonly name: string, readonly slot: number, readonly history: HistoryVariant }} ChartSeries
 */

/** @typedef {{ readonly series: readonly ChartSeries[], readonly lastDay: number, readonly isDaily: boolean }} Chart the chosen copy is the first series */

const pxPerDayTick = 68
const axisFont = '12px system-ui, sans-serif'

/** After the keys rest for as long, the values are spoken. */
const speakAfterMs = 700

const schemes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query))

/** A price history: lines of market prices, sales of the chosen copy as strokes, copies sold as bars. Arrow keys walk through it. */
class PriceChart extends HTMLElement {
  /** @type {Chart | null} */
  #chart = null
  /** @type {uPlot | null} */
  #plot = null
  /** @type {ResizeObserver | null} */
  #observer = null
  /** @type {ReturnType<typeof chartColumns> | null} */
  #columns = null
  #colors = currentColors(document.body)
  #index = -1
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer

  /** @param {Chart} chart */
  set chart(chart) {
    const before = this.#chart
    const isSame =
      before?.lastDay === chart.lastDay &&
      before.series.length === chart.series.length &&
      before.series.every(({ history }, index) => history === chart.series[index]?.history)
    if (isSame) return
    this.#chart = chart
    if (this.isConnected) this.#build()
  }

  connectedCallback() {
    this.#build()
    themeEvents.addEventListener('change', this.#recolor)
    for (const scheme of schemes) scheme.addEventListener('change', this.#recolor)
  }

  disconnectedCallback() {
    this.#destroy()
    themeEvents.removeEventListener('change', this.#recolor)
    for (const scheme of schemes) scheme.removeEventListener('change', this.#recolor)
  }

  #recolor = () => {
    this.#colors = currentColors(this)
    this.#plot?.redraw(false)
  }

  #destroy() {
    clearTimeout(this.#timer)
    this.#observer?.disconnect()
    this.#plot?.destroy()
    this.#plot = null
  }

  #build() {
    this.#destroy()
    const chart = this.#chart
    if (!chart) return
    const columns = chartColumns(
      chart.series.map(({ history }) => history),
      chart.lastDay,
      chart.isDaily,
    )
    this.#columns = columns
    render(
      html`<div class="plot" role="application" tabindex="0" aria-roledescription="price chart" aria-label=${this.#summary()} @keydown=${this.#walk} @blur=${this.#leave}></div>
      <p class="readout"></p>`,
      this,
    )
    const holder = /** @type {HTMLElement} */ (this.firstElementChild)
    this.#colors = currentColors(this)
    const data = /** @type {uPlot.AlignedData} */ ([[...columns.days], ...columns.lines.map((line) => [...line])])
    this.#plot = new uPlot(this.#options(Math.max(240, holder.clientWidth)), data, holder)
    this.#observer = new ResizeObserver(() => {
      const width = holder.clientWidth
      if (width > 0 && width !== this.#plot?.width) this.#plot?.setSize({ width, height: chartHeightPx })
    })
    this.#observer.observe(holder)
    this.#read(null)
  }

  /** @param {number} width @returns {uPlot.Options} */
  #options(width) {
    const chart = /** @type {Chart} */ (this.#chart)
    const columns = /** @type {ReturnType<typeof chartColumns>} */ (this.#columns)
    const { days } = columns
    const scale = chartScale(columns)
    const [first = 0, last = 0] = [days[0], days.at(-1)]
    const margin = Math.max(columns.width * 0.6, (last - first) * 0.02)
    const isolated = columns.lines.map(isolatedPoints)
    const marks = marksOf(columns.lines[0] ?? [])
    const chosenColor = () => this.#colors.series[chart.series[0]?.slot ?? 0] ?? this.#colors.ink
    const axis = {
      stroke: () => this.#colors.quiet,
      ticks: { stroke: () => this.#colors.line, width: 1 },
      font: axisFont,
    }
    return {
      width,
      height: chartHeightPx,
      padding: [labelRoomPx, 24, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      scales: {
        x: { time: false, range: [first - margin, last + margin] },
        y: { range: [scale.low - ((scale.high - scale.low) * scale.below) / (1 - scale.below), scale.high] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          splits: (plot) => [...dayTicks(first, last, Math.max(2, Math.floor(plot.width / pxPerDayTick)))],
          values: (_, splits) => splits.map((day) => dayLabel(day, last)),
        },
        {
          ...axis,
          grid: { stroke: () => this.#colors.line, width: 1 },
          splits: () => [...scale.ticks],
          values: (_, splits) => splits.map((cents) => priceLabel(cents, scale.step)),
          size: axisWidth(scale),
        },
      ],
      series: [
        {},
        ...chart.series.map(({ name, slot }, index) => ({
          label: name,
          stroke: () => this.#colors.series[slot] ?? this.#colors.ink,
          width: index === 0 ? 2.5 : 1.75,
          ...(index > 0 && { dash: dashes[slot] ?? [] }),
          spanGaps: false,
          points: {
            show: true,
            size: 5,
            filter: () => isolated[index] ?? [],
            fill: () => this.#colors.series[slot] ?? this.#colors.ink,
          },
        })),
      ],
      hooks: {
        drawAxes: [
          (plot) => {
            drawSold(plot, columns, this.#colors)
            drawSales(plot, columns, chosenColor())
            if (scale.low > 0) drawCut(plot, scale.low, this.#colors)
          },
        ],
        draw: [(plot) => drawMarks(plot, columns, marks, { ...this.#colors, mark: chosenColor() })],
        setCursor: [({ cursor }) => this.#read(cursor.idx ?? null)],
      },
    }
  }

  /** The chosen line in one sentence, for those who do not see it. */
  #summary() {
    const { series } = /** @type {Chart} */ (this.#chart)
    const columns = /** @type {ReturnType<typeof chartColumns>} */ (this.#columns)
    const line = columns.lines[0] ?? []
    const points = line.flatMap((cents, index) => (cents === null ? [] : [{ cents, index }]))
    const [first, last] = [points[0], points.at(-1)]
    const name = series[0]?.name ?? ''
    if (!first || !last) return `${name}: no market price in this time.`
    const prices = points.map(({ cents }) => cents)
    const others = series.slice(1).map((one) => one.name)
    return [
      `${name}: first ${centsText(first.cents)} (${this.#spanAt(first.index)}), last ${centsText(last.cents)} (${this.#spanAt(last.index)}),`,
      `highest ${centsText(Math.max(...prices))}, lowest ${centsText(Math.min(...prices))}.`,
      others.length > 0 ? `Beside it ${others.join(', ')}.` : '',
      'Arrow keys read single days.',
    ].join(' ')
  }

  /** @param {number} index */
  #spanAt(index) {
    const columns = /** @type {ReturnType<typeof chartColumns>} */ (this.#columns)
    const bucket = columns.chosen[index]
    const from = columns.days[index] ?? 0
    return spanText(bucket ?? { from, to: from })
  }

  /** Writes the values of a bucket, or of the last that has a price. @param {number | null} given */
  #read(given) {
    const { series } = /** @type {Chart} */ (this.#chart)
    const { lines, chosen } = /** @type {ReturnType<typeof chartColumns>} */ (this.#columns)
    const index = given ?? Math.max(0, lines[0]?.findLastIndex((cents) => cents !== null) ?? 0)
    this.#index = given ?? -1
    const bucket = chosen[index]
    const prices = series.map(({ name }, at) => {
      const price = centsText(lines[at]?.[index] ?? null)
      return series.length === 1 ? price : `${name} ${price}`
    })
    const sold = bucket?.quantitySold == null ? '' : `, ${count(bucket.quantitySold)} sold`
    const sales = bucket?.lowSalePrice == null ? '' : ` at ${salesText(bucket)}`
    const readout = this.querySelector('.readout')
    if (readout) readout.textContent = `${this.#spanAt(index)}: ${prices.join(', ')}${sold}${sales}`
  }

  #walk = (/** @type {KeyboardEvent} */ event) => {
    const columns = this.#columns
    const plot = this.#plot
    if (!columns || !plot || event.ctrlKey || event.metaKey || event.altKey) return
    const stops = columns.days.flatMap((_, index) => (columns.lines.some((line) => line[index] !== null) ? [index] : []))
    const at = this.#index === -1 ? stops.length - 1 : stops.indexOf(this.#index)
    const targets = new Map([
      ['ArrowLeft', this.#index === -1 ? at : at - 1],
      ['ArrowRight', at + 1],
      ['Home', 0],
      ['End', stops.length - 1],
    ])
    const target = targets.get(event.key)
    if (target === undefined) return
    event.preventDefault()
    const index = stops[Math.max(0, Math.min(target, stops.length - 1))]
    if (index === undefined) return
    const day = columns.days[index] ?? 0
    plot.setCursor({ left: plot.valToPos(day, 'x'), top: 1 })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => say(this.querySelector('.readout')?.textContent ?? ''), speakAfterMs)
  }

  #leave = () => {
    clearTimeout(this.#timer)
    this.#plot?.setCursor({ left: -10, top: -10 })
  }
}
customElements.define('price-chart', PriceChart)

/** @param {Chart} chart */
export const priceChart = (chart) => html`<price-chart .chart=${chart}></price-chart>`
