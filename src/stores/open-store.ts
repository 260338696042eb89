import type { Durability } from './sqlite-database.ts'
import type { AccessStore } from './store.ts'

export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string }

export interface StoreConfig {
  readonly database: DatabaseAddress
  readonly durability: Durability
}

/**
 * Opens the store of accounts, keys and counters that the configuration names, and loads no other engine. `now` is in milliseconds since the epoch. `isChecked` reads a
 * SQLite file whole first, to count on no damaged one.
 */
export const openStore = async (
  { database, durability }: StoreConfig,
  now: () => number,
  { isChecked = true }: { readonly isChecked?: boolean } = {},
): Promise<AccessStore> => {
  if (database.kind === 'sqlite') {
    const { openSqliteStore } = await import('./sqlite-store.ts')
    return openSqliteStore({ file: database.file, durability, now, isChecked })
  }
  const { openPostgresStore } = await import('./postgres-store.ts')
  return openPostgresStore({ url: database.url, now })
}
