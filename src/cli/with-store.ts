import { hostname, userInfo } from 'node:os'
import { NotFoundError } from '../accounts/account-errors.ts'
import { type Accounts, createAccounts } from '../accounts/accounts.ts'
import { createMeter } from '../accounts/metering.ts'
import { readConfig } from '../app/configuration/config.ts'
import { openStore } from '../stores/open-store.ts'
import { isNewDatabase } from '../stores/sqlite-mark.ts'
import type { AccessStore } from '../stores/store.ts'
import type { CommandContext } from './command.ts'

/** Tells a person which database it is: a wrong `DATA_DIR` is an empty one. No address: it may hold a password. */
export const databaseName = async ({ env }: CommandContext): Promise<string> => {
  const { database } = await readConfig(env)
  return database.kind === 'sqlite' ? database.file : 'the PostgreSQL database of DATABASE_URL'
}

export const tellOfWait =
  ({ output, options }: Pick<CommandContext, 'output' | 'options'>) =>
  (reason: string): void => {
    if (!options.json) output.err(reason)
  }

export const withStore = async <T>(
  context: CommandContext,
  work: (store: AccessStore) => Promise<T>,
  options?: { readonly isChecked: boolean },
): Promise<T> => {
  const store = await openStore(await readConfig(context.env), Date.now, {
    ...options,
    onMigrationWait: tellOfWait(context),
  })
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

/** Who runs a command, as the audit trail names it. */
const actorOf = async ({ env }: CommandContext): Promise<string> => {
  const { auditActor } = await readConfig(env)
  return auditActor ?? `${userName()}@${hostname()}`
}

/** A container may run as a user without a name. */
const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`
  }
}

export const accountsOf = async (
  context: CommandContext,
  { accounts: store, counter, now }: AccessStore,
): Promise<Accounts> => createAccounts({ store, meter: createMeter({ counter }), now, actor: await actorOf(context) })

/** It reads few pages of the file, so SQLite notices damage where it matters without reading the whole. */
export const withAccounts = <T>(
  context: CommandContext,
  work: (accounts: Accounts, store: AccessStore) => Promise<T>,
): Promise<T> => {
  const workOnAccounts = async (store: AccessStore): Promise<T> => {
    try {
      return await work(await accountsOf(context, store), store)
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
      throw new NotFoundError(`${error.message.replace(/\.$/, '')} in ${await databaseName(context)}.`)
    }
  }
  return withStore(context, workOnAccounts, { isChecked: false })
}
