import { type Kysely, sql } from 'kysely'
import type { AccountStore, AuthContext } from '../accounts/ports.ts'
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

/** The account store in SQL. */
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

    listMonthUnits: async (month) => {
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
    },

    findAuthContext: async (digest) => {
      const row = await contextQuery(db, epochColumn, digest).executeTakeFirst()
      return row ? contextOf(row) : null
    },
  }
}

/** Key, account and epoch in one row, so that they are of one moment. */
const contextQuery = (db: Kysely<Tables>, epochColumn: string, digest: string) =>
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
      'accounts.suspended_at',
      'accounts.suspended_reason',
      'accounts.closed_at',
      sql.ref<number>(epochColumn).as('epoch'),
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
    suspended_at: row.suspended_at,
    suspended_reason: row.suspended_reason,
    closed_at: row.closed_at,
  }),
  key: keyOf(row),
  epoch: Number(row.epoch),
})
