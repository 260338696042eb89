import { type Environment, readConfig } from '../../src/app/configuration/config.ts'
import { openStore } from '../../src/stores/open-store.ts'

/** Looks into the archive of a service that has stopped. */
export const createArchiveProbe = (env: Environment) => ({
  sources: async (): Promise<readonly string[]> => {
    const store = await openStore(await readConfig(env), Date.now)
    try {
      return await store.archive.sources()
    } finally {
      await store.close()
    }
  },
})
