import { explain } from './error-messages.js'

const isLike = (value, wished) => (value ?? '').toLowerCase().includes(wished.toLowerCase())

/** Those that are as wished; where nothing was wished, those that are as usual, or all where none is. */
const narrowed = (skus, wished, usual, isFit) => {
  if (wished !== '') return skus.filter((sku) => isFit(sku, wished))
  const asUsual = skus.filter((sku) => isFit(sku, usual))
  return asUsual.length > 0 ? asUsual : skus
}

/** SKUs of a row's product that fit what the row says. What it does not say is as usual: English, without a special finish, near mint or unopened. */
const fittingSkus = (row, skus) => {
  const spoken = narrowed(skus, row.language, 'english', ({ language }, wished) => isLike(language, wished))
  const finished = narrowed(spoken, row.variant, 'normal', ({ variant }, wished) => isLike(variant, wished))
  const conditions = row.condition ? [row.condition.toLowerCase()] : ['near mint', 'unopened']
  return finished.filter(({ condition }) => conditions.includes((condition ?? '').toLowerCase()))
}

const nobodyKnows = { skus: null, sku: null, price: null, total: null }

const failed = (code) => ({
  ...nobodyKnows,
  state: code === 'product_not_found' || code === 'invalid_parameter' ? 'open' : 'failed',
  todo: explain(code, 'The service does not take this text.')[0],
})

/**
 * Where a row stands: its SKU, price and total where known, and what is left to do.
 * `state` is `done`, `unpriced` (the source knows no price), `open` (a person must settle it), `failed` (asking again may help) or `waiting`.
 */
export const rowStatusOf = (row, prices) => {
  if (row.code) return failed(row.code)
  if (row.candidates?.length === 0) return { ...nobodyKnows, state: 'open', todo: 'No printing fits.' }
  if (row.productId === null && row.candidates) return { ...nobodyKnows, state: 'open', todo: 'Which printing?' }
  const found = prices.get(row.productId)
  if (!found) return { ...nobodyKnows, state: 'waiting', todo: 'Waiting.' }
  if (found.prices === null) return failed(found.code)
  const skus = found.prices
  const fitting = fittingSkus(row, skus)
  const sku = skus.find(({ skuId }) => skuId === row.skuId) ?? (fitting.length === 1 ? fitting[0] : null)
  const price = sku?.marketPrice ?? null
  const total = price === null || row.quantity === null ? null : (Math.round(price * 100) * row.quantity) / 100
  const status = { skus, sku, price, total }
  if (sku === null) return { ...status, state: 'open', todo: 'Which copy?' }
  if (row.quantity === null) return { ...status, state: 'open', todo: 'How many copies?' }
  return price === null ? { ...status, state: 'unpriced', todo: 'Price unknown.' } : { ...status, state: 'done', todo: null }
}

/** The sum of what is known, and how many rows are in each state. */
export const summaryOf = (rows, prices) => {
  const counts = { done: 0, unpriced: 0, open: 0, failed: 0, waiting: 0 }
  let cents = 0
  for (const row of rows) {
    const { state, total } = rowStatusOf(row, prices)
    counts[state]++
    if (state === 'done') cents += Math.round(total * 100)
  }
  return { ...counts, sum: cents / 100 }
}

const columns = {
  name: ({ row }) => row.name,
  number: ({ row }) => row.number,
  productId: ({ row }) => row.productId,
  product: ({ printing }) => printing?.name,
  set: ({ printing }) => printing?.setName,
  cardNumber: ({ printing }) => printing?.cardNumber,
  skuId: ({ sku }) => sku?.skuId,
  condition: ({ sku }) => sku?.condition,
  variant: ({ sku }) => sku?.variant,
  language: ({ sku }) => sku?.language,
  quantity: ({ row }) => row.quantity,
  marketPrice: ({ price }) => price,
  total: ({ total }) => total,
  status: ({ todo }) => todo ?? 'done',
}

/** All rows as a table to be saved, its first line the names of the columns. */
export const exportOf = (rows, prices) => [
  Object.keys(columns),
  ...rows.map((row) => {
    const printing = row.candidates?.find(({ productId }) => productId === row.productId)
    const facts = { row, printing, ...rowStatusOf(row, prices) }
    return Object.values(columns).map((cell) => cell(facts))
  }),
]
