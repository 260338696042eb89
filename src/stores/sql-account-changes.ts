import type { Kysely, Transaction } from 'kysely'
import type {
  Account,
  AccountStore,
  ApiKey,
  AuditEntry,
  Authorship,
  Deletion,
  NewAccount,
  PlanChange,
  StateChange,
  StoredKey,
} from '../accounts/ports.ts'
import { dayText, utcDay } from '../time/utc-day.ts'
import {
  allowanceColumns,
  countActiveKeys,
  hasAccounts,
  insertAccount,
  insertKey,
  isActiveKey,
  keyColumns,
  keyOf,
  readAccount,
} from './sql-account-rows.ts'
import type { ChangeContext, RunChange } from './sql-change.ts'
import type { Tables } from './tables.ts'

type AccountChanges = Pick<
  AccountStore,
  | 'createAccount'
  | 'createFirstAccount'
  | 'changePlan'
  | 'suspendAccount'
  | 'resumeAccount'
  | 'renameAccount'
  | 'closeAccount'
  | 'deleteAccount'
>

const planDetails = ({ plan, requestsPerMinute, monthlyRequests, activeKeys }: Account) => ({
  plan,
  requestsPerMinute,
  monthlyRequests,
  activeKeys,
})

/**
 * What belongs to an account by minute and by day. Days are named one by one, since the rows of a day lie together and
 * not those of an account.
 */
const removeFineCounts = async (trx: Transaction<Tables>, accountId: string, { at }: Authorship): Promise<void> => {
  await trx
    .deleteFrom('usage_windows')
    .where('account_id', '=', accountId)
    .where((row) => row(row.fn<number>('length', ['window']), '>', 'YYYY-MM'.length))
    .execute()
  const days = Array.from({ length: daysCounted }, (_, index) => dayText(utcDay(Date.parse(at)) + 2 - index))
  await trx.deleteFrom('request_counts').where('account_id', '=', accountId).where('day', 'in', days).execute()
}

/** More than are kept of request counts, and two for a clock that was ahead. */
const daysCounted = 410

const created = (account: Account): Omit<AuditEntry, keyof Authorship> => ({
  action: 'account.created',
  accountId: account.id,
  keyId: null,
  details: planDetails(account),
})

const revoked = (accountId: string, keyId: string, because: string): Omit<AuditEntry, keyof Authorship> => ({
  action: 'key.revoked',
  accountId,
  keyId,
  details: { because },
})

const createFirst = async (
  { trx, record, rollBack }: ChangeContext<boolean>,
  account: NewAccount,
  key: StoredKey,
): Promise<boolean> => {
  if (await hasAccounts(trx)) return rollBack(false)
  const agreed = { requestsPerMinute: null, monthlyRequests: null, activeKeys: null }
  const inserted = await insertAccount(trx, account, agreed)
  await insertKey(trx, key)
  const { keyId, expiresAt } = key
  await record(created(inserted), { action: 'key.issued', accountId: account.id, keyId, details: { expiresAt } })
  return true
}

const readActiveKeys = async (trx: Transaction<Tables>, accountId: string, at: string): Promise<readonly ApiKey[]> => {
  const newestFirst = await trx
    .selectFrom('api_keys')
    .select(keyColumns)
    .where('account_id', '=', accountId)
    .where(isActiveKey(at))
    .orderBy('created_at', 'desc')
    .orderBy('key_id', 'desc')
    .execute()
  return newestFirst.map(keyOf)
}

const changePlan = async (
  { trx, record, rollBack }: ChangeContext<PlanChange | null>,
  ...[accountId, plan, agreed, by]: Parameters<AccountStore['changePlan']>
): Promise<PlanChange | null> => {
  const before = await readAccount(trx, accountId)
  if (before === null) return rollBack(null)
  if (before.closedAt !== null) return rollBack({ outcome: 'account_closed', account: before })
  await trx
    .updateTable('accounts')
    .set({ plan, ...allowanceColumns(agreed) })
    .where('id', '=', accountId)
    .execute()
  const account = (await readAccount(trx, accountId)) as Account
  const newestFirst = await readActiveKeys(trx, accountId, by.at)
  const excess = newestFirst.slice(0, Math.max(0, newestFirst.length - account.activeKeys))
  if (excess.length > 0 && !by.revokesNewest) return rollBack({ outcome: 'too_many_keys', account, excess })
  const ids = excess.map(({ keyId }) => keyId)
  if (ids.length > 0) await trx.updateTable('api_keys').set({ revoked_at: by.at }).where('key_id', 'in', ids).execute()
  const details = { before: planDetails(before), after: planDetails(account) }
  await record(
    { action: 'account.plan_changed', accountId, keyId: null, details },
    ...ids.map((keyId) => revoked(accountId, keyId, 'account.plan_changed')),
  )
  return { outcome: 'changed', account, revoked: excess.map((key) => ({ ...key, revokedAt: by.at })) }
}

