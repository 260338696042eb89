import type { ArchiveStore, PriceObservation } from '../../../../archive/ports.ts'
import { isHashedPrinting } from '../../../../cards/printings.ts'
import { tcgcsvName } from './archive-day.ts'

export interface DistinctPrices {
  readonly prices: readonly PriceObservation[]
  /** How many rows were left out. */
  readonly taken: number
}

/**
 * Leaves out prices of unknown printing words whose number another word of the same product has had since an earlier day: what is kept of the two would read as one. Words of the
 * published table have numbers of their own and are not looked up.
 */
export const leaveOutTakenNumbers = async (
  archive: ArchiveStore,
  prices: readonly PriceObservation[],
): Promise<DistinctPrices> => {
  const upTo = (await archive.head(tcgcsvName))?.sequence ?? 0
  const taken = new Set<PriceObservation>()
  for (const price of prices) {
    if (!isHashedPrinting(price.skuId)) continue
    const series = await archive.series(tcgcsvName, price.productId, price.productId, upTo)
    const before = series.find(({ skuId }) => skuId === price.skuId)
    if (before !== undefined && before.variant !== price.variant) taken.add(price)
  }
  return { prices: taken.size === 0 ? prices : prices.filter((price) => !taken.has(price)), taken: taken.size }
}
