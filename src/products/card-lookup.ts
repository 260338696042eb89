import { confidentMatch } from '../../packages/client/src/confident-match.ts'
import { pickCopy, unclearCopyOf, wantedCopyOf } from '../../packages/client/src/pick-copy.ts'
import { createYielder } from '../concurrency/yield-to-event-loop.ts'
import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import type { IdentifyResult } from '../contract/identification.ts'
import { type CardIdentification, type CardQuery, maxCandidates, type UnclearCopy } from '../contract/price-batch.ts'
import type { PricesResult } from '../contract/prices.ts'
import type { Identification } from '../identification/identification.ts'
import { failedRow, type LookupRow } from './lookup-row.ts'

/** The prices of a product; at once where they are cached. */
export type PricesOf = (productId: number) => PricesResult | Promise<PricesResult>

/** A card and the printings that it may be, or why they are not known. */
type IdentifiedCard = { readonly card: CardQuery } & (
  | { readonly found: IdentifyResult }
  | { readonly found: null; readonly error: unknown }
)

/**
 * Makes the row of each card of a list: the price of the copy that is meant, or why there is none. Each is priced as soon as it is identified, so that a source which is
 * slow to identify has told some rows whole when the time is over. @throws ServiceError `unknown_category`
 */
export type CardLookup = (cards: readonly CardQuery[], pricesOf: PricesOf, call: CallContext) => Promise<readonly LookupRow[]>

const identificationOf = ({ parsed, ambiguous, candidates }: IdentifyResult): CardIdentification => ({
  productId: candidates[0]?.productId ?? null,
  matchScore: candidates[0]?.matchScore ?? null,
  ambiguous,
  parsed,
  candidates,
})

/** A row of two observations is as old as the older one, and a hit when both are. */
const observedTogether = (one: Pick<PricesResult, 'fetchedAt' | 'cacheHit'>, other: IdentifyResult) => ({
  fetchedAt: one.fetchedAt < other.fetchedAt ? one.fetchedAt : other.fetchedAt,
  cacheHit: one.cacheHit && other.cacheHit,
})

export const createCardLookup = ({
  identify,
  now,
}: {
  readonly identify: Identification['identify']
  readonly now: () => number
}): CardLookup => {
  const yieldToEventLoop = createYielder()

  const identifyCard = async (card: CardQuery, call: CallContext): Promise<IdentifiedCard> => {
    // Each look-up takes up to milliseconds, and there may be a hundred.
    await yieldToEventLoop()
    try {
      call.signal.throwIfAborted()
      const { q, set, category } = card
      const scope = { ...(set !== undefined && { set }), ...(category !== undefined && { category }) }
      return { card, found: await identify({ q, ...scope, limit: maxCandidates }, call) }
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unknown_category') throw error
      return { card, found: null, error }
    }
  }

  const priceCard = async (identified: IdentifiedCard, pricesOf: PricesOf): Promise<LookupRow> => {
    const { card, found } = identified
    if (found === null) {
      const subject = { query: card.q.trim(), identification: null, productId: null, skuId: null }
      return failedRow(subject, identified.error, now())
    }
    const best = confidentMatch(found)
    const productId = best?.productId ?? null
    const subject = { query: found.query, identification: identificationOf(found), productId, skuId: null }
    const needsReview = (
      code: 'unclear_printing' | 'unclear_copy',
      observed: Pick<PricesResult, 'fetchedAt' | 'cacheHit'>,
      unclear: UnclearCopy | null = null,
    ) => ({
      lookup: {
        ...subject,
        status: 'needs_review' as const,
        code,
        unclear,
        upstreamStatus: null,
        ...observedTogether(observed, found),
        price: null,
        prices: null,
      },
      error: null,
    })
    if (best === null) return needsReview('unclear_printing', found)
    // A word that was not understood may speak of the copy.
    if (found.parsed.unread.length > 0) return needsReview('unclear_copy', found)
    try {
      const result = await pricesOf(best.productId)
      const wanted = wantedCopyOf(card, found.parsed)
      const { copy: price, unclear } = pickCopy(result.prices, wanted, best.name, best.category ?? '')
      if (price === null) return needsReview('unclear_copy', result, unclearCopyOf(result.prices, unclear))
      const observed = { upstreamStatus: null, ...observedTogether(result, found) }
      const copy = { productId: best.productId, skuId: price.skuId, price, prices: [price] }
      return { lookup: { ...subject, ...copy, status: 'ok', code: 'ok', unclear: null, ...observed }, error: null }
    } catch (error) {
      return failedRow(subject, error, now())
    }
  }

  return async (cards, pricesOf, call) => {
    let refusal: unknown = null
    const rowOf = async (card: CardQuery): Promise<LookupRow> => {
      const identified = await identifyCard(card, call).catch((error) => {
        refusal = error
        throw error
      })
      // Nobody will see a price of a list that was refused.
      if (refusal !== null) throw refusal
      return priceCard(identified, pricesOf)
    }
    return Promise.all(cards.map(rowOf))
  }
}
