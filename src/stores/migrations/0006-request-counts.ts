import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Requests by UTC day and by what they were; empty is without a known account, key, operation or code. */
const migrationOf = (keyedTable: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`create table request_counts (
      day text not null, account_id text not null, key_id text not null, operation text not null, outcome text not null, code text not null,
      requests bigint not null, primary key (day, account_id, key_id, operation, outcome, code)) ${sql.raw(keyedTable)}`.execute(
      db,
    )
  },
})

export const sqliteRequestCountsMigration = migrationOf('without rowid')

export const postgresRequestCountsMigration = migrationOf('')
