import { historyChart } from '../chart.js'
import { choice, field, h, show, table } from '../dom.js'
import { errorNotice } from '../error-notice.js'
import { copyName, count, day, money } from '../format.js'
import { requestPanel } from '../request.js'
import { call, newestSignal } from '../session.js'
import { unavailable } from './unavailable.js'

/** @import { HistoryResult, HistoryVariant, ProductSnapshot } from '/console/client/client.js' */

/** @type {readonly (readonly [range: HistoryResult['range'], label: string, title: string])[]} */
const ranges = [
  ['month', '1 M', 'One month'],
  ['quarter', '3 M', 'Three months'],
  ['semi-annual', '6 M', 'Six months'],
  ['annual', '1 Y', 'One year'],
]

/**
 * Whether the source tells of sales, and not of the market price alone.
 * @param {HistoryVariant} sku
 */
const hasSales = ({ buckets, totalQuantitySold }) =>
  totalQuantitySold !== null || buckets.some(({ quantitySold, lowSalePrice }) => quantitySold !== null || lowSalePrice !== null)

/** @param {HistoryVariant} sku */
const historyTable = (sku) =>
  h(
    'details',
    {},
    h('summary', {}, 'The same as a table'),
    table(
      'Price history',
      [
        'From',
        { number: 'Market' },
        ...(hasSales(sku) ? [{ number: 'Lowest sale' }, { number: 'Highest sale' }, { number: 'Sold' }] : []),
      ],
      [...sku.buckets]
        .reverse()
        .map((bucket) => [
          day(bucket.date),
          { number: money(bucket.marketPrice) },
          ...(hasSales(sku)
            ? [
                { number: money(bucket.lowSalePrice) },
                { number: money(bucket.highSalePrice) },
                { number: count(bucket.quantitySold) },
              ]
            : []),
        ]),
    ),
  )

/**
 * How the price of one SKU went, as a chart and as a table, with range and SKU to choose; `close` destroys the chart.
 * @param {number} productId
 * @param {ProductSnapshot} snapshot
 */
export const historySection = (productId, snapshot) => {
  const body = h('div', {})
  const request = h('div', {})
  const problem = h('div', {})
  const nextSignal = newestSignal()
  /** @type {number | null} */
  let skuId = null
  /** @type {ReturnType<typeof historyChart> | null} */
  let chart = null
  const close = () => chart?.destroy()

  /** @param {HistoryResult} history */
  const draw = (history) => {
    close()
    chart = null
    const { variants, range } = history
    const variant =
      variants.find((one) => one.skuId === skuId) ??
      variants.find(({ buckets }) => buckets.some(({ marketPrice }) => marketPrice !== null)) ??
      variants[0]
    if (!variant) {
      const nothing = 'There is no history of this product yet.'
      show(body, rangeButtons(range), h('p', { class: 'empty' }, nothing))
      return
    }
    const readout = h('p', { class: 'readout' })
    const pick = choice(
      variants.map((one) => [String(one.skuId), copyName(one)]),
      String(variant.skuId),
      {
        'data-at': 'copy',
        onchange: () => {
          skuId = Number(pick.value)
          draw(history)
        },
      },
    )
    const holder = h('div', {})
    show(
      body,
      h('div', { class: 'bar' }, field('Copy', pick, 'wide'), rangeButtons(range)),
      holder,
      readout,
      h(
        'p',
        { class: 'legend note' },
        h('span', { class: 'key market' }, 'market price'),
        hasSales(variant) && h('span', { class: 'key sales' }, 'lowest to highest sale'),
        hasSales(variant) && h('span', { class: 'key sold' }, 'copies sold'),
      ),
      history.recordedSince !== null &&
        h(
          'p',
          { class: 'note' },
          `This service has kept prices since ${day(history.recordedSince)}; days without one are left out.`,
        ),
      hasSales(variant) &&
        h(
          'p',
          { class: 'note' },
          `${count(variant.totalQuantitySold)} sold in this time, ${variant.averageDailyQuantitySold === null ? money(null) : variant.averageDailyQuantitySold.toFixed(2)} a day.`,
        ),
      historyTable(variant),
    )
    chart = historyChart(variant, readout)
    show(holder, chart.element)
  }

  /** @param {HistoryResult['range']} range */
  const rangeButtons = (range) =>
    h(
      'div',
      { class: 'tabs', role: 'group', 'aria-label': 'Range' },
      ranges.map(([id, label, name]) =>
        h(
          'button',
          { type: 'button', class: 'tab', 'aria-pressed': id === range, 'data-at': id, title: name, onclick: () => load(id) },
          label,
        ),
      ),
    )

  /** @param {HistoryResult['range']} range */
  const load = async (range) => {
    const input = { productId, range }
    const signal = nextSignal()
    try {
      const history = await call('getHistory', input, { signal })
      // Another view is shown by now.
      if (!body.isConnected) return
      draw(history)
      show(problem)
      show(request, requestPanel('getHistory', input))
    } catch (error) {
      if (!signal.aborted)
        show(
          problem,
          errorNotice(error, () => load(range)),
        )
    }
  }

  const { marketHistory, sections } = snapshot
  if (marketHistory === null)
    show(
      body,
      unavailable('History is', sections.marketHistory, () => load('quarter')),
    )
  else draw(marketHistory)
  return { children: [h('h2', {}, 'Price history'), problem, body, request], close }
}
