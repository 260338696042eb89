import type { TestContext } from 'node:test'
import type { Environment } from '../../src/app/configuration/config.ts'
import { databaseForTest, testPostgres } from './postgres.ts'
import { tempFolder } from './temp.ts'

/** A kind of store that several processes share, with how many of them the promise names. */
export interface Engine {
  readonly name: string
  readonly processes: number
  /** Why its tests cannot run. */
  readonly skip: string | undefined
  /** The environment of processes on a fresh store. */
  readonly prepare: (t: TestContext) => Promise<Environment>
}

/** Both kinds of store. */
export const engines = async (): Promise<readonly Engine[]> => {
  const postgres = await testPostgres()
  return [
    {
      name: 'PostgreSQL',
      processes: 3,
      skip: postgres.skip,
      prepare: async (t) => ({ DATA_DIR: tempFolder(t), DATABASE_URL: await databaseForTest(t, postgres.url) }),
    },
    {
      name: 'one SQLite file',
      processes: 4,
      skip: undefined,
      prepare: async (t) => ({ DATA_DIR: tempFolder(t) }),
    },
  ]
}
