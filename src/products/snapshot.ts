import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import type { HistoryResult } from '../contract/history.ts'
import type { ListingsResult, Offer } from '../contract/listings.ts'
import type { PricesResult } from '../contract/prices.ts'
import type { DetailsResult } from '../contract/product-details.ts'
import type { ProductSnapshot, SectionStatus } from '../contract/product-snapshot.ts'
import type { HistoryRequest } from '../market/ports.ts'
import type { ListingsQuery, Sections } from './sections.ts'

interface Settled<T> {
  readonly result: T | null
  readonly status: SectionStatus
}

/** Turns the failure of a section into its status. Any other error is a defect and passes through. */
const settle = async <T extends { fetchedAt: string; cacheHit: boolean }>(
  section: Promise<T>,
  now: () => number,
): Promise<Settled<T>> => {
  try {
    const result = await section
    return {
      result,
      status: { status: 'ok', fetchedAt: result.fetchedAt, cacheHit: result.cacheHit, code: 'ok', upstreamStatus: null },
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { code, upstreamStatus } = error
    return {
      result: null,
      status: { status: 'unavailable', fetchedAt: new Date(now()).toISOString(), cacheHit: false, code, upstreamStatus },
    }
  }
}

interface Parts {
  readonly details: DetailsResult
  readonly prices: Settled<PricesResult>
  readonly history: Settled<HistoryResult>
  readonly listings: Settled<ListingsResult>
  readonly featured: Offer | null
}

/** Whether two snapshots would be put together from the very same observations. */
const isSame = (a: Parts, b: Parts): boolean =>
  a.details === b.details &&
  a.prices.result === b.prices.result &&
  a.history.result === b.history.result &&
  a.featured === b.featured &&
  a.prices.result !== null &&
  a.history.result !== null

const assemble = ({ details, prices, history, listings, featured }: Parts, observedAt: string): ProductSnapshot => ({
  source: details.source,
  sourceUrl: details.product.sourceUrl,
  observedAt,
  currency: 'USD',
  product: details.product,
  marketPrices: prices.result?.prices ?? null,
  marketHistory: history.result,
  listings: listings.result,
  featuredListing: listings.result === null ? null : featured,
  sections: {
    details: { status: 'ok', fetchedAt: details.fetchedAt, cacheHit: details.cacheHit, code: 'ok', upstreamStatus: null },
    marketPrices: prices.status,
    marketHistory: history.status,
    listings: listings.status,
  },
})

/** Which product, which history of it, and which page of its offers. */
export type SnapshotQuery = HistoryRequest & Pick<ListingsQuery, 'offset' | 'limit' | 'sort'>

export type Snapshot = (query: SnapshotQuery, call: CallContext) => Promise<ProductSnapshot>

/**
 * Creates the snapshot over the sections, which it reads side by side. Without details there is no product, so their failure is the call's. A snapshot that would be put
 * together from the very same observations as the last one is that last one, so that it is rendered once.
 */
export const createSnapshot = ({ sections, now }: { readonly sections: Sections; readonly now: () => number }): Snapshot => {
  const last = new WeakMap<ListingsResult, { readonly parts: Parts; readonly snapshot: ProductSnapshot }>()

  const optional = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof ServiceError) return null
      throw error
    }
  }

  return async (query, call) => {
    const { productId } = query
    const [details, prices, history, listings, featured] = await Promise.all([
      sections.details(productId, call),
      settle(sections.prices(productId, call), now),
      settle(sections.history(query, call), now),
      settle(sections.listings(query, call), now),
      optional(sections.featured(productId, call)),
    ])
    const parts = { details, prices, history, listings, featured }
    const before = listings.result && last.get(listings.result)
    if (before && isSame(before.parts, parts)) return before.snapshot
    const snapshot = assemble(parts, new Date(now()).toISOString())
    if (listings.result) last.set(listings.result, { parts, snapshot })
    return snapshot
  }
}
