import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const accountsMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('accounts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('requests_per_minute', 'integer')
      .addColumn('monthly_requests', 'integer')
      .addColumn('active_keys', 'integer')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('closed_at', 'text')
      .execute()
    await db.schema
      .createTable('api_keys')
      .addColumn('key_id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('label', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text')
      .addColumn('revoked_at', 'text')
      .addColumn('replaced_by', 'text')
      .execute()
    await db.schema.createIndex('api_keys_by_account').on('api_keys').column('account_id').execute()
    await db.schema
      .createTable('access_epoch')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('epoch', 'integer', (column) => column.notNull())
      .execute()
    await (db as Kysely<{ access_epoch: { id: number; epoch: number } }>)
      .insertInto('access_epoch')
      .values({ id: 1, epoch: 1 })
      .execute()
    await db.schema
      .createTable('usage_windows')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('window', 'text', (column) => column.notNull())
      .addColumn('used', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_windows_key', ['account_id', 'window'])
      .execute()
  },
}
