import { sql } from 'kysely'
import type { AccountStore, ApiKey } from '../accounts/ports.ts'
import { countActiveKeys, insertKey, readAccount, readKey } from './sql-account-rows.ts'
import type { RunChange } from './sql-change.ts'

type KeyChanges = Pick<AccountStore, 'addKey' | 'revokeKey' | 'replaceKey'>

export const createKeyChanges = (runChange: RunChange): KeyChanges => ({
  addKey: (key, actor) =>
    runChange({ actor, at: key.createdAt }, async ({ trx, record, rollBack }) => {
      const account = await readAccount(trx, key.accountId)
      if (account === null) return rollBack(null)
      if (account.closedAt !== null) return rollBack({ outcome: 'account_closed', account })
      if ((await countActiveKeys(trx, account.id, key.createdAt)) >= account.activeKeys)
        return rollBack({ outcome: 'cap_reached', account })
      await insertKey(trx, key)
      const { accountId, keyId, expiresAt } = key
      await record({ action: 'key.issued', accountId, keyId, details: { expiresAt } })
      return { outcome: 'added', account }
    }),

  revokeKey: (keyId, by) =>
    runChange<ApiKey | null>(by, async ({ trx, record, rollBack }) => {
      const { numUpdatedRows } = await trx
        .updateTable('api_keys')
        .set({ revoked_at: by.at })
        .where('key_id', '=', keyId)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      const key = await readKey(trx, keyId)
      if (key === null || numUpdatedRows === 0n) return rollBack(key)
      await record({ action: 'key.revoked', accountId: key.accountId, keyId, details: {} })
      return key
    }),

  replaceKey: (keyId, endsAt, successor, actor) =>
    runChange<ApiKey | null>({ actor, at: successor.createdAt }, async ({ trx, record, rollBack }) => {
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
      const ended = await trx
        .updateTable('api_keys')
        .set({ expires_at: successor.createdAt })
        .where('replaced_by', '=', keyId)
        .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', successor.createdAt)]))
        .returning('key_id')
        .execute()
      await insertKey(trx, successor)
      const { accountId, expiresAt } = successor
      await record(
        {
          action: 'key.rotated',
          accountId,
          keyId,
          details: { replacedBy: successor.keyId, endsAt, endedKeys: ended.map((row) => row.key_id) },
        },
        { action: 'key.issued', accountId, keyId: successor.keyId, details: { expiresAt, replaces: keyId } },
      )
      return readKey(trx, keyId)
    }),
})
