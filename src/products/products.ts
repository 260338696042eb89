import type { ObservedMarket } from '../market/ports.ts'
import { createPriceLookup, type LookUpPrices } from './price-lookup.ts'
import { createSections, type Sections } from './sections.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'

/** Products: each section by itself, the snapshot of all, and the batch. */
export interface Products extends Sections {
  readonly snapshot: Snapshot
  readonly lookUpPrices: LookUpPrices
}

export interface ProductsDependencies {
  readonly market: ObservedMarket
  /** The name that answers carry. */
  readonly source: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export const createProducts = ({ market, source, now }: ProductsDependencies): Products => {
  const sections = createSections({ market, source })
  return {
    ...sections,
    snapshot: createSnapshot({ sections, now }),
    lookUpPrices: createPriceLookup({ sections, market, source, now }),
  }
}
