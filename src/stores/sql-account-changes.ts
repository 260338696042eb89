import type { Kysely, Transaction } from 'kysely'
import type { Account, AccountStore, AuditEntry, Authorship, NewAccount, PlanChange, StateChange } from '../accounts/ports.ts'
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

/** What belongs to an account by minute and by day. Days are named one by one, since the rows of a day lie together and not those of an account. */
const removeFineCounts = async (trx: Transaction<Tables>, accountId: string, { at }: Authorship): Promise<void> => {
  await trx
    .deleteFrom('usage_windows')
    .where('account_id', '=', accountId)
    .where((row) => row(row.fn<number>('length', ['window']), '>', 'YYYY-MM'.length))
    .execute()
  const days = Array.from({ length: daysCounted }, (_, index) =>
    new Date(Date.parse(at) + (2 - index) * 86_400_000).toISOString().slice(0, 10),
  )
  await trx.deleteFrom('request_counts').where('account_id', '=', accountId).where('day', 'in', days).execute()
}

/** More than are kept of request counts, and two for a clock that was ahead. */
const daysCounted = 410

/** The changes of accounts in SQL. */
export const createAccountChanges = (db: Kysely<Tables>, runChange: RunChange): AccountChanges => {
  const created = (account: Account): Omit<AuditEntry, keyof Authorship> => ({
    action: 'account.created',
    accountId: account.id,
    keyId: null,
    details: planDetails(account),
  })

  /** A change to a state that the account may have already, or may not take; then nothing is changed. */
  const changeState = (
    accountId: string,
    by: Authorship,
    apply: (account: Account, change: ChangeContext<StateChange | null>) => Promise<StateChange['outcome']>,
  ) =>
    runChange<StateChange | null>(by, async (change) => {
      const account = await readAccount(change.trx, accountId)
      if (account === null) return change.rollBack(null)
      const outcome = await apply(account, change)
      if (outcome !== 'changed') return change.rollBack({ outcome, account })
      return { outcome, account: (await readAccount(change.trx, accountId)) as Account }
    })

  const update = async (
    { trx, record }: ChangeContext<StateChange | null>,
    accountId: string,
    values: Partial<Pick<Tables['accounts'], 'name' | 'closed_at' | 'suspended_at' | 'suspended_reason'>>,
    action: AuditEntry['action'],
    details: AuditEntry['details'] = {},
  ): Promise<'changed'> => {
    await trx.updateTable('accounts').set(values).where('id', '=', accountId).execute()
    await record({ action, accountId, keyId: null, details })
    return 'changed'
  }

  const revoked = (accountId: string, keyId: string, because: string): Omit<AuditEntry, keyof Authorship> => ({
    action: 'key.revoked',
    accountId,
    keyId,
    details: { because },
  })

  return {
    createAccount: (account: NewAccount, agreed, actor) =>
      runChange({ actor, at: account.createdAt }, async ({ trx, record }) => {
        const inserted = await insertAccount(trx, account, agreed)
        await record(created(inserted))
        return inserted
      }),

    createFirstAccount: async (account, key, actor) => {
      // Checked first, since a change makes every process read its keys anew.
      if (await hasAccounts(db)) return false
      return runChange({ actor, at: account.createdAt }, async ({ trx, record, rollBack }) => {
        if (await hasAccounts(trx)) return rollBack(false)
        const agreed = { requestsPerMinute: null, monthlyRequests: null, activeKeys: null }
        const inserted = await insertAccount(trx, account, agreed)
        await insertKey(trx, key)
        const { keyId, expiresAt } = key
        await record(created(inserted), { action: 'key.issued', accountId: account.id, keyId, details: { expiresAt } })
        return true
      })
    },

    changePlan: (accountId, plan, agreed, by) =>
      runChange<PlanChange | null>(by, async ({ trx, record, rollBack }) => {
        const before = await readAccount(trx, accountId)
        if (before === null) return rollBack(null)
        if (before.closedAt !== null) return rollBack({ outcome: 'account_closed', account: before })
        await trx
          .updateTable('accounts')
          .set({ plan, ...allowanceColumns(agreed) })
          .where('id', '=', accountId)
          .execute()
        const account = (await readAccount(trx, accountId)) as Account
        const newestFirst = await trx
          .selectFrom('api_keys')
          .select(keyColumns)
          .where('account_id', '=', accountId)
          .where(isActiveKey(by.at))
          .orderBy('created_at', 'desc')
          .orderBy('key_id', 'desc')
          .execute()
        const excess = newestFirst.slice(0, Math.max(0, newestFirst.length - account.activeKeys)).map(keyOf)
        if (excess.length > 0 && !by.revokesNewest) return rollBack({ outcome: 'too_many_keys', account, excess })
        const ids = excess.map(({ keyId }) => keyId)
        if (ids.length > 0) await trx.updateTable('api_keys').set({ revoked_at: by.at }).where('key_id', 'in', ids).execute()
        const details = { before: planDetails(before), after: planDetails(account) }
        await record(
          { action: 'account.plan_changed', accountId, keyId: null, details },
          ...ids.map((keyId) => revoked(accountId, keyId, 'account.plan_changed')),
        )
        return { outcome: 'changed', account, revoked: excess.map((key) => ({ ...key, revokedAt: by.at })) }
      }),

    suspendAccount: (accountId, reason, by) =>
      changeState(accountId, by, async ({ closedAt, suspendedAt }, change) => {
        if (closedAt !== null) return 'account_closed'
        if (suspendedAt !== null) return 'unchanged'
        const values = { suspended_at: by.at, suspended_reason: reason }
        return update(change, accountId, values, 'account.suspended', { reason })
      }),

    resumeAccount: (accountId, by) =>
      changeState(accountId, by, async ({ closedAt, suspendedAt }, change) => {
        if (closedAt !== null) return 'account_closed'
        if (suspendedAt === null) return 'unchanged'
        return update(change, accountId, { suspended_at: null, suspended_reason: null }, 'account.resumed', {
          suspendedAt,
        })
      }),

    renameAccount: (accountId, name, by) =>
      changeState(accountId, by, async (account, change) =>
        account.name === name ? 'unchanged' : update(change, accountId, { name }, 'account.renamed'),
      ),

    closeAccount: (accountId, by) =>
      changeState(accountId, by, async ({ closedAt }, change) => {
        if (closedAt !== null) return 'unchanged'
        const keys = await change.trx
          .updateTable('api_keys')
          .set({ revoked_at: by.at })
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is', null)
          .returning('key_id')
          .execute()
        const outcome = await update(change, accountId, { closed_at: by.at }, 'account.closed')
        await change.record(...keys.map((row) => revoked(accountId, row.key_id, 'account.closed')))
        return outcome
      }),

    deleteAccount: (accountId, by) =>
      runChange<Awaited<ReturnType<AccountStore['deleteAccount']>>>(by, async ({ trx, record, rollBack }) => {
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
      }),
  }
}