type StateContext = ChangeContext<StateChange | null>

const update = async (
  { trx, record }: StateContext,
  accountId: string,
  values: Partial<Pick<Tables['accounts'], 'name' | 'closed_at' | 'suspended_at' | 'suspended_reason'>>,
  action: AuditEntry['action'],
  details: AuditEntry['details'] = {},
): Promise<'changed'> => {
  await trx.updateTable('accounts').set(values).where('id', '=', accountId).execute()
  await record({ action, accountId, keyId: null, details })
  return 'changed'
}

/** What a change of state does to an account, which may have the state already, or may not take it. */
type Step = (account: Account, change: StateContext) => Promise<StateChange['outcome']>

const suspend =
  (reason: string | null, at: string): Step =>
  async ({ id, closedAt, suspendedAt }, change) => {
    if (closedAt !== null) return 'account_closed'
    if (suspendedAt !== null) return 'unchanged'
    return update(change, id, { suspended_at: at, suspended_reason: reason }, 'account.suspended', { reason })
  }

const resume: Step = async ({ id, closedAt, suspendedAt }, change) => {
  if (closedAt !== null) return 'account_closed'
  if (suspendedAt === null) return 'unchanged'
  return update(change, id, { suspended_at: null, suspended_reason: null }, 'account.resumed', { suspendedAt })
}

const rename =
  (name: string): Step =>
  async (account, change) =>
    account.name === name ? 'unchanged' : update(change, account.id, { name }, 'account.renamed')

const close =
  (at: string): Step =>
  async ({ id, closedAt }, change) => {
    if (closedAt !== null) return 'unchanged'
    const keys = await change.trx
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('account_id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('key_id')
      .execute()
    const outcome = await update(change, id, { closed_at: at }, 'account.closed')
    await change.record(...keys.map((row) => revoked(id, row.key_id, 'account.closed')))
    return outcome
  }

const deleteAccount = async (
  { trx, record, rollBack }: ChangeContext<Deletion | null>,
  accountId: string,
  by: Authorship,
): Promise<Deletion | null> => {
  const account = await readAccount(trx, accountId)
  if (account === null) return rollBack(null)
  const activeKeys = await countActiveKeys(trx, accountId, by.at)
  const isOpen = account.closedAt === null && account.suspendedAt === null
  if (isOpen && activeKeys > 0) return rollBack({ outcome: 'in_use', account, activeKeys })
  const keys = await trx.deleteFrom('api_keys').where('account_id', '=', accountId).returning('key_id').execute()
  await removeFineCounts(trx, accountId, by)
  await trx.deleteFrom('accounts').where('id', '=', accountId).execute()
  const details = { deletedKeys: keys.map((row) => row.key_id) }
  await record({ action: 'account.deleted', accountId, keyId: null, details })
  return { outcome: 'deleted', account, activeKeys }
}

export const createAccountChanges = (db: Kysely<Tables>, runChange: RunChange): AccountChanges => {
  const changeState = (accountId: string, by: Authorship, step: Step) =>
    runChange<StateChange | null>(by, async (change) => {
      const account = await readAccount(change.trx, accountId)
      if (account === null) return change.rollBack(null)
      const outcome = await step(account, change)
      if (outcome !== 'changed') return change.rollBack({ outcome, account })
      return { outcome, account: (await readAccount(change.trx, accountId)) as Account }
    })

  return {
    createAccount: (account, agreed, actor) =>
      runChange({ actor, at: account.createdAt }, async ({ trx, record }) => {
        const inserted = await insertAccount(trx, account, agreed)
        await record(created(inserted))
        return inserted
      }),
    createFirstAccount: async (account, key, actor) => {
      // Checked first, since a change makes every process read its keys anew.
      if (await hasAccounts(db)) return false
      return runChange({ actor, at: account.createdAt }, (change) => createFirst(change, account, key))
    },
    changePlan: (accountId, plan, agreed, by) =>
      runChange<PlanChange | null>(by, (change) => changePlan(change, accountId, plan, agreed, by)),
    suspendAccount: (accountId, reason, by) => changeState(accountId, by, suspend(reason, by.at)),
    resumeAccount: (accountId, by) => changeState(accountId, by, resume),
    renameAccount: (accountId, name, by) => changeState(accountId, by, rename(name)),
    closeAccount: (accountId, by) => changeState(accountId, by, close(by.at)),
    deleteAccount: (accountId, by) => runChange<Deletion | null>(by, (change) => deleteAccount(change, accountId, by)),
  }
}
