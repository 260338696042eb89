import type { Kysely, Transaction } from 'kysely'
import type { AuditEntry, AuditQuery } from '../accounts/ports.ts'
import type { Tables } from './tables.ts'

/** Adds entries to the audit trail, within the transaction of the change that they tell of. */
export const recordAudit = async (trx: Transaction<Tables>, entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return
  const rows = entries.map(({ at, actor, action, accountId, keyId, details }) => ({
    at,
    actor,
    action,
    account_id: accountId,
    key_id: keyId,
    details: JSON.stringify(details),
  }))
  await trx.insertInto('audit_trail').values(rows).execute()
}

/** The entries in commit order: a change holds the row of the epoch from its beginning. */
export const listAudit = async (
  db: Kysely<Tables>,
  { accountId, since }: AuditQuery,
): Promise<readonly AuditEntry[]> => {
  let query = db.selectFrom('audit_trail').selectAll().orderBy('id')
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (since !== undefined) query = query.where('at', '>=', since)
  return (await query.execute()).map((row) => ({
    at: row.at,
    actor: row.actor,
    action: row.action,
    accountId: row.account_id,
    keyId: row.key_id,
    details: JSON.parse(row.details) as AuditEntry['details'],
  }))
}
