import { type Accounts, createAccounts, NotFoundError } from '../accounts/accounts.ts'
import { createMeter } from '../accounts/metering.ts'
import { readConfig } from '../app/config.ts'
import { openStore } from '../stores/open-store.ts'
import { isNewDatabase } from '../stores/sqlite-mark.ts'
import type { AccessStore } from '../stores/store.ts'
import type { CommandContext } from './command.ts'

/** Opens the access store for the length of one command. */
export const withStore = async <T>(
  { env }: CommandContext,
  work: (store: AccessStore) => Promise<T>,
  options?: { readonly isChecked: boolean },
): Promise<T> => {
  const store = await openStore(await readConfig(env), Date.now, options)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Opens a store that must exist already, so that inspecting it creates none. */
export const withExistingStore = async <T>(
  context: CommandContext,
  work: (store: AccessStore) => Promise<T>,
  options?: { readonly isChecked: boolean },
): Promise<T> => {
  const { database } = await readConfig(context.env)
  if (database.kind === 'sqlite' && isNewDatabase(database.file))
    throw new NotFoundError(`There is no database at ${database.file} yet.`)
  return withStore(context, work, options)
}

/** Runs one command of the accounts feature. It reads few pages of the file, so SQLite notices damage where it matters without reading the whole. */
export const withAccounts = <T>(context: CommandContext, work: (accounts: Accounts) => Promise<T>): Promise<T> =>
  withStore(
    context,
    (store) => work(createAccounts({ store: store.accounts, meter: createMeter({ counter: store.counter }), now: store.now })),
    { isChecked: false },
  )
