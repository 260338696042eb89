import type { Migration } from 'kysely/migration'
import { accountsMigration } from './0001-accounts.ts'
import { largeCountsMigration } from './0002-large-counts.ts'
import { cacheSecretMigration } from './0003-cache-secret.ts'
import { postgresPriceArchiveMigration, sqlitePriceArchiveMigration } from './0004-price-archive.ts'
import { postgresMarketSyncMigration, sqliteMarketSyncMigration } from './0005-market-sync.ts'
import { postgresRequestCountsMigration, sqliteRequestCountsMigration } from './0006-request-counts.ts'
import { requestCountWritersMigration } from './0007-request-count-writers.ts'
import { postgresRequestMonthsMigration, sqliteRequestMonthsMigration } from './0008-request-months.ts'
import { suspensionMigration } from './0009-suspension.ts'
import { postgresAuditTrailMigration, sqliteAuditTrailMigration } from './0010-audit-trail.ts'
import { accountEpochsMigration } from './0011-account-epochs.ts'

/** Migrations by name, which is the order in which they run. */
export type Migrations = Readonly<Record<string, Migration>>

/** Without 0002: the integers of SQLite hold large counts as they are. Without 0011: keys are read anew from the file beside the process, and the one epoch will do. */
export const sqliteMigrations: Migrations = {
  '0001-accounts': accountsMigration,
  '0003-cache-secret': cacheSecretMigration,
  '0004-price-archive': sqlitePriceArchiveMigration,
  '0005-market-sync': sqliteMarketSyncMigration,
  '0006-request-counts': sqliteRequestCountsMigration,
  '0007-request-count-writers': requestCountWritersMigration,
  '0008-request-months': sqliteRequestMonthsMigration,
  '0009-suspension': suspensionMigration,
  '0010-audit-trail': sqliteAuditTrailMigration,
}

export const postgresMigrations: Migrations = {
  '0001-accounts': accountsMigration,
  '0002-large-counts': largeCountsMigration,
  '0003-cache-secret': cacheSecretMigration,
  '0004-price-archive': postgresPriceArchiveMigration,
  '0005-market-sync': postgresMarketSyncMigration,
  '0006-request-counts': postgresRequestCountsMigration,
  '0007-request-count-writers': requestCountWritersMigration,
  '0008-request-months': postgresRequestMonthsMigration,
  '0009-suspension': suspensionMigration,
  '0010-audit-trail': postgresAuditTrailMigration,
  '0011-account-epochs': accountEpochsMigration,
}
