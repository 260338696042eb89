import type { SourceModule } from '../source-module.ts'

/** The market of the daily files that a mirror of TCGplayer's prices publishes. */
export const tcgcsvSource: SourceModule = {
  // Its sync builds the catalogue of the same files.
  catalogs: ['local'],
  priceArchive: 'on',
  configure: () => ({
    // The mirror is asked by the sync alone, which keeps its owner's rules.
    hosts: [],
    open: async (dependencies) => (await import('./open-tcgcsv.ts')).openTcgcsv(dependencies),
  }),
}
