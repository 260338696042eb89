import { type Kysely, sql } from 'kysely'
import type { AccountStore } from '../accounts/ports.ts'
import { createAccountChanges } from './sql-account-changes.ts'
import {
  accountOf,
  countActiveKeys,
  hasAccounts,
  isActiveKey,
  keyColumns,
  keyOf,
  readAccount,
  readKey,
} from './sql-account-rows.ts'
import { listAudit } from './sql-audit.ts'
import { createRunChange } from './sql-change.ts'
import { createKeyChanges } from './sql-key-changes.ts'
import type { Tables } from './tables.ts'

/** Open accounts with what each has used, those first that have used most of their month. */
const listBusiest = async (db: Kysely<Tables>, { windows, at, limit }: Parameters<AccountStore['listBusiest']>[0]) => {
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
}

/** Units that each account has used in a month; deleted ones stand last. */
const listMonthUnits = async (db: Kysely<Tables>, month: string) => {
  const known = await db
    .selectFrom('accounts')
    .leftJoin('usage_windows as month', (join) =>
      join.onRef('month.account_id', '=', 'accounts.id').on('month.window', '=', month),
    )
    .selectAll('accounts')
    .select((row) => row.fn.coalesce('month.used', row.lit(0)).as('units'))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const deleted = await db
    .selectFrom('audit_trail')
    .innerJoin('usage_windows as month', 'month.account_id', 'audit_trail.account_id')
    .select(['audit_trail.account_id', 'month.used as units'])
    .where('action', '=', 'account.deleted')
    .where('month.window', '=', month)
    .orderBy('audit_trail.id')
    .execute()
  return [
    ...known.map((row) => ({ accountId: row.id, account: accountOf(row), units: row.units })),
    ...deleted.map((row) => ({ accountId: row.account_id, account: null, units: row.units })),
  ]
}

export const createSqlAccounts = ({
  db,
  epochColumn,
  onChanged = async () => {},
}: {
  readonly db: Kysely<Tables>
  /** The epoch that the counters compare: one of each account, or one of all. */
  readonly epochColumn: 'accounts.epoch' | 'access_epoch.epoch'
  /** Runs after each committed change, before it is reported. */
  readonly onChanged?: () => Promise<void>
}): Omit<AccountStore, 'readUsage'> => {
  const runChange = createRunChange(db, onChanged)
  return {
    ...createAccountChanges(db, runChange),
    ...createKeyChanges(runChange),

    hasAccounts: () => hasAccounts(db),

    listAccounts: async () =>
      (await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute()).map(accountOf),

    findAccount: (accountId) => readAccount(db, accountId),

    findKey: (keyId) => readKey(db, keyId),

    listAudit: (query) => listAudit(db, query),

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

    countActiveKeys: (accountId, at) => countActiveKeys(db, accountId, at),

    listBusiest: (query) => listBusiest(db, query),

    listMonthUnits: (month) => listMonthUnits(db, month),

    findAuthContext: async (digest) => {
      // Key, account and epoch in one row, so that they are of one moment.
      const row = await db
        .selectFrom('api_keys')
        .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .innerJoin('access_epoch', (join) => join.onTrue())
        .where('api_keys.digest', '=', digest)
        .selectAll('accounts')
        .select(['key_id', 'account_id', 'label', 'expires_at', 'revoked_at', 'replaced_by'])
        .select(['api_keys.created_at as key_created_at', sql.ref<number>(epochColumn).as('context_epoch')])
        .executeTakeFirst()
      if (row === undefined) return null
      const key = keyOf({ ...row, created_at: row.key_created_at })
      return { account: accountOf(row), key, epoch: Number(row.context_epoch) }
    },
  }
}
