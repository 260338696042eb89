import type { Migration } from 'kysely/migration'
import { accountsMigration } from './0001-accounts.ts'
import { largeCountsMigration } from './0002-large-counts.ts'

/** Migrations by name, in the order in which they run. */
export type Migrations = Readonly<Record<string, Migration>>

export const sqliteMigrations: Migrations = {
  '0001-accounts': accountsMigration,
}

export const postgresMigrations: Migrations = {
  ...sqliteMigrations,
  '0002-large-counts': largeCountsMigration,
}
