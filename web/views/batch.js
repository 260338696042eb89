import { decodeText, writeCsv } from '/console/client/client.js'
import { actions, button, h, show } from '../dom.js'
import { errorNotice } from '../error-notice.js'
import { count, plural } from '../format.js'
import { readList } from '../list.js'
import { costOf, identifyRows, priceRows } from '../pricing.js'
import { requestPanel } from '../request.js'
import { exportOf } from '../row-status.js'
import { remaining, say } from '../session.js'
import { batchSum, batchTable } from './batch-table.js'

/** @import { Operations } from '/console/client/client.js' */
/** @import { Child } from '../dom.js' */
/** @import { ListRow } from '../list.js' */
/** @import { BatchRow, IdentifiedByText, PricesByProduct } from '../pricing.js' */

const shownAtFirst = 100
const shownMore = 500

/** Pastes up to this length are left to the browser. */
const maxTypedPaste = 5_000
const example = 'Charizard 4/102, near mint, 2, Base Set\nPikachu, lp\nBlack Lotus, damaged'

const help =
  'One card a line, as deck lists have it, with condition, finish and language wherever you write them. Or the export of ManaBox, Dragon Shield, Deckbox, Moxfield, Archidekt or TCGplayer; rows with a productId need not be identified.'

/** @param {Parameters<typeof writeCsv>[0]} rows */
const download = (rows) => {
  const url = URL.createObjectURL(new Blob([writeCsv(rows)], { type: 'text/csv' }))
  h('a', { href: url, download: 'prices.csv' }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}

/**
 * @param {readonly ListRow[]} rows
 * @param {IdentifiedByText} identified
 */
const costNote = (rows, identified) => {
  const cost = costOf(rows, identified)
  const all = cost.identify + cost.prices
  const left = { minute: remaining?.minute ?? Number.POSITIVE_INFINITY, month: remaining?.month ?? Number.POSITIVE_INFINITY }
  return [
    h(
      'p',
      {},
      `${plural(rows.length, 'row')} will cost about ${plural(all, 'request')}: ${count(cost.identify)} to identify, ${count(cost.prices)} for prices.`,
    ),
    all > left.month
      ? h(
          'p',
          { class: 'verdict unsure' },
          `Only ${count(left.month)} are left this month. It will stop there; add productIds or split the list.`,
        )
      : all > left.minute &&
        h('p', { class: 'note' }, `${count(left.minute)} are left this minute; it waits for the next when they are used up.`),
  ]
}

/** Identifies, prices, sums and exports a list of cards; a person decides what is unsure. */
export const batchView = () => {
  const list = h('textarea', { id: 'batch-list', rows: 8, spellcheck: 'false', placeholder: example })
  const file = h('input', { type: 'file', accept: '.csv,.tsv,.txt,text/csv,text/plain', id: 'batch-file', class: 'hidden-file' })
  const plan = h('div', { class: 'plan', role: 'status' })
  const results = h('div', { class: 'results' })
  /** @type {IdentifiedByText} */
  const identified = new Map()
  /** @type {PricesByProduct} */
  const prices = new Map()
  /**
   * The last request of each operation.
   * @type {Map<keyof Operations, object>}
   */
  const sent = new Map()
  /** @type {(operationId: keyof Operations, input: object) => void} */
  const onSent = (operationId, input) => sent.set(operationId, input)
  /** @type {BatchRow[]} */
  let rows = []
  let maxRows = shownAtFirst
  /** @type {AbortController | null} */
  let running = null

  /** @param {Child} problem */
  const draw = (problem = null) => {
    show(
      results,
      problem,
      batchSum(rows, prices, { save: () => download(exportOf(rows, prices)), retry: work }),
      batchTable(rows, prices, maxRows, priceChoice),
      rows.length > maxRows && actions(button(`Show more of ${plural(rows.length, 'row')}`, showMore)),
      [...sent].map(([operationId, input]) => requestPanel(operationId, input)),
    )
  }

  const showMore = () => {
    maxRows += shownMore
    draw()
  }

  /** Fetches what a person's choice still needs. */
  const priceChoice = async () => {
    draw()
    try {
      await priceRows(rows, prices, { signal: new AbortController().signal, onProgress: () => {}, onSent })
      draw()
    } catch (error) {
      draw(errorNotice(error, priceChoice))
    }
  }

  /** Identifies and prices what is not yet, and goes on where an earlier run ended. */
  const work = async () => {
    if (running) return
    running = new AbortController()
    const { signal } = running
    for (const row of rows) row.code = null
    for (const [id, { prices: found }] of prices) if (found === null) prices.delete(id)
    const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Progress' })
    const words = h('span', { class: 'note' })
    show(
      plan,
      bar,
      words,
      button('Stop', () => running?.abort()),
    )
    /** @type {(verb: string) => (done: number, all: number) => void} */
    const onProgress = (verb) => (done, all) => {
      bar.max = all
      bar.value = done
      words.textContent = `${verb} ${count(done)} of ${count(all)}. When the minute is used up, it waits for the next.`
    }
    /** @type {Child} */
    let problem = null
    try {
      await identifyRows(rows, identified, { signal, onProgress: onProgress('Identified'), onSent })
      await priceRows(rows, prices, { signal, onProgress: onProgress('Priced'), onSent })
      say('The list is priced.')
    } catch (error) {
      problem = signal.aborted
        ? h('p', { class: 'note', role: 'status' }, 'Stopped. What is done stays.')
        : errorNotice(error, work)
    } finally {
      running = null
    }
    draw(problem)
    propose()
  }

  const start = () => {
    rows = readList(list.value).map((row) => ({
      ...row,
      given: row.productId,
      candidates: row.isReadable ? null : [],
      parsed: null,
      skuId: null,
      code: null,
      isSettled: false,
    }))
    maxRows = shownAtFirst
    prices.clear()
    sent.clear()
    show(results)
    work()
  }

  const propose = () => {
    if (running) return
    const read = readList(list.value)
    if (read.length === 0) show(plan, h('p', { class: 'note' }, help))
    else show(plan, costNote(read, identified), button('Identify and price', start, { class: null }))
  }

  /** @param {string} text */
  const fillIn = (text) => {
    list.value = text
    propose()
  }
  /** @param {File | undefined} chosen */
  const takeFile = async (chosen) => {
    if (chosen) fillIn(decodeText(new Uint8Array(await chosen.arrayBuffer())))
    file.value = ''
  }

  list.addEventListener('input', propose)
  file.addEventListener('change', () => takeFile(file.files?.[0]))
  // A long paste takes the browser seconds to type in; set at once it takes none.
  list.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    if (pasted.length < maxTypedPaste) return
    event.preventDefault()
    list.setRangeText(pasted, list.selectionStart, list.selectionEnd, 'end')
    propose()
  })
  list.addEventListener('dragover', (event) => event.preventDefault())
  list.addEventListener('drop', (event) => {
    const dropped = event.dataTransfer?.files[0]
    if (!dropped) return
    event.preventDefault()
    takeFile(dropped)
  })
  propose()
  return {
    title: 'Batch',
    element: h(
      'section',
      {},
      h('h1', {}, 'Price a list'),
      h('div', { class: 'field' }, h('label', { for: 'batch-list' }, 'Paste or drop a list'), list),
      actions(
        file,
        h('label', { for: 'batch-file', class: 'button quiet' }, 'Choose a file'),
        button('Fill in an example', () => fillIn(example)),
      ),
      plan,
      results,
    ),
    open: () => list.focus({ preventScroll: true }),
  }
}
