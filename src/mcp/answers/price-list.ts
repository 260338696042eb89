import Type, { type Static } from 'typebox'
import type { CardIdentification, PriceLookup, PriceLookupResult } from '../../../packages/client/src/client.ts'
import { productSummaryFields } from '../../contract/catalog.ts'
import { Currency, Nullable, observation, ProductId, SkuId, Source } from '../../contract/fields.ts'
import { MatchScore, PriceRange } from '../../contract/identification.ts'
import { limits } from '../../contract/limits.ts'
import { UnclearCopy } from '../../contract/price-batch.ts'
import { Price } from '../../contract/prices.ts'
import { ShortParsed, shortParsed } from './identification.ts'
import { CutNotice, fitRows, pick } from './shared.ts'

/** SKUs that the rows of products may show together; of a long list each shows fewer. */
const skusInAll = 240
/** From so many rows on, an unclear printing shows fewer candidates. */
const longList = 20
const candidatesInLongList = 3

const { name, setName, cardNumber } = productSummaryFields
const { condition, variant, language, marketPrice, calculatedAt } = Price.properties

const Printing = Type.Object({
  productId: ProductId,
  product: name,
  set: setName,
  number: cardNumber,
  score: MatchScore,
})

const Copy = Type.Object({ condition, variant, language })

const SkuPrice = Type.Object({ skuId: SkuId, ...Copy.properties, marketPrice, calculatedAt })

const Row = Type.Object({
  query: Type.Optional(Type.String({ description: 'The line, in the row of a card.' })),
  productId: Type.Optional(Nullable(ProductId, 'The product, where it is known.')),
  skuId: Type.Optional(SkuId),
  product: Type.Optional(name),
  set: Type.Optional(setName),
  number: Type.Optional(cardNumber),
  score: Type.Optional(MatchScore),
  read: Type.Optional(ShortParsed),
  copy: Type.Optional(Copy),
  marketPrice: Type.Optional(marketPrice),
  calculatedAt: Type.Optional(calculatedAt),
  prices: Type.Optional(
    Nullable(Type.Array(SkuPrice), 'In the row of an id: SKUs with their prices; null where the row has a code.'),
  ),
  moreSkus: Type.Optional(Type.Integer({ description: 'SKUs left out of prices; card_prices shows them all.' })),
  askAPerson: Type.Optional(
    Type.Unsafe<'which printing' | 'which copy'>({
      type: 'string',
      enum: ['which printing', 'which copy'],
      description: 'What a person has to say; there is no price until then.',
    }),
  ),
  unclear: Type.Optional(UnclearCopy),
  candidates: Type.Optional(Type.Array(Printing, { description: 'Printings to choose from, best first.' })),
  priceRange: Type.Optional(PriceRange),
  moreMayFit: Type.Optional(
    Type.Literal(true, {
      description: 'There may be more printings than candidates: card_identify with the line as q shows up to 24.',
    }),
  ),
  code: Type.Optional(Type.String({ description: 'Error code of a row that failed by itself.' })),
})
type Row = Static<typeof Row>

export const PriceListAnswer = Type.Object({
  source: Source,
  currency: Currency,
  fetchedAt: observation.fetchedAt,
  results: Type.Array(Row, { description: 'In request order: productIds, skuIds, cards; equal entries once.' }),
  cut: CutNotice,
})

const printingOf = (one: CardIdentification['candidates'][number]): Static<typeof Printing> => ({
  productId: one.productId,
  product: one.name,
  set: one.setName,
  number: one.cardNumber,
  score: one.matchScore,
})

const bestOf = ({ candidates: [best] }: CardIdentification) => (best ? printingOf(best) : {})

/** The printings that a person chooses from; those that cannot be told from the best are never left out. */
const choiceOf = (
  { candidates, inQuestion, priceRange }: CardIdentification,
  maxShown: number,
): Pick<Row, 'candidates' | 'priceRange' | 'moreMayFit'> => {
  const best = candidates[0]?.matchScore ?? 0
  const shown = candidates.filter(
    ({ matchScore }, index) => index < maxShown || best - matchScore < limits.ambiguousScoreGap,
  )
  const isCut =
    shown.length < Math.max(candidates.length, inQuestion.length) || candidates.length === limits.candidatesPerCard
  return {
    candidates: shown.map(printingOf),
    ...(priceRange === null ? {} : { priceRange }),
    ...(isCut ? { moreMayFit: true } : {}),
  }
}

/** What a person is to be asked, with what is known of the answer. */
const questionOf = ({ code, unclear }: PriceLookup, found: CardIdentification, maxShown: number): Row =>
  code === 'unclear_printing'
    ? { askAPerson: 'which printing', ...choiceOf(found, maxShown) }
    : {
        askAPerson: 'which copy',
        ...(unclear && { unclear: { ...unclear, values: [...unclear.values] } }),
        ...bestOf(found),
      }

/** A line of a list: what it is worth, what to ask a person, or what failed. */
const cardRow = (lookup: PriceLookup, maxShown: number): Row => {
  const { query, identification, status, code, price } = lookup
  const line = query ?? ''
  if (identification === null) return { query: line, code }
  const said = shortParsed({ ...identification.parsed, name: null, cardNumber: null, setHint: null })
  const read = Object.keys(said).length > 0 ? { read: said } : {}
  if (status === 'needs_review') return { query: line, ...questionOf(lookup, identification, maxShown), ...read }
  if (price === null) return { query: line, ...bestOf(identification), ...read, code }
  return {
    query: line,
    ...bestOf(identification),
    ...read,
    skuId: price.skuId,
    copy: pick(Copy, price),
    marketPrice: price.marketPrice,
    calculatedAt: price.calculatedAt,
  }
}

const idRow = ({ productId, skuId, code, prices }: PriceLookup, maxSkus: number): Row => {
  const left = (prices?.length ?? 0) - maxSkus
  return {
    productId,
    ...(skuId === null ? {} : { skuId }),
    ...(code === 'ok' ? {} : { code }),
    prices: prices?.slice(0, maxSkus).map((price) => pick(SkuPrice, price)) ?? null,
    ...(left > 0 ? { moreSkus: left } : {}),
  }
}

/** Prices of a list: per line its copy and price, per id its SKUs, per row that failed its code. */
export const priceListAnswer = ({
  source,
  currency,
  fetchedAt,
  results,
}: PriceLookupResult): Static<typeof PriceListAnswer> => {
  const ids = results.filter(({ query }) => query === null).length
  const maxSkus = Math.max(1, Math.floor(skusInAll / Math.max(1, ids)))
  const maxShown = results.length > longList ? candidatesInLongList : limits.candidatesPerCard
  const rows = results.map((row) => (row.query === null ? idRow(row, maxSkus) : cardRow(row, maxShown)))
  const shown = fitRows(rows)
  const left = rows.length - shown.length
  return {
    source,
    currency,
    fetchedAt,
    results: shown,
    ...(left > 0
      ? { cut: `The last ${left} of ${rows.length} rows are left out: ask for them in a call of their own.` }
      : {}),
  }
}
