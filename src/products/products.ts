import { createPriceLookup, type LookUpPrices, type PriceLookupDependencies } from './price-lookup.ts'
import { createSections, type Sections } from './sections.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'

/** Products: each section by itself, the snapshot of all, and the batch. */
export interface Products extends Sections {
  readonly snapshot: Snapshot
  readonly lookUpPrices: LookUpPrices
}

export const createProducts = (dependencies: PriceLookupDependencies): Products => {
  const sections = createSections(dependencies)
  return {
    ...sections,
    snapshot: createSnapshot({ sections, now: dependencies.now }),
    lookUpPrices: createPriceLookup(sections, dependencies),
  }
}
