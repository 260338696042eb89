import { CardMarketError, confidentMatch } from '/console/client/client.js'
import { call } from './session.js'

/** @import { Candidate, IdentifyResult, Operations, Price, PriceLookup } from '/console/client/client.js' */
/** @import { ListRow } from './list.js' */

/**
 * A row of a list while it is priced.
 * @typedef {object} RowProgress
 * @property {number | null} given the product id that the list itself gave
 * @property {readonly Candidate[] | null} candidates `null` until it is identified
 * @property {IdentifyResult['parsed'] | null} parsed what its text says, once it is identified
 * @property {number | null} skuId the copy that a person chose
 * @property {CardMarketError['code'] | null} code of the failure that concerns this row alone
 * @property {boolean} isSettled whether a person chose the printing
 */

/** @typedef {ListRow & RowProgress} BatchRow */

/** @typedef {Pick<RowProgress, 'candidates' | 'parsed' | 'code'> & Pick<ListRow, 'productId'>} Identified */

/** @typedef {Map<string, Identified>} IdentifiedByText */

/**
 * Prices of a product, or the code of why there are none.
 * @typedef {Map<number, { readonly code: PriceLookup['code'] | CardMarketError['code'], readonly prices: readonly Price[] | null }>} PricesByProduct
 */

/**
 * @typedef {object} Run
 * @property {AbortSignal} signal
 * @property {(done: number, all: number) => void} onProgress
 * @property {(operationId: keyof Operations, input: object) => void} onSent
 */

const maxIdsPerRequest = 100
const maxIdentifiesAtOnce = 4

/** Failures of the source in a row after which a run ends: each costs a request, and the next would fail too. */
const maxFailuresInARow = 8

/** Candidates this far below the best are not priced. */
const maxScoreGap = 15

/** @param {ListRow} row */
const keyOf = (row) => `${row.name.toLowerCase()}\n${row.set.toLowerCase()}\n${row.category}`

/**
 * What pricing a list will cost: one request per different card that has no product id and was not identified before, and one per hundred products.
 * @param {readonly ListRow[]} rows
 * @param {IdentifiedByText} identified
 */
export const costOf = (rows, identified) => {
  const texts = new Set(rows.filter(({ productId, isReadable }) => productId === null && isReadable).map(keyOf))
  const ids = new Set(rows.filter(({ productId }) => productId !== null).map(({ productId }) => productId))
  const open = [...texts].filter((key) => !identified.has(key)).length
  return { identify: open, prices: Math.ceil((texts.size + ids.size) / maxIdsPerRequest) }
}

/**
 * Runs work over items a few at a time; the first failure ends it.
 * @template T
 * @param {Iterable<T>} items
 * @param {(item: T) => Promise<void>} work
 */
const forEachConcurrently = async (items, work) => {
  const queue = [...items]
  const next = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  try {
    await Promise.all(Array.from({ length: maxIdentifiesAtOnce }, next))
  } finally {
    queue.length = 0
  }
}

/**
 * The error if it concerns one row, its text or its product. Any other concerns all rows, so that going on would only fail again.
 * @param {unknown} error
 */
const errorOfOneRow = (error) =>
  error instanceof CardMarketError && (error.status === 400 || error.status === 404 || error.status === 502) ? error : null

/**
 * Identifies every different text once and gives each row its candidates; `identified` keeps the answers, so that a corrected list costs only what is new.
 * @param {readonly BatchRow[]} rows
 * @param {IdentifiedByText} identified
 * @param {Run} run
 */
export const identifyRows = async (rows, identified, { signal, onProgress, onSent }) => {
  const open = rows.filter((row) => row.productId === null && row.candidates === null)
  for (const row of open) Object.assign(row, identified.get(keyOf(row)))
  const byKey = Map.groupBy(
    open.filter((row) => row.candidates === null),
    keyOf,
  )
  let done = 0
  let failuresInARow = 0
  await forEachConcurrently(byKey, async ([key, same]) => {
    const [first] = same
    if (!first) return
    const input = { q: first.name, set: first.set || undefined, category: first.category || undefined, limit: 6 }
    onSent('identify', input)
    try {
      const data = await call('identify', input, { signal, isPatient: true })
      const productId = confidentMatch(data)?.productId ?? null
      const found = { candidates: data.candidates, parsed: data.parsed, productId, code: null }
      identified.set(key, found)
      for (const row of same) Object.assign(row, found)
      failuresInARow = 0
    } catch (error) {
      const failure = errorOfOneRow(error)
      failuresInARow += failure?.status === 502 ? 1 : 0
      if (signal.aborted || !failure || failuresInARow >= maxFailuresInARow) throw error
      for (const row of same) row.code = failure.code
    }
    onProgress(++done, byKey.size)
  })
}

/**
 * Candidates about as good as the best: those worth a price when a person must choose.
 * @param {Pick<RowProgress, 'candidates'>} row
 */
export const leadingCandidates = ({ candidates }) => {
  const best = candidates?.[0]?.matchScore ?? 0
  return (candidates ?? []).filter(({ matchScore }) => matchScore >= best - maxScoreGap)
}

/**
 * Adds the prices of all products that rows may mean to `known`, a hundred a request.
 * @param {readonly BatchRow[]} rows
 * @param {PricesByProduct} known
 * @param {Run} run
 */
export const priceRows = async (rows, known, { signal, onProgress, onSent }) => {
  const wanted = rows.flatMap((row) =>
    row.productId === null ? leadingCandidates(row).map(({ productId }) => productId) : [row.productId],
  )
  const ids = [...new Set(wanted)].filter((id) => !known.has(id))
  for (let at = 0; at < ids.length; at += maxIdsPerRequest) {
    const input = { productIds: ids.slice(at, at + maxIdsPerRequest) }
    onSent('lookUpPrices', input)
    try {
      const { results } = await call('lookUpPrices', input, { signal, isPatient: true })
      for (const { productId, code, prices } of results) if (productId !== null) known.set(productId, { code, prices })
    } catch (error) {
      const failure = errorOfOneRow(error)
      if (signal.aborted || !failure) throw error
      for (const id of input.productIds) known.set(id, { code: failure.code, prices: null })
    }
    onProgress(Math.min(ids.length, at + maxIdsPerRequest), ids.length)
  }
}
