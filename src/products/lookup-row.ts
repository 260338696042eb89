import { ServiceError } from '../contract/errors.ts'
import type { PriceLookup } from '../contract/price-batch.ts'
import { ProductNotFoundError } from './sections.ts'

/** A row of a batch, and what made it fail. */
export interface LookupRow {
  readonly lookup: PriceLookup
  readonly error: ServiceError | null
}

/** The entry that a row answers. */
export type LookupSubject = Pick<PriceLookup, 'query' | 'identification' | 'productId' | 'skuId'>

/** The row of something that the source does not have, or failed to tell. @throws what is no `ServiceError` */
export const failedRow = (subject: LookupSubject, error: unknown, nowMs: number): LookupRow => {
  if (!(error instanceof ServiceError)) throw error
  const { code, upstreamStatus } = error
  const nothing = { unclear: null, upstreamStatus, price: null, prices: null }
  if (error instanceof ProductNotFoundError) {
    const { fetchedAt, cacheHit } = error.observation
    return {
      lookup: { ...subject, status: 'not_found', code: 'product_not_found', ...nothing, fetchedAt, cacheHit },
      error: null,
    }
  }
  const fetchedAt = new Date(nowMs).toISOString()
  return { lookup: { ...subject, status: 'unavailable', code, ...nothing, fetchedAt, cacheHit: false }, error }
}
