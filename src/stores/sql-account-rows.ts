import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Account, AgreedAllowances, ApiKey, NewAccount, StoredKey } from '../accounts/ports.ts'
import { plans } from '../contract/plan-table.ts'
import type { Tables } from './tables.ts'

type AccountRow = Omit<Selectable<Tables['accounts']>, 'epoch'>
type KeyRow = Omit<Selectable<Tables['api_keys']>, 'digest'>

/** All of a key but its digest. */
export const keyColumns = [
  'key_id',
  'account_id',
  'label',
  'created_at',
  'expires_at',
  'revoked_at',
  'replaced_by',
] as const

/** An account as the feature knows it: agreed allowances where there are any, else the plan's. */
export const accountOf = (row: AccountRow): Account => {
  const plan = plans.find(({ id }) => id === row.plan)
  if (!plan) throw new Error(`Account ${row.id} is on an unknown plan.`)
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    requestsPerMinute: row.requests_per_minute ?? plan.requestsPerMinute,
    monthlyRequests: row.monthly_requests ?? plan.monthlyRequests,
    activeKeys: row.active_keys ?? plan.activeKeys,
    createdAt: row.created_at,
    suspendedAt: row.suspended_at,
    suspendedReason: row.suspended_reason,
    closedAt: row.closed_at,
  }
}

export const keyOf = (row: KeyRow): ApiKey => ({
  keyId: row.key_id,
  accountId: row.account_id,
  label: row.label,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  replacedBy: row.replaced_by,
})

export const insertKey = async (trx: Transaction<Tables>, key: StoredKey): Promise<void> => {
  const row = {
    key_id: key.keyId,
    account_id: key.accountId,
    digest: key.digest,
    label: key.label,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    replaced_by: key.replacedBy,
  }
  await trx.insertInto('api_keys').values(row).execute()
}

export const allowanceColumns = (agreed: AgreedAllowances) => ({
  requests_per_minute: agreed.requestsPerMinute,
  monthly_requests: agreed.monthlyRequests,
  active_keys: agreed.activeKeys,
})

export const insertAccount = async (
  trx: Transaction<Tables>,
  { id, name, plan, createdAt }: NewAccount,
  agreed: AgreedAllowances,
): Promise<Account> => {
  const begins = { suspended_at: null, suspended_reason: null, closed_at: null }
  const row = { id, name, plan, ...allowanceColumns(agreed), created_at: createdAt, ...begins }
  await trx.insertInto('accounts').values(row).execute()
  return accountOf(row)
}

export const readAccount = async (db: Kysely<Tables>, accountId: string): Promise<Account | null> => {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst()
  return row ? accountOf(row) : null
}

export const readKey = async (db: Kysely<Tables>, keyId: string): Promise<ApiKey | null> => {
  const row = await db.selectFrom('api_keys').select(keyColumns).where('key_id', '=', keyId).executeTakeFirst()
  return row ? keyOf(row) : null
}

export const hasAccounts = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined

/** A key counts towards its account's cap unless revoked, expired, or valid only for the overlap of its rotation. */
export const isActiveKey = (at: string) =>
  sql<boolean>`revoked_at is null and replaced_by is null and (expires_at is null or expires_at > ${at})`

export const countActiveKeys = async (db: Kysely<Tables>, accountId: string, at: string): Promise<number> => {
  const { count } = await db
    .selectFrom('api_keys')
    .select((row) => row.fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .where(isActiveKey(at))
    .executeTakeFirstOrThrow()
  return Number(count)
}
