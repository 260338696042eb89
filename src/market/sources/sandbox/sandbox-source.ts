import type { SourceModule } from '../source-module.ts'

/** The invented market. */
export const sandboxSource: SourceModule = {
  catalogs: ['sandbox', 'local'],
  buildsCatalog: false,
  priceArchive: 'never',
  configure: () => ({
    hosts: [],
    open: async (dependencies) => (await import('./open-sandbox.ts')).openSandbox(dependencies),
  }),
}
