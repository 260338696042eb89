import Type, { type Static } from 'typebox'
import type {
  HistoryResult,
  HistoryVariant,
  ListingsResult,
  PricesResult,
  ProductSnapshot,
} from '../../../packages/client/src/client.ts'
import { Currency, Nullable, NullableText, observation, ProductId, Source } from '../../contract/fields.ts'
import { HistoryResult as ContractHistory, HistoryVariant as ContractVariant } from '../../contract/history.ts'
import { ListingsResult as ContractListings } from '../../contract/listings.ts'
import { Product as ContractProduct } from '../../contract/product-details.ts'
import { ProductSnapshot as ContractSnapshot } from '../../contract/product-snapshot.ts'
import { CutNotice, fitRows, pick, ShortOffer, ShortPrice, shortOffer, shortPrices } from './shared.ts'

/** Points of a history series that an agent is shown; enough for a trend, few enough to read. */
const seriesPoints = 24

/** Offers of a snapshot. */
export const cheapestOffers = 5

const { fetchedAt } = observation

const calculatedAt = NullableText('When the source calculated the prices; null where each row says its own.')

const OfProduct = Type.Object({ source: Source, productId: ProductId })
const PricesHead = Type.Object({ ...OfProduct.properties, currency: Currency, fetchedAt })

export const PricesAnswer = Type.Object({
  ...PricesHead.properties,
  calculatedAt,
  prices: Type.Array(ShortPrice),
  cut: CutNotice,
})

export const pricesAnswer = (result: PricesResult): Static<typeof PricesAnswer> => {
  const rows = shortPrices(result.prices)
  const prices = fitRows(rows.prices)
  const left = rows.prices.length - prices.length
  return {
    ...pick(PricesHead, result),
    calculatedAt: rows.calculatedAt,
    prices,
    ...(left > 0 ? { cut: `${left} more SKUs: ask card_price_list for the copy that is meant.` } : {}),
  }
}

type HistoryPoint = readonly [date: string | null, marketPrice: number | null, quantitySold: number | null]

// Not a tuple of JSON Schema: hosts disagree on how one is written.
const HistoryPoint = Type.Unsafe<HistoryPoint>({
  type: 'array',
  items: { type: ['string', 'number', 'null'] },
  minItems: 3,
  maxItems: 3,
  description: '[date, marketPrice, quantitySold]',
})

const SeriesHead = Type.Pick(ContractVariant, ['skuId', 'condition', 'variant', 'language', 'totalQuantitySold'])

const historyFields = {
  range: ContractHistory.properties.range,
  recordedSince: Type.Optional(ContractHistory.properties.recordedSince),
  seriesInAll: Type.Integer({ description: 'SKUs with a history, shown or not.' }),
  series: Type.Array(Type.Object({ ...SeriesHead.properties, points: Type.Array(HistoryPoint) }), {
    description: 'Best sold first; points thinned out evenly up to the newest.',
  }),
}

const SnapshotHistory = Type.Object(historyFields)

const HistoryHead = Type.Object({ ...OfProduct.properties, fetchedAt })

export const HistoryAnswer = Type.Object({ ...HistoryHead.properties, ...historyFields })

const shortSeries = ({ buckets, ...series }: HistoryVariant) => {
  const step = Math.max(1, Math.ceil(buckets.length / seriesPoints))
  const last = buckets.length - 1
  const shown = buckets.filter((_, index) => (last - index) % step === 0)
  return {
    ...pick(SeriesHead, series),
    points: shown.map(({ date, marketPrice, quantitySold }): HistoryPoint => [date, marketPrice, quantitySold]),
  }
}

const shortHistory = (
  { range, recordedSince, variants }: HistoryResult,
  maxSeries: number,
): Static<typeof SnapshotHistory> => ({
  range,
  ...(recordedSince === null ? {} : { recordedSince }),
  seriesInAll: variants.length,
  series: [...variants]
    .sort((a, b) => (b.totalQuantitySold ?? 0) - (a.totalQuantitySold ?? 0))
    .slice(0, maxSeries)
    .map(shortSeries),
})

/** The best-sold series of a history. */
export const historyAnswer = (result: HistoryResult, maxSeries: number): Static<typeof HistoryAnswer> => ({
  ...pick(HistoryHead, result),
  ...shortHistory(result, maxSeries),
})

const { total, offset, unmatchedFilters } = ContractListings.properties
const ListingsHead = Type.Object({ ...OfProduct.properties, total, offset, fetchedAt })

export const ListingsAnswer = Type.Object({
  ...ListingsHead.properties,
  unmatchedFilters: Type.Optional(unmatchedFilters),
  offers: Type.Array(ShortOffer),
  cut: CutNotice,
})

export const listingsAnswer = (result: ListingsResult): Static<typeof ListingsAnswer> => {
  const offers = fitRows(result.offers.map(shortOffer))
  const next = result.offset + offers.length
  return {
    ...pick(ListingsHead, result),
    ...(result.unmatchedFilters.length > 0 ? { unmatchedFilters: [...result.unmatchedFilters] } : {}),
    offers,
    ...(offers.length < result.offers.length ? { cut: `Ask for the rest with offset ${next}.` } : {}),
  }
}

const { name, category, group, cardNumber, rarity, imageUrl } = ContractProduct.properties

export const SnapshotAnswer = Type.Object({
  source: Source,
  productId: ProductId,
  name,
  line: category.properties.name,
  set: group.properties.name,
  number: cardNumber,
  rarity,
  observedAt: ContractSnapshot.properties.observedAt,
  currency: Currency,
  unavailable: Type.Record(Type.String(), Type.String(), {
    description: 'Sections that failed, each with its error code. Null there does not mean that there is none.',
  }),
  calculatedAt,
  marketPrices: Nullable(Type.Array(ShortPrice), 'Null when unavailable.'),
  history: Nullable(SnapshotHistory, 'Of the best-sold SKU; null when unavailable.'),
  listings: Nullable(Type.Object({ total, cheapest: Type.Array(ShortOffer) }), 'Null when unavailable.'),
  featuredListing: Nullable(ShortOffer, 'Lowest total that certainly is the catalogue item.'),
  imageUrl,
  cut: CutNotice,
})

/** A whole product: each section is null where its status says why. */
export const snapshotAnswer = (snapshot: ProductSnapshot): Static<typeof SnapshotAnswer> => {
  const { product, marketPrices, marketHistory, listings, featuredListing, sections } = snapshot
  const unavailable = Object.entries(sections).filter(([, { status }]) => status !== 'ok')
  const rows = marketPrices && shortPrices(marketPrices)
  const shown = rows && fitRows(rows.prices)
  const left = (rows?.prices.length ?? 0) - (shown?.length ?? 0)
  return {
    source: snapshot.source,
    productId: product.productId,
    name: product.name,
    line: product.category.name,
    set: product.group.name,
    number: product.cardNumber,
    rarity: product.rarity,
    observedAt: snapshot.observedAt,
    currency: snapshot.currency,
    unavailable: Object.fromEntries(unavailable.map(([section, { code }]) => [section, code])),
    calculatedAt: rows?.calculatedAt ?? null,
    marketPrices: shown,
    history: marketHistory && shortHistory(marketHistory, 1),
    listings: listings && { total: listings.total, cheapest: listings.offers.slice(0, cheapestOffers).map(shortOffer) },
    featuredListing: featuredListing && shortOffer(featuredListing),
    imageUrl: product.imageUrl,
    ...(left > 0 ? { cut: `${left} more SKUs: ask card_price_list for the copy that is meant.` } : {}),
  }
}
