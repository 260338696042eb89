import type { Candidate, CardReading, Operations, Plan, PriceLookup } from './operations.ts'

export type PlanId = Plan['id']
export type HistoryRange = NonNullable<Operations['getHistory']['input']['range']>
export type ListingSort = NonNullable<Operations['getListings']['input']['sort']>
export type SearchSort = NonNullable<Operations['searchProducts']['input']['sort']>
/** Why a candidate ranks where it does. */
export type MatchReason = Candidate['matchReasons'][number]
/** What to do with the reading of a photo. */
export type ReadingAdvice = CardReading['advice']
/** What became of a row of `lookUpPrices`. */
export type RowStatus = PriceLookup['status']
