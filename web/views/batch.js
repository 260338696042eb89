import { h, show, table } from '../dom.js'
import { count, money, placeOf, plural } from '../format.js'
import { readList, writeCsv } from '../list.js'
import { costOf, fittingSkus, identifyRows, leading, priceRows } from '../pricing.js'
import { requestPanel } from '../request.js'
import { remaining, say } from '../session.js'
import { explain, trouble } from '../trouble.js'

const shownAtFirst = 100

/** Characters from which a paste is long. */
const longPaste = 5_000
const example = 'Charizard 4/102, near mint, 2, Base Set\nPikachu, lp\nBlack Lotus, damaged'

/** A list of cards: identified, priced, summed and exported; what is unsure is marked for a person to settle. */
export const batchView = () => {
  const list = h('textarea', { id: 'batch-list', rows: 8, spellcheck: 'false', placeholder: example })
  const file = h('input', { type: 'file', accept: '.csv,.tsv,.txt,text/csv,text/plain', id: 'batch-file', class: 'hidden-file' })
  const plan = h('div', { class: 'plan', role: 'status' })
  const results = h('div', { class: 'results' })
  const prices = new Map()
  let rows = []
  let most = shownAtFirst
  let running = null

  /** Where a row stands: its product, its SKU and price where known, and what a person still has to settle. */
  const standing = (row) => {
    if (row.code) return { todo: explain(row.code)[0] }
    if (row.candidates !== null && row.candidates.length === 0) return { todo: 'No printing fits.' }
    if (row.productId === null) return { todo: row.candidates === null ? 'Waiting.' : 'Which printing?' }
    const found = prices.get(row.productId)
    if (!found) return { todo: 'Waiting.' }
    if (found.prices === null) return { todo: explain(found.code)[0] }
    const fitting = fittingSkus(row, found.prices)
    const sku = found.prices.find(({ skuId }) => skuId === row.skuId) ?? (fitting.length === 1 ? fitting[0] : null)
    if (!sku) return { skus: found.prices, todo: 'Which copy?' }
    return { skus: found.prices, sku, todo: sku.marketPrice === null ? 'Price unknown.' : null }
  }

  const summary = () => {
    const all = rows.map((row) => ({ row, ...standing(row) }))
    const priced = all.filter(({ sku }) => sku && sku.marketPrice !== null)
    const sum = priced.reduce((total, { row, sku }) => total + Math.round(sku.marketPrice * 100) * row.quantity, 0) / 100
    const unknown = all.filter(({ todo }) => todo === 'Price unknown.').length
    const open = all.length - priced.length - unknown
    return { sum, priced: priced.length, unknown, open }
  }

  const printingCell = (row) => {
    if (row.given !== null) return h('span', {}, `Product ${row.given}`)
    if (row.candidates === null || row.candidates.length === 0) return '–'
    const options = row.isSettled || row.productId === null ? leading(row) : row.candidates
    const pick = h(
      'select',
      { 'aria-label': `Printing of ${row.name}`, class: row.productId === null ? 'unsure' : null },
      row.productId === null && h('option', { value: '' }, 'Choose a printing'),
      options.map((one) =>
        h('option', { value: one.productId, selected: one.productId === row.productId }, `${one.name}, ${placeOf(one)}`),
      ),
    )
    pick.addEventListener('change', async () => {
      Object.assign(row, { productId: Number(pick.value) || null, skuId: null, isSettled: true })
      await settle()
    })
    return pick
  }

  const copyCell = (row, { skus, sku }) => {
    if (!skus) return '–'
    const pick = h(
      'select',
      { 'aria-label': `Copy of ${row.name}`, class: sku ? null : 'unsure' },
      !sku && h('option', { value: '' }, 'Choose a copy'),
      skus.map((one) =>
        h(
          'option',
          { value: one.skuId, selected: one.skuId === sku?.skuId },
          [one.condition, one.variant, one.language].map((word) => word ?? '–').join(' · '),
        ),
      ),
    )
    pick.addEventListener('change', () => {
      row.skuId = Number(pick.value) || null
      draw()
    })
    return pick
  }

  const lineOf = (row, index) => {
    const state = standing(row)
    const price = state.sku?.marketPrice ?? null
    const total = price === null ? null : Math.round(price * 100 * row.quantity) / 100
    return [
      [h('span', { class: 'note' }, `${index + 1} `), row.name || `Product ${row.given}`, row.number && ` ${row.number}`],
      printingCell(row),
      copyCell(row, state),
      { number: count(row.quantity) },
      { number: money(price) },
      { number: money(total) },
      h('span', { class: state.todo ? 'badge unsure' : 'badge sure' }, state.todo ?? 'Done'),
    ]
  }

  const download = () => {
    const body = rows.map((row) => {
      const { sku, todo } = standing(row)
      const found = row.candidates?.find(({ productId }) => productId === row.productId)
      const price = sku?.marketPrice ?? null
      const total = price === null ? null : (Math.round(price * 100) * row.quantity) / 100
      return [
        row.name || row.given,
        row.number,
        row.productId,
        found?.name,
        found?.setName,
        found?.cardNumber,
        sku?.skuId,
        sku?.condition,
        sku?.variant,
        sku?.language,
        row.quantity,
        price,
        total,
        todo ?? 'done',
      ]
    })
    const names = [
      'name',
      'number',
      'productId',
      'product',
      'set',
      'cardNumber',
      'skuId',
      'condition',
      'variant',
      'language',
      'quantity',
      'marketPrice',
      'total',
      'status',
    ]
    const url = URL.createObjectURL(new Blob([writeCsv([names, ...body])], { type: 'text/csv' }))
    h('a', { href: url, download: 'prices.csv' }).click()
    setTimeout(() => URL.revokeObjectURL(url), 1_000)
  }

  const draw = (problem = null) => {
    const { sum, priced, unknown, open } = summary()
    show(
      results,
      problem,
      h(
        'div',
        { class: 'panel sum' },
        h(
          'p',
          { class: 'figure' },
          priced === 0 ? money(null) : money(sum),
          h('span', { class: 'note' }, ` for ${plural(priced, 'row')}`),
        ),
        h(
          'p',
          {},
          unknown > 0 && `${plural(unknown, 'row')} without a known price. `,
          open > 0 ? h('strong', {}, `${plural(open, 'row')} to settle.`) : 'Nothing left to settle.',
        ),
        h('p', { class: 'actions' }, h('button', { type: 'button', onclick: download }, 'Save as CSV')),
      ),
      table(
        'Rows of the list with printing, copy and price',
        ['Card', 'Printing', 'Copy', { number: 'Copies' }, { number: 'Price' }, { number: 'Total' }, 'State'],
        rows.slice(0, most).map(lineOf),
        'batch stack',
      ),
      rows.length > most &&
        h(
          'p',
          { class: 'actions' },
          h(
            'button',
            {
              type: 'button',
              class: 'quiet',
              onclick: () => {
                most += 500
                draw()
              },
            },
            `Show more of ${plural(rows.length, 'row')}`,
          ),
        ),
      requestPanel('lookUpPrices', { productIds: [...prices.keys()].slice(0, 5) }),
    )
  }

  const settle = async () => {
    const signal = new AbortController().signal
    try {
      await priceRows(rows, prices, { signal, onProgress: () => {} })
      draw()
    } catch (error) {
      draw(trouble(error, settle))
    }
  }

  const work = async () => {
    running = new AbortController()
    const { signal } = running
    const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Progress' })
    const words = h('span', { class: 'note' })
    show(plan, bar, words, h('button', { type: 'button', class: 'quiet', onclick: () => running.abort() }, 'Stop'))
    const onProgress = (verb) => (done, all) => {
      bar.max = all
      bar.value = done
      words.textContent = `${verb} ${count(done)} of ${count(all)}. A full minute is waited for.`
    }
    let problem = null
    try {
      await identifyRows(rows, { signal, onProgress: onProgress('Identified') })
      await priceRows(rows, prices, { signal, onProgress: onProgress('Priced') })
      say('The list is priced.')
    } catch (error) {
      problem = signal.aborted ? h('p', { class: 'note', role: 'status' }, 'Stopped. What is done stays.') : trouble(error, work)
    }
    draw(problem)
    propose()
  }

  const start = () => {
    rows = readList(list.value).map((row) => ({
      ...row,
      given: row.productId,
      candidates: null,
      skuId: null,
      code: null,
      isSettled: false,
    }))
    most = shownAtFirst
    work()
  }

  /** Says what the list will cost before anything is spent. */
  const propose = () => {
    const read = readList(list.value)
    if (read.length === 0) {
      show(
        plan,
        h(
          'p',
          { class: 'note' },
          'One card a line: name and number, then condition, copies and set in any order. Or CSV with a head line; rows with a productId need not be identified.',
        ),
      )
      return
    }
    const cost = costOf(read)
    const all = cost.identify + cost.prices
    const isMany = remaining?.month !== null && remaining !== null && all > remaining.month
    const minutes = remaining?.minute !== null && remaining !== null && all > remaining.minute
    show(
      plan,
      h(
        'p',
        {},
        `${plural(read.length, 'row')} will cost about ${plural(all, 'request')}: ${count(cost.identify)} to identify, ${count(cost.prices)} for prices.`,
      ),
      isMany &&
        h(
          'p',
          { class: 'verdict unsure' },
          `Only ${count(remaining.month)} are left this month. It will stop there; add productIds or split the list.`,
        ),
      !isMany &&
        minutes &&
        h(
          'p',
          { class: 'note' },
          `${count(remaining.minute)} are left this minute; it waits for the next when they are used up.`,
        ),
      h('button', { type: 'button', onclick: start }, 'Identify and price'),
    )
  }

  const takeFile = async (chosen) => {
    if (!chosen) return
    list.value = await chosen.text()
    propose()
  }

  list.addEventListener('input', propose)
  file.addEventListener('change', () => takeFile(file.files[0]))
  // A long paste takes the browser seconds to type in; set at once it takes none.
  list.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    if (pasted.length < longPaste) return
    event.preventDefault()
    list.setRangeText(pasted, list.selectionStart, list.selectionEnd, 'end')
    propose()
  })
  list.addEventListener('dragover', (event) => event.preventDefault())
  list.addEventListener('drop', (event) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    takeFile(event.dataTransfer.files[0])
  })
  const tryExample = () => {
    list.value = example
    propose()
  }
  propose()
  return {
    title: 'Batch',
    element: h(
      'section',
      {},
      h('h1', {}, 'Price a list'),
      h('div', { class: 'field' }, h('label', { for: 'batch-list' }, 'Paste or drop a list'), list),
      h(
        'p',
        { class: 'actions' },
        file,
        h('label', { for: 'batch-file', class: 'button quiet' }, 'Choose a file'),
        h('button', { type: 'button', class: 'quiet', onclick: tryExample }, 'Fill in an example'),
      ),
      plan,
      results,
    ),
    open: () => list.focus({ preventScroll: true }),
  }
}
