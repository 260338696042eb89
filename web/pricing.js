import { confidentMatch } from './client/client.js'
import { textOf } from './list.js'
import { call } from './session.js'

/** Most ids that one price request takes. */
const idsPerRequest = 100

/** Identify calls that run at once. */
const sideBySide = 4

/** Failures of the source in a row after which a run ends: each costs a request, and the next would fail too. */
const failuresInARow = 8

const longestSetHint = 80

const keyOf = (row) => `${textOf(row).toLowerCase()}\n${row.set.toLowerCase()}`

/** What pricing a list will cost: one request per different card that has no product id and was not identified before, and one per hundred products. */
export const costOf = (rows, identified) => {
  const texts = new Set(rows.filter(({ productId }) => productId === null).map(keyOf))
  const ids = new Set(rows.filter(({ productId }) => productId !== null).map(({ productId }) => productId))
  const open = [...texts].filter((key) => !identified.has(key)).length
  return { identify: open, prices: Math.ceil((texts.size + ids.size) / idsPerRequest) }
}

/** Runs work over items a few at a time; the first failure ends it. */
const each = async (items, work) => {
  const queue = [...items]
  const next = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  try {
    await Promise.all(Array.from({ length: sideBySide }, next))
  } finally {
    queue.length = 0
  }
}

/** Codes of one row, its text or its product. Others concern all rows, so that going on would only fail again. */
const isOfOneRow = (error) => error.status === 400 || error.status === 404 || error.status === 502

/**
 * Identifies every different text once and gives each row its candidates; `identified` keeps the answers by text, so that a corrected list costs only what is new.
 * A failure of one row is its `code`.
 */
export const identifyRows = async (rows, identified, { signal, onProgress, onSent }) => {
  const open = rows.filter((row) => row.productId === null && row.candidates === null)
  for (const row of open) Object.assign(row, identified.get(keyOf(row)))
  const byKey = Map.groupBy(
    open.filter((row) => row.candidates === null),
    keyOf,
  )
  let done = 0
  let failed = 0
  await each(byKey, async ([key, same]) => {
    const [{ set }] = same
    const input = { q: textOf(same[0]), set: set.slice(0, longestSetHint) || undefined, limit: 6 }
    onSent('identify', input)
    try {
      const data = await call('identify', input, { signal, isPatient: true })
      identified.set(key, { candidates: data.candidates, productId: confidentMatch(data)?.productId ?? null, code: null })
      for (const row of same) Object.assign(row, identified.get(key))
      failed = 0
    } catch (error) {
      failed += error.status === 502 ? 1 : 0
      if (signal.aborted || !isOfOneRow(error) || failed >= failuresInARow) throw error
      for (const row of same) row.code = error.code
    }
    onProgress(++done, byKey.size)
  })
}

/** Candidates worth a price when a person must choose: those as good as the best. */
export const leading = ({ candidates }) => {
  const best = candidates?.[0]?.matchScore ?? 0
  return (candidates ?? []).filter(({ matchScore }) => matchScore >= best - 15)
}

/** Fetches the prices of all products that rows may mean, a hundred a request. `known` gets them by product id, or the code of why there are none. */
export const priceRows = async (rows, known, { signal, onProgress, onSent }) => {
  const wanted = rows.flatMap((row) =>
    row.productId === null ? leading(row).map(({ productId }) => productId) : [row.productId],
  )
  const ids = [...new Set(wanted)].filter((id) => !known.has(id))
  for (let at = 0; at < ids.length; at += idsPerRequest) {
    const input = { productIds: ids.slice(at, at + idsPerRequest) }
    onSent('lookUpPrices', input)
    try {
      const { results } = await call('lookUpPrices', input, { signal, isPatient: true })
      for (const { productId, code, prices } of results) known.set(productId, { code, prices })
    } catch (error) {
      if (signal.aborted || !isOfOneRow(error)) throw error
      for (const id of input.productIds) known.set(id, { code: error.code, prices: null })
    }
    onProgress(Math.min(ids.length, at + idsPerRequest), ids.length)
  }
}
