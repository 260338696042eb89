import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** One random secret, made here and nowhere else: a migration runs once however many processes start. */
export const cacheSecretMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('cache_secret')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('secret', 'text', (column) => column.notNull())
      .execute()
    await (db as Kysely<{ cache_secret: { id: number; secret: string } }>)
      .insertInto('cache_secret')
      .values({ id: 1, secret: randomBytes(32).toString('base64url') })
      .execute()
  },
}
