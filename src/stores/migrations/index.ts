import type { Migration } from 'kysely/migration'
import { accountsMigration } from './0001-accounts.ts'

/** All migrations by name, in the order in which they run. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts': accountsMigration,
}
