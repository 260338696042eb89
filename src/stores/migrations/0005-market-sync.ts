import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What pulls of a mirror remember, and the lease under which one process at a time pulls. */
export const sqliteMarketSyncMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table market_sync (
      source text primary key, holder text, lease_ms bigint not null, lease_until_ms bigint not null, record text)`.execute(db)
  },
}

export const postgresMarketSyncMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sqliteMarketSyncMigration.up(db)
    // Without statistics no value is kept elsewhere, where a purge would not find it.
    await sql`alter table market_sync alter source set statistics 0, alter record set statistics 0`.execute(db)
  },
}
