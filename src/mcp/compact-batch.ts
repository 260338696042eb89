import type { CardIdentification, ParsedQuery, PriceLookup, PriceLookupResult } from '../../packages/client/src/client.ts'

/** What was read out of a text, without what it does not say. */
export const compactParsed = ({ unread, ...parsed }: ParsedQuery) => ({
  ...Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== null)),
  ...(unread.length > 0 ? { unread } : {}),
})

const printingOf = ({ candidates: [best] }: CardIdentification) =>
  best && { productId: best.productId, product: best.name, set: best.setName, number: best.cardNumber, score: best.matchScore }

/** What a person is to be asked, with what is known of the answer. */
const questionOf = (code: PriceLookup['code'], identification: CardIdentification) => {
  if (code !== 'unclear_printing') return { askAPerson: 'which copy', ...printingOf(identification) }
  const { candidates } = identification
  return {
    askAPerson: 'which printing',
    candidates: candidates.map(({ productId, name, setName, cardNumber, matchScore }) => [
      productId,
      name,
      setName,
      cardNumber,
      matchScore,
    ]),
  }
}

/** A line of a list: what it is worth, what to ask a person, or what failed. */
const cardRow = ({ query, identification, status, code, price }: PriceLookup) => {
  if (identification === null) return { query, code }
  const { parsed } = identification
  const read = compactParsed({ ...parsed, name: null, cardNumber: null, setHint: null })
  if (status === 'needs_review') return { query, ...questionOf(code, identification), ...read }
  const { quantity } = parsed
  return {
    query,
    ...printingOf(identification),
    ...(quantity === null ? {} : { quantity }),
    ...(price === null ? { code } : { copy: [price.condition, price.variant, price.language], marketPrice: price.marketPrice }),
  }
}

const idRow = ({ productId, skuId, code, prices }: PriceLookup) => ({
  productId,
  ...(skuId === null ? {} : { skuId }),
  ...(code === 'ok' ? {} : { code }),
  prices: prices?.map(({ condition, variant, language, marketPrice }) => [condition, variant, language, marketPrice]) ?? null,
})

/** Prices of a batch: per line of a list its copy and price, per product its SKUs, per row that failed its code. */
export const compactBatch = ({ currency, results }: PriceLookupResult) => {
  const rows = results.map((row) => (row.query === null ? idRow(row) : cardRow(row)))
  return {
    currency,
    results: rows,
    ...(results.some(({ query }) => query === null) ? { price: ['condition', 'variant', 'language', 'marketPrice'] } : {}),
    ...(results.some(({ code }) => code === 'unclear_printing')
      ? { candidate: ['productId', 'name', 'set', 'number', 'matchScore'] }
      : {}),
  }
}
