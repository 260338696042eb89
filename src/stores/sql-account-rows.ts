import type { Selectable, Transaction } from 'kysely'
import type { Account, AccountOnPlan, AgreedAllowances, ApiKey, StoredKey } from '../accounts/ports.ts'
import { plans } from '../contract/plan-table.ts'
import type { Tables } from './tables.ts'

type AccountRow = Selectable<Tables['accounts']>
type KeyRow = Omit<Selectable<Tables['api_keys']>, 'digest'>

/** All of a key but its digest. */
export const keyColumns = ['key_id', 'account_id', 'label', 'created_at', 'expires_at', 'revoked_at', 'replaced_by'] as const

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
    closedAt: row.closed_at,
  }
}

/** A key as the feature knows it. */
export const keyOf = (row: KeyRow): ApiKey => ({
  keyId: row.key_id,
  accountId: row.account_id,
  label: row.label,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  replacedBy: row.replaced_by,
})

/** Adds a key. */
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

/** The columns of agreed allowances. */
export const allowanceColumns = (agreed: AgreedAllowances) => ({
  requests_per_minute: agreed.requestsPerMinute,
  monthly_requests: agreed.monthlyRequests,
  active_keys: agreed.activeKeys,
})

/** Adds an account. */
export const insertAccount = async (
  trx: Transaction<Tables>,
  { id, name, plan, createdAt, closedAt }: AccountOnPlan,
  agreed: AgreedAllowances,
): Promise<Account> => {
  const row = { id, name, plan, ...allowanceColumns(agreed), created_at: createdAt, closed_at: closedAt }
  await trx.insertInto('accounts').values(row).execute()
  return accountOf(row)
}
