import type { Kysely, Transaction } from 'kysely'
import type { AuditEntry, Authorship } from '../accounts/ports.ts'
import { recordAudit } from './sql-audit.ts'
import type { Tables } from './tables.ts'

/** A change of accounts and keys under way. */
export interface ChangeContext<T> {
  readonly trx: Transaction<Tables>
  /** Writes what was done into the audit trail. */
  readonly record: (...entries: readonly Omit<AuditEntry, keyof Authorship>[]) => Promise<void>
  /** Ends without a change: then the epoch stays as well, so that a raised one tells of accounts. */
  readonly rollBack: (result: T) => never
}

export type RunChange = <T>(by: Authorship, work: (change: ChangeContext<T>) => Promise<T>) => Promise<T>

/**
 * Runs changes of accounts and keys, each in one transaction. It first increments the epoch: its row lock serializes
 * the changes of all processes, and its value shows every reader that what it has cached is out of date.
 */
export const createRunChange =
  (db: Kysely<Tables>, onChanged: () => Promise<void>): RunChange =>
  async <T>(by: Authorship, work: (change: ChangeContext<T>) => Promise<T>): Promise<T> => {
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
        const record: ChangeContext<T>['record'] = (...entries) =>
          recordAudit(
            trx,
            entries.map((entry) => ({ ...entry, at: by.at, actor: by.actor })),
          )
        return work({ trx, record, rollBack })
      })
      await onChanged()
      return result
    } catch (error) {
      if (rolledBack !== null) return (rolledBack as { readonly result: T }).result
      throw error
    }
  }
