import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { emptySyncRecord, type SyncLedger, type SyncRecord } from '../../../market/sync-ledger.ts'
import { withLedgerSession } from './ledger-session.ts'

/** A ledger whose updates take as long as told, one after the other. */
const slowLedger = (delaysMs: number[]): SyncLedger => {
  let record: SyncRecord = emptySyncRecord
  return {
    read: async () => record,
    acquire: async () => ({
      update: async (changes) => {
        await delay(delaysMs.shift() ?? 0)
        record = { ...record, ...changes }
        return true
      },
      renew: async () => true,
      release: async () => {},
    }),
    remove: async () => {},
  }
}

test('a report of progress that nobody waits for is not written after the end that follows it', async () => {
  const ledger = slowLedger([20, 0])
  await withLedgerSession(ledger, 'mirror', async ({ update }) => {
    void update({ progress: { step: 'catalogue', done: 1, total: 1, at: '2026-11-21T20:10:00.000Z' } })
    await update({ progress: null })
  })
  await delay(40)
  assert.equal((await ledger.read('mirror'))?.progress, null)
})

test('an update that fails says so, and keeps none that follow it from being written', async () => {
  const failing = { ...slowLedger([]), acquire: async () => lease }
  let calls = 0
  const lease = { update: async () => calls++ > 0, renew: async () => true, release: async () => {} }
  await withLedgerSession(failing, 'mirror', async ({ update, record }) => {
    await assert.rejects(update({ lastBuild: 'lost' }), /taken over/)
    await update({ lastBuild: 'kept' })
    assert.equal(record().lastBuild, 'kept')
  })
})
