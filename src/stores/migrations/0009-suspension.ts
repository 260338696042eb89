import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Since when, and why, the calls of an account are refused. */
export const suspensionMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('accounts').addColumn('suspended_at', 'text').execute()
    await db.schema.alterTable('accounts').addColumn('suspended_reason', 'text').execute()
  },
}
