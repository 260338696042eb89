import uPlot from '/console/uplot.js'
import { maxSoldOf } from './chart-data.js'
import { stripShare } from './chart-scale.js'
import { priceLabel } from './ticks.js'

/** @import { ChartColumns, Mark } from './chart-data.js' */
/** @import { Colors } from './chart-colors.js' */

/** What the highest bar takes of the strip; the rest holds the label of its scale. */
const barShare = 0.66

/** @param {number} cssPx */
const px = (cssPx) => cssPx * uPlot.pxRatio

const font = () => `${px(12)}px system-ui, sans-serif`

/** Canvas pixels from one bucket to the next. @param {uPlot} plot @param {ChartColumns} columns */
const bucketPx = (plot, { width }) => plot.valToPos(width, 'x', true) - plot.valToPos(0, 'x', true)

/**
 * Copies sold as bars below the prices, with a scale of their own.
 * @param {uPlot} plot
 * @param {ChartColumns} columns
 * @param {Colors} colors
 */
export const drawSold = (plot, columns, colors) => {
  const maxSold = maxSoldOf(columns)
  if (maxSold === 0) return
  const { ctx, bbox } = plot
  const floor = bbox.top + bbox.height
  const height = bbox.height * stripShare * barShare
  const width = Math.max(1, Math.min(px(16), bucketPx(plot, columns) * 0.6))
  ctx.save()
  ctx.fillStyle = colors.bar
  for (const [index, bucket] of columns.chosen.entries()) {
    const sold = bucket?.quantitySold ?? 0
    if (sold === 0) continue
    const barHeight = Math.max(1, (sold / maxSold) * height)
    const x = plot.valToPos(columns.days[index] ?? 0, 'x', true)
    ctx.fillRect(x - width / 2, floor - barHeight, width, barHeight)
  }
  ctx.strokeStyle = colors.line
  ctx.lineWidth = px(1)
  ctx.setLineDash([px(2), px(3)])
  ctx.beginPath()
  ctx.moveTo(bbox.left, floor - height)
  ctx.lineTo(bbox.left + bbox.width, floor - height)
  ctx.stroke()
  ctx.font = font()
  ctx.fillStyle = colors.quiet
  ctx.textAlign = 'left'
  ctx.textBaseline = 'bottom'
  ctx.fillText(`max ${maxSold} sold`, bbox.left + px(14), floor - height - px(2))
  ctx.restore()
}

/**
 * The lowest to the highest sale of each bucket as a thin upright stroke.
 * @param {uPlot} plot
 * @param {ChartColumns} columns
 * @param {string} color
 */
export const drawSales = (plot, { days, chosen }, color) => {
  const { ctx } = plot
  ctx.save()
  ctx.strokeStyle = color
  ctx.globalAlpha = 0.38
  ctx.lineWidth = px(3)
  ctx.lineCap = 'round'
  for (const [index, bucket] of chosen.entries()) {
    if (!bucket || bucket.lowSalePrice === null || bucket.highSalePrice === null) continue
    const x = plot.valToPos(days[index] ?? 0, 'x', true)
    ctx.beginPath()
    ctx.moveTo(x, plot.valToPos(bucket.lowSalePrice * 100, 'y', true))
    ctx.lineTo(x, plot.valToPos(bucket.highSalePrice * 100, 'y', true) - 0.01)
    ctx.stroke()
  }
  ctx.restore()
}

/**
 * The sign of an axis that does not begin at 0, at its foot.
 * @param {uPlot} plot
 * @param {number} low where the axis of prices begins
 * @param {Colors} colors
 */
export const drawCut = (plot, low, colors) => {
  const { ctx, bbox } = plot
  const [x, y] = [bbox.left, plot.valToPos(low, 'y', true)]
  ctx.save()
  ctx.fillStyle = colors.paper
  ctx.fillRect(x - px(5), y + px(3), px(10), px(7))
  ctx.strokeStyle = colors.quiet
  ctx.lineWidth = px(1.5)
  for (const top of [y + px(3), y + px(8)]) {
    ctx.beginPath()
    ctx.moveTo(x - px(6), top + px(3))
    ctx.lineTo(x - px(2), top)
    ctx.lineTo(x + px(2), top + px(3))
    ctx.lineTo(x + px(6), top)
    ctx.stroke()
  }
  ctx.restore()
}

