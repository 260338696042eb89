import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SyncLedger } from '../../src/market/sync-ledger.ts'
import { openBench } from './site.ts'

test('a sync that finds the disk full gives its lease back in the room that it reserved', async (t) => {
  const bench = await openBench(t)
  const { syncLedger, archive } = bench.store
  const noRoom = () => Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const isFull = () => existsSync(join(bench.folder, 'tcgcsv', 'reserved-space'))
  let isFilled = false
  /** A ledger on a disk that is full from the first price on, but for what was reserved. */
  const ledger: SyncLedger = {
    ...syncLedger,
    acquire: async (source, leaseMs) => {
      const lease = await syncLedger.acquire(source, leaseMs)
      const unlessFull = <T>(write: () => Promise<T>): Promise<T> =>
        isFilled && isFull() ? Promise.reject(noRoom()) : write()
      return (
        lease && {
          ...lease,
          update: (changes) => unlessFull(() => lease.update(changes)),
          release: () => unlessFull(() => lease.release()),
        }
      )
    },
  }
  const stage = (): Promise<void> => {
    isFilled = true
    return Promise.reject(noRoom())
  }
  await assert.rejects(bench.sync({ ledger, archive: { ...archive, stage } }), /disk is full/)
  assert.match((await syncLedger.read('tcgcsv'))?.failure?.reason ?? '', /^The disk that holds .* is full/)
  assert.equal((await bench.sync())?.status, 'synced')
  assert.equal(isFull(), false)
})
