import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import type { HistoryResult } from '../contract/history.ts'
import type { ListingsResult, Offer } from '../contract/listings.ts'
import { type PastQuery, refuseParameter } from '../contract/moment.ts'
import type { PricesResult } from '../contract/prices.ts'
import type { DetailsResult } from '../contract/product-details.ts'
import type { ProductSnapshot, SectionStatus } from '../contract/product-snapshot.ts'
import type { HistoryRequest } from '../market/ports.ts'
import type { ListingsQuery } from './listings-query.ts'
import type { PastPrices } from './past-sections.ts'
import type { Sections } from './sections.ts'

interface Settled<T> {
  readonly result: T | null
  readonly status: SectionStatus
}

/** The status of a section that failed. Any other error is a defect and passes through. */
const failureOf = (error: unknown, now: () => number): SectionStatus => {
  if (!(error instanceof ServiceError)) throw error
  const { code, upstreamStatus } = error
  return { status: 'unavailable', fetchedAt: new Date(now()).toISOString(), cacheHit: false, code, upstreamStatus }
}

const settle = async <T extends { fetchedAt: string; cacheHit: boolean }>(
  read: () => T | Promise<T>,
  now: () => number,
): Promise<Settled<T>> => {
  try {
    const result = await read()
    return {
      result,
      status: {
        status: 'ok',
        fetchedAt: result.fetchedAt,
        cacheHit: result.cacheHit,
        code: 'ok',
        upstreamStatus: null,
      },
    }
  } catch (error) {
    return { result: null, status: failureOf(error, now) }
  }
}

interface Featured {
  readonly offer: Offer | null
  /** Why it could not be looked for, which is not to say that there is none. */
  readonly failure: SectionStatus | null
}

const settleFeatured = async (looking: Promise<Offer | null>, now: () => number): Promise<Featured> => {
  try {
    return { offer: await looking, failure: null }
  } catch (error) {
    return { offer: null, failure: failureOf(error, now) }
  }
}

interface Parts {
  readonly details: DetailsResult
  readonly prices: Settled<PricesResult>
  readonly history: Settled<HistoryResult>
  readonly listings: Settled<ListingsResult>
  readonly featured: Featured
}

/** Whether two snapshots would be put together from the very same observations. */
const isSame = (a: Parts, b: Parts): boolean =>
  a.details === b.details &&
  a.prices.result === b.prices.result &&
  a.history.result === b.history.result &&
  a.featured.offer === b.featured.offer &&
  a.prices.result !== null &&
  a.history.result !== null &&
  a.featured.failure === null

const assemble = ({ details, prices, history, listings, featured }: Parts, observedAt: string): ProductSnapshot => ({
  source: details.source,
  sourceUrl: details.product.sourceUrl,
  observedAt,
  currency: 'USD',
  product: details.product,
  marketPrices: prices.result?.prices ?? null,
  marketHistory: history.result,
  listings: listings.result,
  featuredListing: listings.result === null ? null : featured.offer,
  sections: {
    details: {
      status: 'ok',
      fetchedAt: details.fetchedAt,
      cacheHit: details.cacheHit,
      code: 'ok',
      upstreamStatus: null,
    },
    marketPrices: prices.status,
    marketHistory: history.status,
    listings: listings.status,
    // Unavailable listings have a status of their own.
    ...(listings.result !== null && featured.failure && { featuredListing: featured.failure }),
  },
})

/** Which product, which history of it, which page of its offers, and of when. */
export type SnapshotQuery = HistoryRequest & Pick<ListingsQuery, 'offset' | 'limit' | 'sort'> & PastQuery

export type Snapshot = (query: SnapshotQuery, call: CallContext) => Promise<ProductSnapshot>

/**
 * Creates the snapshot over the sections, which it reads side by side. Without details there is no product, so their
 * failure is the call's. A snapshot that would be put together from the very same observations as the last one is that
 * last one, so that it is rendered once.
 */
export const createSnapshot = ({
  sections: present,
  past,
  now,
}: {
  readonly sections: Sections
  readonly past: PastPrices
  readonly now: () => number
}): Snapshot => {
  const last = new WeakMap<ListingsResult, { readonly parts: Parts; readonly snapshot: ProductSnapshot }>()

  return async (query, call) => {
    const { productId } = query
    const sections = past(query, refuseParameter) ?? present
    const [details, prices, history, listings, featured] = await Promise.all([
      sections.details(productId, call),
      settle(() => sections.prices(productId, call), now),
      settle(() => sections.history(query, call), now),
      settle(() => sections.listings(query, call), now),
      settleFeatured(sections.featured(productId, call), now),
    ])
    const parts = { details, prices, history, listings, featured }
    const before = listings.result && last.get(listings.result)
    if (before && isSame(before.parts, parts)) return before.snapshot
    const snapshot = assemble(parts, new Date(now()).toISOString())
    if (listings.result) last.set(listings.result, { parts, snapshot })
    return snapshot
  }
}
