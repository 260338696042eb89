import type { SourceModule } from '../source-module.ts'

/** The invented market. Its answers hold the address that they are served at, so only processes of one address share them. */
export const sandboxSource: SourceModule = {
  catalogs: ['sandbox', 'local'],
  configure: () => ({
    hosts: [],
    cacheNamespace: (publicUrl) => `sandbox ${publicUrl}`,
    open: async (dependencies) => (await import('./open-sandbox.ts')).openSandbox(dependencies),
  }),
}
