import { type Accounts, createAccounts } from '../accounts/accounts.ts'
import { createMeter } from '../accounts/metering.ts'
import { readConfig } from '../config.ts'
import { openStore } from '../stores/open-store.ts'
import type { AccessStore } from '../stores/store.ts'
import type { CommandContext } from './command.ts'

/** Opens the access store for the length of one command. */
export const withStore = async <T>({ env }: CommandContext, work: (store: AccessStore) => Promise<T>): Promise<T> => {
  const store = await openStore(readConfig(env), Date.now)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Runs one command of the accounts feature. */
export const withAccounts = <T>(context: CommandContext, work: (accounts: Accounts) => Promise<T>): Promise<T> =>
  withStore(context, (store) =>
    work(createAccounts({ store: store.accounts, meter: createMeter({ counter: store.counter }), now: Date.now })),
  )
