import type { PriceObservation, SegmentHeader } from '../ports.ts'

/** One segment of the log to be exported, with all that it says. */
export interface ExportedSegment {
  readonly header: SegmentHeader
  readonly observations: Iterable<PriceObservation>
}

/** Takes bytes in order; resolves when more may follow. */
export type ByteSink = (bytes: Uint8Array) => Promise<void>

/** Names of the columns in their order, the same in every format. Amounts are dollars. */
export const exportColumns = [
  'source',
  'observedAt',
  'recordedAt',
  'sequence',
  'productId',
  'skuId',
  'condition',
  'variant',
  'language',
  'marketPrice',
  'lowestPrice',
  'midPrice',
  'highestPrice',
  'directLowestPrice',
] as const