/** @typedef {{ readonly left: number, readonly top: number, readonly width: number, readonly height: number }} Box */

/** @param {Box} a @param {Box} b */
const overlaps = (a, b) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height

/** Room above the prices, for the label of the highest. */
export const labelRoomPx = 24

/**
 * Whether a line passes through a box.
 * @param {readonly { readonly x: number, readonly y: number }[]} line
 * @param {Box} box
 */
const isCrossed = (line, { left, top, width, height }) =>
  line.some((end, index) => {
    const start = line[index - 1] ?? end
    const [from, to] = [Math.max(start.x, left), Math.min(end.x, left + width)]
    if (from > to) return false
    const yAt = (/** @type {number} */ x) =>
      start.y + (end.x === start.x ? 0 : ((x - start.x) / (end.x - start.x)) * (end.y - start.y))
    return Math.max(yAt(from), yAt(to)) > top && Math.min(yAt(from), yAt(to)) < top + height
  })

/**
 * Where a label is put: as near above or below its point as no line, label or border is in its way.
 * @param {{ readonly x: number, readonly y: number }} point
 * @param {{ readonly width: number, readonly height: number, readonly prefersBelow: boolean }} label
 * @param {Box} area
 * @param {(box: Box) => boolean} isFree
 * @returns {Box}
 */
const placeOfLabel = ({ x, y }, { width, height, prefersBelow }, area, isFree) => {
  const left = Math.max(area.left, Math.min(x - width / 2, area.left + area.width - width))
  const gap = px(7)
  const tops = [0, 1, 2, 3].flatMap((step) => {
    const [above, below] = [y - gap - height - step * px(9), y + gap + step * px(9)]
    return prefersBelow ? [below, above] : [above, below]
  })
  const boxes = tops.map((top) => ({ left, top, width, height }))
  const isInside = (/** @type {Box} */ { top }) => top >= area.top && top + height <= area.top + area.height
  const inside = boxes.filter(isInside)
  return inside.find(isFree) ?? inside[0] ?? /** @type {Box} */ (boxes[0])
}

/**
 * Dots at the highest, the lowest and the last price, each with its value.
 * @param {uPlot} plot
 * @param {ChartColumns} columns
 * @param {readonly Mark[]} marks
 * @param {Colors & { readonly mark: string }} colors
 */
export const drawMarks = (plot, { days, lines }, marks, colors) => {
  const { ctx, bbox } = plot
  const pointAt = (/** @type {number} */ index, /** @type {number} */ cents) => ({
    x: plot.valToPos(days[index] ?? 0, 'x', true),
    y: plot.valToPos(cents, 'y', true),
  })
  const paths = lines.map((line) => line.flatMap((cents, index) => (cents === null ? [] : [pointAt(index, cents)])))
  const area = { left: bbox.left, top: bbox.top - px(labelRoomPx), width: bbox.width, height: bbox.height + px(labelRoomPx) }
  /** @type {Box[]} */
  const taken = []
  const isFree = (/** @type {Box} */ box) =>
    !taken.some((other) => overlaps(box, other)) && !paths.some((path) => isCrossed(path, box))
  ctx.save()
  ctx.setLineDash([])
  ctx.font = font()
  ctx.textAlign = 'left'
  ctx.textBaseline = 'top'
  for (const { index, cents, names } of marks) {
    const point = pointAt(index, cents)
    ctx.beginPath()
    ctx.arc(point.x, point.y, px(4), 0, 2 * Math.PI)
    ctx.fillStyle = colors.mark
    ctx.fill()
    ctx.lineWidth = px(1.5)
    ctx.strokeStyle = colors.paper
    ctx.stroke()
    const text = `${priceLabel(cents, 1)} ${names.join(', ')}`
    const size = { width: ctx.measureText(text).width, height: px(14), prefersBelow: names.includes('lowest') }
    const box = placeOfLabel(point, size, area, isFree)
    taken.push(box)
    ctx.lineWidth = px(4)
    ctx.lineJoin = 'round'
    ctx.strokeText(text, box.left, box.top)
    ctx.fillStyle = colors.ink
    ctx.fillText(text, box.left, box.top)
  }
  ctx.restore()
}
