import { mapMaybePromise } from '../concurrency/map-maybe-promise.ts'
import type { CallContext, FinalAnswer } from '../contract/endpoint.ts'
import { type PastQuery, refuseParameter } from '../contract/moment.ts'
import type { PricesResult } from '../contract/prices.ts'
import type { DetailsResult } from '../contract/product-details.ts'
import { maxSourceId, type ObservedMarket } from '../market/ports.ts'
import { createPastPrices } from './past-sections.ts'
import { createPriceLookup, type LookUpPrices, type PriceLookupDependencies } from './price-lookup.ts'
import { createSections, type Sections } from './sections.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'

/** A product now, or as of a past that is asked for. */
export interface ProductQuery extends PastQuery {
  readonly productId: number
}

type PricesAnswer = PricesResult | FinalAnswer<PricesResult>

/** Products: each section by itself, the snapshot of all, and the batch. */
export interface Products extends Pick<Sections, 'history' | 'listings' | 'image'> {
  readonly details: (query: ProductQuery, call: CallContext) => Promise<DetailsResult>
  /** Answers, or throws, synchronously where all is cached. */
  readonly prices: (query: ProductQuery, call: CallContext) => PricesAnswer | Promise<PricesAnswer>
  readonly snapshot: Snapshot
  readonly lookUpPrices: LookUpPrices
}

/** A market that is not asked for a product that no source can have. */
const withinSourceIds = ({ market, now }: Pick<PriceLookupDependencies, 'market' | 'now'>): ObservedMarket => ({
  ...market,
  details: (productId, call) =>
    productId > maxSourceId
      ? { value: null, fetchedAt: new Date(now()).toISOString(), cacheHit: true }
      : market.details(productId, call),
})

export const createProducts = (given: PriceLookupDependencies): Products => {
  const dependencies = { ...given, market: withinSourceIds(given) }
  const sections = createSections(dependencies)
  const past = createPastPrices(dependencies)
  const { history, listings, image } = sections
  return {
    ...{ history, listings, image },

    details: async ({ productId, ...query }, call) =>
      (past(query, refuseParameter) ?? sections).details(productId, call),

    prices: ({ productId, ...query }, call) => {
      const then = past(query, refuseParameter)
      if (then === null) return sections.prices(productId, call)
      return mapMaybePromise(then.pastPrices(productId, call), ({ result, isFinal }) =>
        isFinal ? { finalAnswer: result } : result,
      )
    },

    snapshot: createSnapshot({ sections, past, now: dependencies.now }),
    lookUpPrices: createPriceLookup(sections, past, dependencies),
  }
}
