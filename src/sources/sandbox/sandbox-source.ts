import type { SourceModule } from '../source-module.ts'

export const sandboxSource: SourceModule = {
  catalogs: ['sandbox', 'local'],
  buildsCatalog: false,
  priceArchive: 'never',
  configure: () => ({
    hosts: [],
    open: async (dependencies) => (await import('./open-sandbox.ts')).openSandbox(dependencies),
  }),
}
