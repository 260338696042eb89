import type { ArchivedSku } from '../../../archive/ports.ts'
import type { ArchivedPrice } from '../../../archive/price-archive.ts'
import type { Sku } from '../../../contract/product-details.ts'
import type { MarketPrice } from '../../../market/ports.ts'

/** A price that is none becomes unknown; it is never 0. */
const positive = (cents: number | null): number | null =>
  cents !== null && Number.isSafeInteger(cents) && cents > 0 ? cents : null

/** One printing of a product on one day. */
export interface DailyPrice {
  readonly sku: Sku
  readonly marketCents: number | null
  readonly lowestCents: number | null
  /** When the source says that it was so. */
  readonly observedAtMs: number
}

/** The files know printings, never a condition or a language. */
const skuOf = ({ skuId, variant }: ArchivedSku): Sku => ({ skuId, condition: null, variant, language: null })

/** The printings that a segment has a row of, out of all that were ever observed. */
export const printingsOf = (
  prices: readonly ArchivedPrice[],
  segment: { readonly observedAtMs: number; readonly recordedAtMs: number },
): DailyPrice[] =>
  prices.flatMap(({ sku, price }) =>
    price?.observedAtMs === segment.observedAtMs && price.recordedAtMs === segment.recordedAtMs
      ? [
          {
            sku: skuOf(sku),
            marketCents: positive(price.marketCents),
            lowestCents: positive(price.lowestCents),
            observedAtMs: price.observedAtMs,
          },
        ]
      : [],
  )

/** What the files do not tell of a price: mid, high and direct low are listings and are not passed off as sales. */
const untold = { lowSalePriceCents: null, highSalePriceCents: null, sampleSize: null } as const

export const mapDailyPrice = ({ sku, marketCents, lowestCents, observedAtMs }: DailyPrice): MarketPrice => ({
  ...sku,
  marketPriceCents: marketCents,
  lowestPriceCents: lowestCents,
  ...untold,
  calculatedAt: new Date(observedAtMs).toISOString(),
})

/** A printing that was observed once, and has no row today. */
export const mapAbsentPrice = (sku: ArchivedSku): MarketPrice => ({
  ...skuOf(sku),
  marketPriceCents: null,
  lowestPriceCents: null,
  ...untold,
  calculatedAt: null,
})
