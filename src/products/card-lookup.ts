import { settleCopy, settleText } from '../../packages/client/src/certain.ts'
import { createYielder } from '../concurrency/yield-to-event-loop.ts'
import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import type { IdentifyResult } from '../contract/identification.ts'
import { limits } from '../contract/limits.ts'
import type { CardIdentification, CardQuery, UnclearCopy } from '../contract/price-batch.ts'
import type { PricesResult } from '../contract/prices.ts'
import type { Identification } from '../identification/identification.ts'
import { failedRow, type LookupRow } from './lookup-row.ts'

/** The prices of a product; at once where they are cached. */
export type PricesOf = (productId: number) => PricesResult | Promise<PricesResult>

/**
 * Makes the row of each card of a list: the price of the copy that is meant, or why there is none. Each is priced as
 * soon as it is identified, so that a source which is slow to identify has told some rows whole when the time is over.
 * @throws ServiceError `unknown_category`
 */
export type CardLookup = (
  cards: readonly CardQuery[],
  pricesOf: PricesOf,
  call: CallContext,
) => Promise<readonly LookupRow[]>

const identificationOf = (found: IdentifyResult): CardIdentification => ({
  productId: found.candidates[0]?.productId ?? null,
  matchScore: found.candidates[0]?.matchScore ?? null,
  ambiguous: found.ambiguous,
  parsed: found.parsed,
  inQuestion: found.inQuestion,
  priceRange: found.priceRange,
  candidates: found.candidates,
})

/** A row of two observations is as old as the older one, and a hit when both are. */
const observedTogether = (one: Pick<PricesResult, 'fetchedAt' | 'cacheHit'>, other: IdentifyResult) => ({
  fetchedAt: one.fetchedAt < other.fetchedAt ? one.fetchedAt : other.fetchedAt,
  cacheHit: one.cacheHit && other.cacheHit,
})

const priceCard = async (
  card: CardQuery,
  found: IdentifyResult,
  pricesOf: PricesOf,
  now: () => number,
): Promise<LookupRow> => {
  const { printing, question } = settleText(found)
  const productId = printing?.productId ?? null
  const subject = { query: found.query, identification: identificationOf(found), productId, skuId: null }
  const needsReview = (
    code: 'unclear_printing' | 'unclear_copy',
    observed: Pick<PricesResult, 'fetchedAt' | 'cacheHit'>,
    unclear: UnclearCopy | null = null,
  ): LookupRow => {
    const status = { status: 'needs_review', code, unclear, upstreamStatus: null } as const
    return {
      lookup: { ...subject, ...status, ...observedTogether(observed, found), price: null, prices: null },
      error: null,
    }
  }
  if (question !== null) return needsReview(question, found)
  try {
    const result = await pricesOf(printing.productId)
    const { copy: price, unclear } = settleCopy(result.prices, card, found)
    if (price === null) return needsReview('unclear_copy', result, unclear)
    const copy = { productId: printing.productId, skuId: price.skuId, price, prices: [price] }
    const status = { status: 'ok', code: 'ok', unclear: null, upstreamStatus: null } as const
    return { lookup: { ...subject, ...copy, ...status, ...observedTogether(result, found) }, error: null }
  } catch (error) {
    return failedRow(subject, error, now())
  }
}

export const createCardLookup = ({
  identify,
  now,
}: {
  readonly identify: Identification['identify']
  readonly now: () => number
}): CardLookup => {
  const yieldToEventLoop = createYielder()

  const identifyCard = async ({ q, set, category }: CardQuery, call: CallContext): Promise<IdentifyResult> => {
    // Each look-up takes up to milliseconds, and there may be a hundred.
    await yieldToEventLoop()
    call.signal.throwIfAborted()
    const scope = { ...(set !== undefined && { set }), ...(category !== undefined && { category }) }
    return identify({ q, ...scope, limit: limits.candidatesPerCard }, call)
  }

  return async (cards, pricesOf, call) => {
    let refusal: ServiceError | null = null
    const rowOf = async (card: CardQuery): Promise<LookupRow> => {
      let identified: IdentifyResult | { readonly error: unknown }
      try {
        identified = await identifyCard(card, call)
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'unknown_category') refusal = error
        identified = { error }
      }
      // The list was rejected; no price is needed.
      if (refusal !== null) throw refusal
      if (!('error' in identified)) return priceCard(card, identified, pricesOf, now)
      const subject = { query: card.q.trim(), identification: null, productId: null, skuId: null }
      return failedRow(subject, identified.error, now())
    }
    return Promise.all(cards.map(rowOf))
  }
}
