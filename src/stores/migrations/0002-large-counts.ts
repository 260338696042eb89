import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { replaceTakeUnits2 } from '../postgres-take-units.ts'

/**
 * Agreed allowances and counters up to 2^53 - 1, on PostgreSQL; the integers of SQLite hold them as they are. It rewrites the counters, so calls are refused as unavailable
 * while it runs.
 */
export const largeCountsMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table accounts
      alter requests_per_minute type bigint, alter monthly_requests type bigint, alter active_keys type bigint`.execute(db)
    await sql`alter table usage_windows alter used type bigint`.execute(db)
    await replaceTakeUnits2(db)
  },
}
