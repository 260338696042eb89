import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ArchiveDatabase } from './archive/archive-database.ts'
import { createArchiveStore } from './archive/archive-store.ts'
import { createSyncLedger } from './archive/sync-ledger.ts'
import { createRequestCountStore, type StatementRows } from './sql-request-counts.ts'
import type { Tables } from './tables.ts'

/** The parts of a store that are the same for both engines. */
export const createStoreParts = (archive: ArchiveDatabase, queries: Kysely<Tables>, countRows: StatementRows) => ({
  archive: createArchiveStore(archive),
  syncLedger: createSyncLedger(archive),
  requestCounts: createRequestCountStore(archive, countRows),
  cacheSecret: async (): Promise<KeyObject> => {
    const { secret } = await queries.selectFrom('cache_secret').select('secret').executeTakeFirstOrThrow()
    return createSecretKey(secret, 'base64url')
  },
})
