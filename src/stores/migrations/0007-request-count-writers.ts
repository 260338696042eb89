import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The last batch of request counts that each process has added, so that one that is brought twice counts once; `day` is that of its last counts. */
export const requestCountWritersMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table request_count_writers (writer text not null primary key, day text not null, sequence bigint not null)`.execute(
      db,
    )
  },
}
