import type { Migration } from 'kysely/migration'
import { accountsMigration } from './0001-accounts.ts'
import { largeCountsMigration } from './0002-large-counts.ts'
import { cacheSecretMigration } from './0003-cache-secret.ts'

/** Migrations by name, which is the order in which they run. */
export type Migrations = Readonly<Record<string, Migration>>

/** Without 0002: the integers of SQLite hold large counts as they are. */
export const sqliteMigrations: Migrations = {
  '0001-accounts': accountsMigration,
  '0003-cache-secret': cacheSecretMigration,
}

export const postgresMigrations: Migrations = {
  '0001-accounts': accountsMigration,
  '0002-large-counts': largeCountsMigration,
  '0003-cache-secret': cacheSecretMigration,
}
