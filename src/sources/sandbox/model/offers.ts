import { reservedIds } from '../../../contract/reserved-products.ts'
import type { MarketOffer } from '../../../market/ports.ts'
import type { SandboxProduct } from '../sandbox-product.ts'
import { anchorCentsOf } from './anchor.ts'
import { askingFactor, priceTag, stockOf, undercuttingFactor } from './asking.ts'
import { isTradedOn, popularityOf } from './demand.ts'
import { draw, fractionOf, mix } from './hash.ts'
import { type MarketDay, marketDays } from './market-day.ts'
import { byPrice } from './price-class.ts'
import { type SandboxSeller, sellers, shippingCentsOf } from './sellers.ts'
import { priceCentsOn, type SkuModel } from './skus.ts'

/** An offer before it is put into words, amounts in cents. */
export interface RawOffer {
  readonly listingId: number
  readonly model: SkuModel
  readonly seller: SandboxSeller
  readonly quantity: number
  readonly itemCents: number
  readonly shippingCents: number
  readonly custom: boolean
}

/** Places for offers by price, at middling popularity: bulk fills every shop's boxes, grails lie in few safes. */
const placesByPrice = [
  [500, 60],
  [2_000, 52],
  [6_000, 38],
  [15_000, 24],
  [50_000, 14],
  [200_000, 6],
  [Number.POSITIVE_INFINITY, 3],
] as const
const maxPlaces = 60
const manyPlaces = 4_200

/** Sellers look at the market every few days, so an offer follows it late by less than this. */
const repriceDays = 4

/** Each fifth place belongs to the seller of the one before it, for a second, custom offer with photos. */
const placesPerRound = 5
const ordinaryChance = 0.88
const customChance = 0.3
const crowdedCustomEvery = 140

/** What the offers of one product on one day have in common. */
interface ListingDepth {
  readonly productId: number
  readonly seed: number
  readonly models: readonly SkuModel[]
  readonly totalShare: number
  /** The latest days, today last: those whose market an offer may still follow. */
  readonly days: readonly MarketDay[]
  /** Cents of its cheapest SKU in these days, for the reserved product with thousands of offers; else `null`. */
  readonly crowdedFloorCents: number | null
}

/**
 * The offers of a product on a day in the market's own order; none of a SKU that the market knows no price of. A place
 * for an offer is taken over by a new listing every one to six weeks; until then the listing keeps its id, seller, SKU
 * and quantity.
 */
export const rawOffersOn = (product: SandboxProduct, models: readonly SkuModel[], day: number): RawOffer[] => {
  if (!isTradedOn(product, day)) return []
  const { productId } = product
  const offered = models.filter(({ coverage }) => coverage === 'priced')
  const days = marketDays(productId, day - repriceDays + 1, day)
  const depth: ListingDepth = {
    productId,
    seed: mix(productId, draw.supply),
    models: offered,
    totalShare: offered.reduce((total, { share }) => total + share, 0),
    days,
    crowdedFloorCents: productId === reservedIds.manyOffers ? floorCentsOf(offered, days) : null,
  }
  const offers: RawOffer[] = []
  const places = placesOf(product, depth)
  for (let place = 0; place < places; place++) {
    const offer = offerAt(place, day, depth)
    if (offer !== null) offers.push(offer)
  }
  return offers
}

export const toOffer = ({
  listingId,
  model,
  seller,
  quantity,
  itemCents,
  shippingCents,
  custom,
}: RawOffer): MarketOffer => ({
  listingId,
  ...model.sku,
  seller: seller.seller,
  quantity,
  itemPriceCents: itemCents,
  shippingPriceCents: shippingCents,
  totalPriceCents: itemCents + shippingCents,
  currency: 'USD',
  custom,
})

const floorCentsOf = (models: readonly SkuModel[], days: readonly MarketDay[]): number =>
  Math.min(...models.flatMap((model) => days.map((day) => priceCentsOn(model, day))))

const placesOf = (product: SandboxProduct, { seed, crowdedFloorCents }: ListingDepth): number => {
  if (crowdedFloorCents !== null) return manyPlaces
  const places = byPrice(placesByPrice, anchorCentsOf(product)) * (0.3 + 0.6 * popularityOf(product.productId))
  // A few obscure products are on nobody's list.
  return fractionOf(seed, -1) < 0.02 ? 0 : Math.min(maxPlaces, Math.round(places))
}

const offerAt = (place: number, day: number, depth: ListingDepth): RawOffer | null => {
  const { productId, models, totalShare, days, crowdedFloorCents } = depth
  const crowded = crowdedFloorCents !== null
  const placeSeed = mix(depth.seed, place)
  const lifetimeDays = 7 + (placeSeed % 36)
  const generation = Math.floor((day + (placeSeed >>> 10)) / lifetimeDays)
  const seed = mix(placeSeed, generation)
  const secondPlace = place % placesPerRound === placesPerRound - 1
  if (!crowded && fractionOf(seed, 0) >= (secondPlace ? customChance : ordinaryChance)) return null

  const model = pickSku(models, fractionOf(seed, draw.sku) * totalShare)
  const market = days[repriceDays - 1 - ((day + place) % repriceDays)]
  const seller = sellerAt(place, depth.seed)
  if (model === undefined || market === undefined || seller === undefined) return null

  const custom = crowded ? place % crowdedCustomEvery === placesPerRound - 1 : secondPlace
  const askedCents =
    custom && crowded
      ? crowdedFloorCents * undercuttingFactor(seed)
      : priceCentsOn(model, market) * askingFactor(seed, custom)
  const itemCents = priceTag(askedCents, seed)
  return {
    // Place and generation keep the ids of a product apart, also when a new listing follows an old one.
    listingId: productId * 1_000_000 + place * 100 + (generation % 100),
    model,
    seller,
    quantity: custom ? 1 : stockOf(model.referenceCents, seed),
    itemCents,
    shippingCents: shippingCentsOf(seller.shipping, itemCents),
    custom,
  }
}

const pickSku = (models: readonly SkuModel[], point: number): SkuModel | undefined => {
  let rest = point
  return models.find(({ share }) => {
    rest -= share
    return rest < 0
  })
}

const sellerSteps = [1, 7, 11, 13, 17, 19, 23, 29] as const

/** Walks through all sellers before one comes again, so that a seller has no two ordinary offers of one SKU. */
const sellerAt = (place: number, depthSeed: number): SandboxSeller | undefined => {
  const step = sellerSteps[depthSeed % sellerSteps.length] ?? 1
  const turn =
    Math.floor(place / placesPerRound) * (placesPerRound - 1) + Math.min(place % placesPerRound, placesPerRound - 2)
  return sellers[((depthSeed >>> 8) + turn * step) % sellers.length]
}
