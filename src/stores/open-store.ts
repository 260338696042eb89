import { openPostgresStore } from './postgres-store.ts'
import type { Durability } from './sqlite-database.ts'
import { openSqliteStore } from './sqlite-store.ts'
import type { AccessStore } from './store.ts'

/** Where accounts, keys and counters are kept. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** What the configuration says of the store. */
export interface StoreConfig {
  readonly database: DatabaseAddress
  readonly durability: Durability
}

/** Opens the store of accounts, keys and counters that the configuration names. `now` is in milliseconds since the epoch. */
export const openStore = ({ database, durability }: StoreConfig, now: () => number): Promise<AccessStore> => {
  if (database.kind === 'sqlite') return openSqliteStore({ file: database.file, durability, now })
  return openPostgresStore({ url: database.url, now })
}
