import { type Kysely, sql, type Transaction } from 'kysely'
import type { Account, AccountStore, ApiKey, AuthContext, PlanChange } from '../accounts/ports.ts'
import { accountOf, allowanceColumns, insertAccount, insertKey, keyColumns, keyOf } from './sql-account-rows.ts'
import type { Tables } from './tables.ts'

const hasAccounts = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined

/** A key that counts towards its account's cap: neither revoked, nor expired, nor valid only for the overlap of its rotation. */
const isActiveKey = (at: string) =>
  sql<boolean>`revoked_at is null and replaced_by is null and (expires_at is null or expires_at > ${at})`

const countActiveKeys = async (db: Kysely<Tables>, accountId: string, at: string): Promise<number> => {
  const { count } = await db
    .selectFrom('api_keys')
    .select((row) => row.fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .where(isActiveKey(at))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The account store in SQL. Every change first increments the epoch: its row lock serializes the changes of all processes, and its value shows every reader that what
 * it has cached is out of date.
 */
export const createSqlAccounts = ({
  db,
  onChanged = async () => {},
}: {
  readonly db: Kysely<Tables>
  /** Runs after each committed change, before it is reported. */
  readonly onChanged?: () => Promise<void>
}): Omit<AccountStore, 'readUsage'> => {
  /** `work` calls `rollBack` to end without a change: then the epoch stays as well, so that a raised one tells of accounts. */
  const change = async <T>(work: (trx: Transaction<Tables>, rollBack: (result: T) => never) => Promise<T>): Promise<T> => {
    let rolledBack: { readonly result: T } | null = null
    const rollBack = (result: T): never => {
      rolledBack = { result }
      throw new Error('nothing to change')
    }
    try {
      const result = await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('access_epoch')
          .set((row) => ({ epoch: row('epoch', '+', 1) }))
          .execute()
        return work(trx, rollBack)
      })
      await onChanged()
      return result
    } catch (error) {
      if (rolledBack !== null) return (rolledBack as { readonly result: T }).result
      throw error
    }
  }

  const readAccount = async (from: Kysely<Tables>, accountId: string): Promise<Account | null> => {
    const row = await from.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst()
    return row ? accountOf(row) : null
  }

  const readKey = async (from: Kysely<Tables>, keyId: string): Promise<ApiKey | null> => {
    const row = await from.selectFrom('api_keys').select(keyColumns).where('key_id', '=', keyId).executeTakeFirst()
    return row ? keyOf(row) : null
  }

  return {
    createAccount: (account, agreed) => change((trx) => insertAccount(trx, account, agreed)),

    createFirstAccount: async (account, key) => {
      // Checked first, since a change makes every process read its keys anew.
      if (await hasAccounts(db)) return false
      return change(async (trx, rollBack) => {
        if (await hasAccounts(trx)) return rollBack(false)
        await insertAccount(trx, account, { requestsPerMinute: null, monthlyRequests: null, activeKeys: null })
        await insertKey(trx, key)
        return true
      })
    },

    hasAccounts: () => hasAccounts(db),

    listAccounts: async () =>
      (await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute()).map(accountOf),

    findAccount: (accountId) => readAccount(db, accountId),

    changePlan: (accountId, plan, agreed, { at, revokesNewest }) =>
      change<PlanChange | null>(async (trx, rollBack) => {
        await trx
          .updateTable('accounts')
          .set({ plan, ...allowanceColumns(agreed) })
          .where('id', '=', accountId)
          .execute()
        const account = await readAccount(trx, accountId)
        if (account === null) return rollBack(null)
        const newestFirst = await trx
          .selectFrom('api_keys')
          .select(keyColumns)
          .where('account_id', '=', accountId)
          .where(isActiveKey(at))
          .orderBy('created_at', 'desc')
          .orderBy('key_id', 'desc')
          .execute()
        const excess = newestFirst.slice(0, Math.max(0, newestFirst.length - account.activeKeys)).map(keyOf)
        if (excess.length === 0) return { outcome: 'changed', account, revoked: [] }
        if (!revokesNewest) return rollBack({ outcome: 'too_many_keys', account, excess })
        const ids = excess.map(({ keyId }) => keyId)
        await trx.updateTable('api_keys').set({ revoked_at: at }).where('key_id', 'in', ids).execute()
        return { outcome: 'changed', account, revoked: excess.map((key) => ({ ...key, revokedAt: at })) }
      }),

    closeAccount: (accountId, at) =>
      change<Account | null>(async (trx, rollBack) => {
        const { numUpdatedRows } = await trx
          .updateTable('accounts')
          .set({ closed_at: at })
          .where('id', '=', accountId)
          .where('closed_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return rollBack(await readAccount(trx, accountId))
        await trx
          .updateTable('api_keys')
          .set({ revoked_at: at })
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is', null)
          .execute()
        return readAccount(trx, accountId)
      }),

    addKey: (key) =>
      change(async (trx, rollBack) => {
        const account = await readAccount(trx, key.accountId)
        if (account === null) return rollBack(null)
        if (account.closedAt !== null) return rollBack({ outcome: 'account_closed', account })
        if ((await countActiveKeys(trx, account.id, key.createdAt)) >= account.activeKeys)
          return rollBack({ outcome: 'cap_reached', account })
        await insertKey(trx, key)
        return { outcome: 'added', account }
      }),

    listKeys: async (accountId) => {
      const rows = await db
        .selectFrom('api_keys')
        .select(keyColumns)
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('key_id')
        .execute()
      return rows.map(keyOf)
    },

    findKey: (keyId) => readKey(db, keyId),

    revokeKey: (keyId, at) =>
      change<ApiKey | null>(async (trx, rollBack) => {
        const { numUpdatedRows } = await trx
          .updateTable('api_keys')
          .set({ revoked_at: at })
          .where('key_id', '=', keyId)
          .where('revoked_at', 'is', null)
          .executeTakeFirst()
        const key = await readKey(trx, keyId)
        return numUpdatedRows === 0n ? rollBack(key) : key
      }),

    replaceKey: (keyId, endsAt, successor) =>
      change<ApiKey | null>(async (trx, rollBack) => {
        const { numUpdatedRows } = await trx
          .updateTable('api_keys')
          .set({
            expires_at: sql<string>`case when expires_at < ${endsAt} then expires_at else ${endsAt} end`,
            replaced_by: successor.keyId,
          })
          .where('key_id', '=', keyId)
          .where('revoked_at', 'is', null)
          .where('replaced_by', 'is', null)
          .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', successor.createdAt)]))
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return rollBack(null)
        // What this key itself had replaced expires now, so that a chain of rotations never has more than two valid keys.
        await trx
          .updateTable('api_keys')
          .set({ expires_at: successor.createdAt })
          .where('replaced_by', '=', keyId)
          .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', successor.createdAt)]))
          .execute()
        await insertKey(trx, successor)
        return readKey(trx, keyId)
      }),

    countActiveKeys: (accountId, at) => countActiveKeys(db, accountId, at),

    listBusiest: async ({ windows, at, limit }) => {
      const rows = await db
        .selectFrom('accounts')
        .leftJoin('usage_windows as minute', (join) =>
          join.onRef('minute.account_id', '=', 'accounts.id').on('minute.window', '=', windows.minute),
        )
        .leftJoin('usage_windows as month', (join) =>
          join.onRef('month.account_id', '=', 'accounts.id').on('month.window', '=', windows.month),
        )
        .selectAll('accounts')
        .select((row) => [
          row.fn.coalesce('minute.used', row.lit(0)).as('minute_used'),
          row.fn.coalesce('month.used', row.lit(0)).as('month_used'),
          row
            .selectFrom('api_keys')
            .select((key) => key.fn.countAll().as('count'))
            .whereRef('api_keys.account_id', '=', 'accounts.id')
            .where(isActiveKey(at))
            .as('keys_in_use'),
        ])
        .where('closed_at', 'is', null)
        .orderBy('month_used', 'desc')
        .orderBy('accounts.id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        account: accountOf(row),
        minuteUsed: row.minute_used,
        monthUsed: row.month_used,
        activeKeys: Number(row.keys_in_use),
      }))
    },

    findAuthContext: async (digest) => {
      const row = await contextQuery(db, digest).executeTakeFirst()
      return row ? contextOf(row) : null
    },
  }
}

/** Key, account and epoch in one row, so that they are of one moment. */
const contextQuery = (db: Kysely<Tables>, digest: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .innerJoin('access_epoch', (join) => join.onTrue())
    .where('api_keys.digest', '=', digest)
    .select([
      'api_keys.key_id',
      'api_keys.account_id',
      'api_keys.label',
      'api_keys.created_at',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'api_keys.replaced_by',
      'accounts.name',
      'accounts.plan',
      'accounts.requests_per_minute',
      'accounts.monthly_requests',
      'accounts.active_keys',
      'accounts.created_at as account_created_at',
      'accounts.closed_at',
      'access_epoch.epoch',
    ])

type ContextRow = Awaited<ReturnType<ReturnType<typeof contextQuery>['executeTakeFirstOrThrow']>>

const contextOf = (row: ContextRow): AuthContext => ({
  account: accountOf({
    id: row.account_id,
    name: row.name,
    plan: row.plan,
    requests_per_minute: row.requests_per_minute,
    monthly_requests: row.monthly_requests,
    active_keys: row.active_keys,
    created_at: row.account_created_at,
    closed_at: row.closed_at,
  }),
  key: keyOf(row),
  epoch: Number(row.epoch),
})
