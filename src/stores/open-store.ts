import type { Durability } from './sqlite-database.ts'
import type { Upkeep } from './sqlite-upkeep.ts'
import type { AccessStore } from './store.ts'

export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string }

export interface StoreConfig {
  readonly database: DatabaseAddress
  readonly durability: Durability
}

interface OpenOptions {
  /** Reads a SQLite file whole first, to count on no damaged one. */
  readonly isChecked?: boolean
  /** Who keeps a SQLite file in order beside the calls. */
  readonly upkeep?: Upkeep
  /** Told, as a sentence, whom a change of the schema waits for on PostgreSQL. */
  readonly onMigrationWait?: (reason: string) => void
}

/** Opens the configured store and loads no other engine. `now` is in milliseconds since the epoch. */
export const openStore = async (
  { database, durability }: StoreConfig,
  now: () => number,
  { isChecked = true, upkeep = 'commits', onMigrationWait = () => {} }: OpenOptions = {},
): Promise<AccessStore> => {
  if (database.kind === 'sqlite') {
    const { openSqliteStore } = await import('./sqlite-store.ts')
    return openSqliteStore({ file: database.file, durability, now, isChecked, upkeep })
  }
  const { openPostgresStore } = await import('./postgres-store.ts')
  return openPostgresStore({ url: database.url, now, onMigrationWait })
}
