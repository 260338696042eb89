import {
  type Candidate,
  confidentMatch,
  type HistoryResult,
  type HistoryVariant,
  type IdentifyResult,
  type ImageIdentifyResult,
  type ListingsResult,
  type Offer,
  type PlacedCard,
  type Price,
  type PricesResult,
  type ProductSnapshot,
  type ProductSummary,
  type SearchResult,
} from '../../packages/client/src/client.ts'
import { compactParsed } from './compact-batch.ts'

/** Points of a history series that an agent is shown; enough for a trend, few enough to read. */
const seriesPoints = 24

/** Candidates of each card of a photo with several. */
const candidatesOfPlaced = 3

const summary = (product: ProductSummary) => ({
  productId: product.productId,
  name: product.name,
  line: product.category,
  set: product.setName,
  number: product.cardNumber,
  rarity: product.rarity,
  ...(product.sealed ? { sealed: true } : {}),
  marketPrice: product.marketPrice,
  lowestPrice: product.lowestPrice,
})

const candidate = (one: Candidate) => ({ ...summary(one), matchScore: one.matchScore, matchReasons: one.matchReasons })

const untimed = ({ calculatedAt: _, ...rest }: Price) => rest

/** Rows of prices, whose time is told once where it is the same for all. */
const priceRows = (prices: readonly Price[]) => {
  const [calculatedAt = null, ...others] = new Set(prices.map((price) => price.calculatedAt))
  return others.length > 0 ? { prices } : { calculatedAt, prices: prices.map(untimed) }
}

const offer = ({ condition, variant, language, quantity, itemPrice, shippingPrice, totalPrice, seller }: Offer) => ({
  condition,
  variant,
  language,
  quantity,
  itemPrice,
  shippingPrice,
  totalPrice,
  seller: seller.name,
  rating: seller.ratingPercent,
})

const series = ({ skuId, condition, variant, language, totalQuantitySold, buckets }: HistoryVariant) => {
  const step = Math.max(1, Math.ceil(buckets.length / seriesPoints))
  const last = buckets.length - 1
  const shown = buckets.filter((_, index) => (last - index) % step === 0)
  return {
    skuId,
    condition,
    variant,
    language,
    totalQuantitySold,
    points: shown.map(({ date, marketPrice, quantitySold }) => [date, marketPrice, quantitySold]),
  }
}

/** A page of search results without what an agent has no use for. */
export const compactSearch = ({ total, offset, products }: SearchResult) => ({
  total,
  offset,
  more: offset + products.length < total,
  products: products.map(summary),
})

/** Candidates, and whether a person must choose among them. */
export const compactIdentify = ({ query, parsed, matchedSet, ambiguous, truncated, candidates }: IdentifyResult) => ({
  query,
  parsed: compactParsed(parsed),
  matchedSet: matchedSet?.name ?? null,
  ambiguous,
  ...(confidentMatch({ ambiguous, candidates }) === null ? { askAPerson: true } : {}),
  ...(truncated ? { truncated } : {}),
  candidates: candidates.map(candidate),
})

/** How sure a reading is, and what to do with it. */
const readingOf = ({ confidence, nameConfidence, printingConfidence, advice, suggested }: PlacedCard['ocr']) => ({
  advice,
  confidence,
  nameConfidence,
  printingConfidence,
  suggested,
  ...(advice === 'take' ? {} : { askAPerson: true }),
})

/** One card of several: its place as left, top, width and height, and the few candidates that matter. */
const placedCard = ({ box, ocr, identification }: PlacedCard) => ({
  box: [box.x, box.y, box.width, box.height],
  ...readingOf(ocr),
  ambiguous: identification?.ambiguous ?? false,
  candidates: (identification?.candidates ?? []).slice(0, candidatesOfPlaced).map(candidate),
})

/** A photo: what was read and found, or where there are several cards each of them instead. */
export const compactPhoto = ({ ocr, identification, cards }: ImageIdentifyResult) =>
  cards.length > 0
    ? { cards: cards.map(placedCard) }
    : { read: ocr.text, ...readingOf(ocr), identification: identification && compactIdentify(identification) }

export const compactPrices = ({ productId, currency, fetchedAt, prices }: PricesResult) => ({
  productId,
  currency,
  fetchedAt,
  ...priceRows(prices),
})

/** The best-sold series of a history as `[date, marketPrice, quantitySold]`, thinned out evenly up to the newest. */
export const compactHistory = ({ productId, range, fetchedAt, recordedSince, variants }: HistoryResult, maxSeries = 4) => ({
  productId,
  range,
  fetchedAt,
  ...(recordedSince === null ? {} : { recordedSince }),
  point: ['date', 'marketPrice', 'quantitySold'],
  seriesInAll: variants.length,
  series: [...variants]
    .sort((a, b) => (b.totalQuantitySold ?? 0) - (a.totalQuantitySold ?? 0))
    .slice(0, maxSeries)
    .map(series),
})

export const compactListings = ({ productId, total, offset, fetchedAt, offers }: ListingsResult) => ({
  productId,
  total,
  offset,
  fetchedAt,
  offers: offers.map(offer),
})

/** A whole product: each section is null where its status says why. */
export const compactSnapshot = (snapshot: ProductSnapshot) => {
  const { product, marketPrices, marketHistory, listings, featuredListing, sections, observedAt, currency } = snapshot
  const unavailable = Object.entries(sections).filter(([, { status }]) => status !== 'ok')
  return {
    productId: product.productId,
    name: product.name,
    line: product.category.name,
    set: product.group.name,
    number: product.cardNumber,
    rarity: product.rarity,
    observedAt,
    currency,
    unavailable: Object.fromEntries(unavailable.map(([section, { code }]) => [section, code])),
    marketPrices: marketPrices?.map(untimed) ?? null,
    history: marketHistory && compactHistory(marketHistory, 1),
    listings: listings && { total: listings.total, cheapest: listings.offers.slice(0, 5).map(offer) },
    featuredListing: featuredListing && offer(featuredListing),
    imageUrl: product.imageUrl,
  }
}
