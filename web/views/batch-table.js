import { copiesOf } from '/console/client/client.js'
import { actions, button, choice, h, table } from '../dom.js'
import { copyName, count, money, placeOf, plural, unknown } from '../format.js'
import { leadingCandidates } from '../pricing.js'
import { rowStatusOf, summaryOf } from '../row-status.js'

/** @import { BatchRow, PricesByProduct } from '../pricing.js' */
/** @import { RowStatus } from '../row-status.js' */

/** Nothing to choose from yet; a small screen leaves it out. */
const noChoice = () => h('span', { class: 'none' }, unknown)

/**
 * A choice among things with an id, which is marked while none is chosen.
 * @param {{ readonly label: string, readonly at: string, readonly prompt: string }} words
 * @param {readonly (readonly [id: string, text: string])[]} options
 * @param {number | null} chosen
 * @param {(id: number | null) => unknown} onpick
 */
const picker = ({ label, at, prompt }, options, chosen, onpick) => {
  const isOpen = chosen === null
  const pick = choice(isOpen ? [['', prompt], ...options] : options, String(chosen ?? ''), {
    'aria-label': label,
    'data-at': at,
    class: isOpen ? 'unsure' : null,
    onchange: () => onpick(Number(pick.value) || null),
  })
  return pick
}

/**
 * @param {BatchRow} row
 * @param {number} index
 * @param {() => unknown} onchange
 */
const printingCell = (row, index, onchange) => {
  const view = row.productId !== null && h('a', { class: 'note', href: `#/product/${row.productId}` }, `Product ${row.productId}`)
  if (row.given !== null || !row.candidates?.length) return view || noChoice()
  const shown = row.isSettled || row.productId === null ? leadingCandidates(row) : row.candidates
  const pick = picker(
    { label: `Printing of ${row.name}`, at: `printing ${index}`, prompt: 'Choose a printing' },
    shown.map((one) => [String(one.productId), `${one.name}, ${placeOf(one)}, ${money(one.marketPrice)}`]),
    row.productId,
    (productId) => {
      Object.assign(row, { productId, skuId: null, isSettled: true })
      onchange()
    },
  )
  return [pick, view]
}

/**
 * @param {BatchRow} row
 * @param {number} index
 * @param {RowStatus} status
 * @param {() => unknown} onchange
 */
const copyCell = (row, index, { skus, sku }, onchange) => {
  if (!skus) return noChoice()
  return picker(
    { label: `Copy of ${row.name}`, at: `copy ${index}`, prompt: 'Choose a copy' },
    skus.map((one) => [String(one.skuId), copyName(one)]),
    sku?.skuId ?? null,
    (skuId) => {
      row.skuId = skuId
      onchange()
    },
  )
}

/**
 * The first rows as a table in which a person chooses printing and copy; `onchange` is called after each choice.
 * @param {readonly BatchRow[]} rows
 * @param {PricesByProduct} prices
 * @param {number} maxRows
 * @param {() => unknown} onchange
 */
export const batchTable = (rows, prices, maxRows, onchange) =>
  table(
    'Rows of the list with printing, copy and price',
    ['Card', 'Printing', 'Copy', { number: 'Copies' }, { number: 'Price' }, { number: 'Total' }, 'State'],
    rows.slice(0, maxRows).map((row, index) => {
      const status = rowStatusOf(row, prices)
      return [
        [h('span', { class: 'note' }, `${index + 1} `), row.name],
        printingCell(row, index, onchange),
        copyCell(row, index, status, onchange),
        { number: count(copiesOf(row, row.parsed)) },
        { number: money(status.price) },
        { number: money(status.total) },
        h('span', { class: status.action ? 'badge unsure' : 'badge sure' }, status.action ?? 'Done'),
      ]
    }),
    'batch stack',
  )

/**
 * The sum, what is left to do, and the ways on: save, or retry what failed or was not reached.
 * @param {readonly BatchRow[]} rows
 * @param {PricesByProduct} prices
 * @param {{ readonly save: () => unknown, readonly retry: () => unknown }} actions
 */
export const batchSum = (rows, prices, { save, retry }) => {
  const { sum, done, unpriced, open, failed, waiting } = summaryOf(rows, prices)
  const unfinished = failed + waiting
  return h(
    'div',
    { class: 'panel sum' },
    h('p', { class: 'figure' }, money(done === 0 ? null : sum), h('span', { class: 'note' }, ` for ${plural(done, 'row')}`)),
    h(
      'p',
      {},
      unpriced > 0 && `${plural(unpriced, 'row')} without a known price. `,
      failed > 0 && `${plural(failed, 'row')} failed. `,
      waiting > 0 && `${plural(waiting, 'row')} not asked yet. `,
      open > 0 ? h('strong', {}, `${plural(open, 'row')} to settle.`) : unfinished === 0 && 'Nothing left to settle.',
    ),
    actions(
      button('Save as CSV', save, { class: null }),
      unfinished > 0 && button(`Ask again for ${plural(unfinished, 'row')}`, retry),
    ),
  )
}
