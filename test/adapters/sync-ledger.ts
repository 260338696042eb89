import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { emptySyncRecord, type SyncLease } from '../../src/market/sync-ledger.ts'
import { hourMs } from '../../src/time/units.ts'
import { type ArchiveUnderTest, type Hooks, startArchive } from '../support/archive.ts'
import { fakeClock } from '../support/temp.ts'

const source = 'tcgcsv'

/** The promises that the ledger of pulls keeps in every database. */
export const describeSyncLedger = (
  name: string,
  prepare: (t: Hooks) => ArchiveUnderTest | Promise<ArchiveUnderTest>,
) => {
  describe(`ledger of pulls on ${name}`, { concurrency: 3 }, () => {
    const start = async (t: Hooks) => {
      const clock = fakeClock('2026-11-21T09:30:00.000Z')
      const { store, open, usesClock, runSql } = await startArchive(t, prepare, clock.read)
      return {
        ledger: store.syncLedger,
        another: async () => (await open(clock.read)).syncLedger,
        runSql,
        /** Lets time pass, by the clock that the store goes by. */
        pass: async (ms: number) => {
          clock.now += ms
          if (!usesClock) await runSql(`update market_sync set lease_until_ms = lease_until_ms - ${ms}`)
        },
      }
    }
    const acquired = async (lease: Promise<SyncLease | null>): Promise<SyncLease> => {
      const found = await lease
      assert.ok(found)
      return found
    }

    test('of many that ask at once, in several processes, one gets the lease', async (t) => {
      const { ledger, another } = await start(t)
      const ledgers = [ledger, await another(), await another()]
      for (let round = 0; round < 10; round++) {
        const leases = await Promise.all(
          Array.from({ length: 12 }, (_, index) => ledgers[index % 3]?.acquire(source, hourMs)),
        )
        const [lease, ...others] = leases.filter((one) => one !== null)
        assert.deepEqual(others, [])
        assert.equal(await ledger.acquire(source, 1), null)
        assert.ok(await ledger.acquire(`other ${round}`, hourMs), 'another source has a lease of its own')
        await lease?.release()
      }
    })

    test('a record begins empty and keeps every change, in all processes and after the lease', async (t) => {
      const { ledger, another } = await start(t)
      assert.equal(await ledger.read(source), null)
      const lease = await acquired(ledger.acquire(source, hourMs))
      assert.equal(await lease.update({ lastBuild: 'one', askedAt: null }), true)
      assert.deepEqual(await ledger.read(source), { ...emptySyncRecord, lastBuild: 'one' })
      const failure = { reason: `odd: 'quotes', "more" \u0000 \ud800 日本`, at: '2026-11-21T09:30:00.000Z' }
      await lease.update({ failure, lines: [{ categoryId: 3, rows: 2, marketPrices: 1 }] })
      await lease.update({ lastBuild: null })
      await lease.release()
      const expected = { ...emptySyncRecord, failure, lines: [{ categoryId: 3, rows: 2, marketPrices: 1 }] }
      assert.deepEqual(await (await another()).read(source), expected)
      assert.ok(await ledger.acquire(source, hourMs))
      assert.deepEqual(await ledger.read(source), expected)
      await ledger.remove(source)
      assert.equal(await ledger.read(source), null)
    })

    test('updates of one holder that meet are both kept', async (t) => {
      const { ledger } = await start(t)
      const lease = await acquired(ledger.acquire(source, hourMs))
      const done = await Promise.all([
        lease.update({ lastBuild: 'one' }),
        lease.update({ askedAt: 'two' }),
        lease.update({ finishedAt: 'three' }),
      ])
      assert.deepEqual(done, [true, true, true])
      assert.deepEqual(await ledger.read(source), {
        ...emptySyncRecord,
        lastBuild: 'one',
        askedAt: 'two',
        finishedAt: 'three',
      })
    })

    test('a lease ends with its time, lasts while it is renewed, and changes nothing once taken over', async (t) => {
      const { ledger, another, pass } = await start(t)
      const other = await another()
      const first = await acquired(ledger.acquire(source, hourMs))
      await pass(hourMs / 2)
      assert.equal(await first.renew(), true)
      await pass(hourMs - 10_000)
      assert.equal(await other.acquire(source, hourMs), null)
      await pass(20_000)
      const second = await acquired(other.acquire(source, hourMs))
      assert.equal(await first.renew(), false)
      assert.equal(await first.update({ lastBuild: 'lost' }), false)
      await first.release()
      assert.equal(await second.update({ lastBuild: 'kept' }), true)
      assert.equal((await ledger.read(source))?.lastBuild, 'kept')
      assert.equal(await ledger.acquire(source, hourMs), null)
    })

    test('a lease of a source that was removed is lost', async (t) => {
      const { ledger } = await start(t)
      const lease = await acquired(ledger.acquire(source, hourMs))
      await ledger.remove(source)
      assert.deepEqual([await lease.update({ lastBuild: 'x' }), await lease.renew()], [false, false])
      assert.equal(await ledger.read(source), null)
    })

    test('a lease that was taken by a clock far ahead does not outlast the mistake', async (t) => {
      const { ledger, pass } = await start(t)
      await pass(10 * 365 * 24 * hourMs)
      const ahead = await acquired(ledger.acquire(source, hourMs))
      await pass(-10 * 365 * 24 * hourMs)
      assert.ok(await ledger.acquire(source, hourMs))
      assert.equal(await ahead.update({ lastBuild: 'x' }), false)
    })

    test('a lease that is short ends by itself', async (t) => {
      const { ledger, pass } = await start(t)
      await acquired(ledger.acquire(source, 30))
      await pass(15)
      await delay(30)
      await pass(15)
      assert.ok(await ledger.acquire(source, 30))
    })
  })
}
