import type { SourceModule } from '../source-module.ts'

/** The market of the daily files that a mirror of TCGplayer's prices publishes. */
export const tcgcsvSource: SourceModule = {
  catalogs: ['local'],
  buildsCatalog: true,
  priceArchive: 'on',
  configure: () => ({
    // The mirror is asked by the sync alone, which keeps its owner's rules.
    hosts: [],
    open: async (dependencies) => (await import('./open-tcgcsv.ts')).openTcgcsv(dependencies),
  }),
}
