import { textOf } from './list.js'
import { call } from './session.js'

/** Most ids that one price request takes. */
const idsPerRequest = 100

/** Identify calls that run at once. */
const sideBySide = 4

const keyOf = (row) => `${textOf(row).toLowerCase()}\n${row.set.toLowerCase()}`

/** What pricing a list will cost: one request per different card that has no product id yet, and one per hundred products. */
export const costOf = (rows) => {
  const texts = new Set(rows.filter(({ productId }) => productId === null).map(keyOf)).size
  const ids = new Set(rows.filter(({ productId }) => productId !== null).map(({ productId }) => productId)).size
  return { identify: texts, prices: Math.ceil((texts + ids) / idsPerRequest) }
}

/** Runs work over items a few at a time; the first failure that is not of one item ends it. */
const each = async (items, work) => {
  const queue = [...items]
  await Promise.all(
    Array.from({ length: sideBySide }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
    }),
  )
}

/** Codes that concern all rows, so that going on would only fail again. */
const endsAll = (error) => !('status' in error) || error.status === null || error.status === 401 || error.status === 429

/** Identifies every different text once and gives each row its candidates. A row with a product id has itself as the only one. */
export const identifyRows = async (rows, { signal, onProgress }) => {
  const byKey = Map.groupBy(
    rows.filter((row) => row.productId === null && row.candidates === null),
    keyOf,
  )
  let done = 0
  await each(byKey.values(), async (same) => {
    const [{ set }] = same
    try {
      const { candidates, ambiguous } = await call(
        'identify',
        { q: textOf(same[0]), set: set || undefined, limit: 6 },
        { signal, isPatient: true },
      )
      const isSure = !ambiguous && candidates.length > 0
      for (const row of same) Object.assign(row, { candidates, productId: isSure ? candidates[0].productId : null })
    } catch (error) {
      if (signal.aborted || endsAll(error)) throw error
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

/** Fetches the prices of all products that rows may mean, a hundred a request. @returns prices by product id, or the code of why there are none */
export const priceRows = async (rows, known, { signal, onProgress }) => {
  const wanted = rows.flatMap((row) =>
    row.productId === null ? leading(row).map(({ productId }) => productId) : [row.productId],
  )
  const ids = [...new Set(wanted)].filter((id) => !known.has(id))
  for (let at = 0; at < ids.length; at += idsPerRequest) {
    const productIds = ids.slice(at, at + idsPerRequest)
    const { results } = await call('lookUpPrices', { productIds }, { signal, isPatient: true })
    for (const { productId, code, prices } of results) known.set(productId, { code, prices })
    onProgress(Math.min(ids.length, at + idsPerRequest), ids.length)
  }
}

const isLike = (value, wanted) => wanted === '' || (value ?? '').toLowerCase().includes(wanted.toLowerCase())

/** SKUs of a row's product that fit what the row says; a row that names no condition means near mint or unopened. */
export const fittingSkus = (row, prices) => {
  const language = row.language || 'english'
  const inLanguage = prices.filter((price) => isLike(price.language, language))
  const fits = (inLanguage.length > 0 ? inLanguage : prices).filter(({ variant }) => isLike(variant, row.variant))
  const wanted = row.condition ? [row.condition] : ['near mint', 'unopened']
  return fits.filter(({ condition }) => wanted.includes((condition ?? '').toLowerCase()))
}
