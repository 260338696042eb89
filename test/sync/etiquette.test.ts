import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { emptySyncRecord } from '../../src/market/sync-ledger.ts'
import { dayMs, hourMs } from '../../src/time/units.ts'
import { listsOf, smallWorld } from '../support/mirror-site.ts'
import { type Bench, openBench } from './site.ts'

const secondStamp = '2026-11-21T20:04:10+0000'

/** Stops a pull at one address, as a mirror that fails would. */
const failAt = ({ site }: Bench, address: string, status: number, headers: Readonly<Record<string, string>> = {}) => {
  site.answer = (path, response) => {
    if (path !== address) return false
    response.writeHead(status, headers).end()
    return true
  }
}

/** A pull that ended whole, in a process that died before it was taken over. */
const pullAndDie = async (bench: Bench) => {
  const commit = () => Promise.reject(new Error('killed'))
  await assert.rejects(bench.sync({ archive: { ...bench.store.archive, commit } }), /killed/)
  bench.site.requests.length = 0
}

const recordOf = ({ store }: Bench) => store.syncLedger.read('tcgcsv')

const asked = ({ site }: Bench, path = '/last-updated.txt') => site.paths().filter((one) => one === path).length

describe('etiquette of a sync', () => {
  test('leaves at least 100 ms between two calls, and before the first of a process', async (t) => {
    const bench = await openBench(t)
    const startedMs = performance.now()
    await bench.sync({ pauseMs: 100 })
    const times = [startedMs, ...bench.site.requests.map(({ atMs }) => atMs)]
    const gaps = times.slice(1).map((atMs, at) => atMs - (times[at] as number))
    assert.ok(Math.min(...gaps) >= 100, `${Math.min(...gaps)}`)
  })

  test('the operator’s own mirror is synced as often and as fast as he asks', async (t) => {
    const bench = await openBench(t)
    for (const day of ['2026-11-21', '2026-11-22', '2026-11-23']) {
      const result = await bench.sync({ baseUrl: bench.site.ownUrl, pauseMs: 10_000 })
      assert.equal(result?.status, 'synced')
      bench.site.stamp = `${day}T20:04:10+0000`
      bench.clock.now += dayMs
    }
    const record = await recordOf(bench)
    assert.deepEqual([record?.reserved, record?.pulled, record?.begun], [[], null, []])
  })

  test('a clock that jumps ahead gains no second pull, and one that was ahead loses none', async (t) => {
    const bench = await openBench(t)
    await bench.sync()
    bench.renew('2026-11-20T20:06:00+0000')
    bench.site.requests.length = 0
    bench.clock.now += 400 * dayMs
    bench.skew.ms = -400 * dayMs
    await assert.rejects(bench.sync(), /differ by more than a day/)
    for (let start = 0; start < 2; start++) assert.equal((await bench.sync())?.status, 'current')
    assert.deepEqual(bench.site.paths(), ['/last-updated.txt'])
    // The clock is put right again, and a day goes by.
    bench.clock.now -= 399 * dayMs
    bench.skew.ms = 0
    const result = await bench.sync()
    assert.ok(result?.status === 'synced', JSON.stringify(result))
  })

  test('a restart loop asks once in ten minutes, and goes on with the lists it lacks', async (t) => {
    const bench = await openBench(t)
    failAt(bench, '/tcgplayer/3/12/prices', 500)
    for (let start = 0; start < 5; start++) await assert.rejects(bench.sync(), /status 500/)
    assert.equal(asked(bench), 1)
    assert.equal(asked(bench, '/tcgplayer/3/10/products'), 1)
    assert.equal(asked(bench, '/tcgplayer/3/12/prices'), 15)
    bench.site.answer = () => false
    assert.equal((await bench.sync())?.status, 'synced')
    assert.equal(asked(bench, '/tcgplayer/3/10/products'), 1)
    // A set without products is not asked for again either.
    assert.equal(asked(bench, '/tcgplayer/3/11/products'), 1)
  })

  test('a list that is no list is asked for once more, never kept, and never taken for an empty one', async (t) => {
    const bench = await openBench(t)
    const good = bench.site.lists.get('/tcgplayer/3/12/prices') ?? ''
    const bad = [
      '{"success":false,"errors":["down"],"results":[]}',
      '<html>',
      good.slice(0, -20),
      '{"totalItems":3,"success":true,"errors":[],"results":[]}',
    ]
    for (const body of bad) {
      bench.site.lists.set('/tcgplayer/3/12/prices', body)
      await assert.rejects(bench.sync(), { name: 'SyncError', message: /3\/12\/prices/ })
    }
    bench.site.lists.set('/tcgplayer/3/12/prices', good)
    const result = await bench.sync()
    assert.ok(result?.status === 'synced' && result.prices === 45)
  })

  test('after 429 and 403 the mirror is left alone until the pause is over, whoever starts', async (t) => {
    const bench = await openBench(t)
    failAt(bench, '/tcgplayer/3/groups', 429, { 'retry-after': '1800' })
    await assert.rejects(bench.sync(), { message: /slow down/, retryAt: new Date(bench.clock.now + 1_800_000) })
    bench.site.requests.length = 0
    bench.clock.now += 1_799_000
    await assert.rejects(bench.sync(), { message: /left alone until 2026-11-20T21:30/ })
    assert.deepEqual(bench.site.paths(), [])
    bench.clock.now += 1_000
    failAt(bench, '/tcgplayer/3/groups', 403)
    await assert.rejects(bench.sync(), /forbids/)
    bench.clock.now += 23 * hourMs
    await assert.rejects(bench.sync(), /left alone/)
    bench.clock.now += hourMs
    bench.site.answer = () => false
    assert.equal((await bench.sync())?.status, 'synced')
  })

  test('a pause of any length is kept for a week at most, at the operator’s own mirror too', async (t) => {
    const asked: readonly (readonly [header: string, pauseMs: number])[] = [
      ['999999999', 7 * dayMs],
      ['9'.repeat(40), 7 * dayMs],
      ['Fri, 31 Dec 2058 23:59:59 GMT', 7 * dayMs],
      ['Thu, 01 Jan 1970 00:00:00 GMT', 1_000],
      ['0', 1_000],
      ['-5', 600_000],
      ['soon', 600_000],
    ]
    for (const [header, pauseMs] of asked) {
      const bench = await openBench(t)
      failAt(bench, '/tcgplayer/3/groups', 429, { 'retry-after': header })
      const until = new Date(bench.clock.now + pauseMs)
      await assert.rejects(bench.sync(), { retryAt: until, message: new RegExp(until.toISOString()) })
      bench.site.answer = () => false
      bench.site.requests.length = 0
      bench.clock.now += pauseMs - 1
      await assert.rejects(bench.sync(), { retryAt: until, message: /left alone until .*, 1 min from now/ })
      assert.deepEqual(bench.site.paths(), [], header)
      bench.clock.now += 1
      assert.equal((await bench.sync())?.status, 'synced', header)
    }
    const bench = await openBench(t)
    const syncOwn = () => bench.sync({ baseUrl: bench.site.ownUrl })
    failAt(bench, '/tcgplayer/3/groups', 429, { 'retry-after': '1800' })
    await assert.rejects(syncOwn(), /slow down/)
    await assert.rejects(syncOwn(), /left alone until .*, 30 min from now/)
  })

  test('a 401 says that the name is not liked, and is no pause', async (t) => {
    const bench = await openBench(t)
    failAt(bench, '/last-updated.txt', 401)
    await assert.rejects(bench.sync(), /User-Agent "CardMarketData\/1.0.0" \(401/)
    bench.site.answer = () => false
    assert.equal((await bench.sync())?.status, 'synced')
  })

  test('requests of a day are counted before they are sent, so that a crash counts too many', async (t) => {
    const bench = await openBench(t)
    const lease = await bench.store.syncLedger.acquire('tcgcsv', 1000)
    const at = new Date(bench.clock.now - hourMs).toISOString()
    await lease?.update({ reserved: [{ count: 9_493, at, mirrorAt: null }] })
    await lease?.release()
    await assert.rejects(bench.sync(), { message: /9500 requests/, retryAt: new Date(bench.clock.now + 23 * hourMs) })
    assert.equal(bench.site.requests.length, 7)
    bench.clock.now += 23 * hourMs
    assert.equal((await bench.sync())?.status, 'synced')
    const reserved = (await recordOf(bench))?.reserved ?? []
    assert.equal(
      reserved.reduce((sum, { count }) => sum + count, 0),
      bench.site.requests.length,
      'what was not used is given back',
    )
  })

  test('a mirror that renews itself in mid-pull is pulled anew, once a day, and no two builds are mixed', async (t) => {
    const bench = await openBench(t)
    const renewed = listsOf(smallWorld(1.1))
    bench.site.answer = (path) => {
      if (path === '/tcgplayer/3/12/products' && bench.site.stamp !== secondStamp) {
        bench.site.stamp = secondStamp
        bench.site.lists = renewed
        bench.clock.now += dayMs
      }
      return false
    }
    const result = await bench.sync()
    assert.ok(result?.status === 'synced' && result.build === '2026-11-21T20:04:10.000Z')
    assert.equal((await bench.store.archive.headers('tcgcsv')).length, 1)
    assert.equal(asked(bench, '/tcgplayer/3/10/prices'), 2)
  })

  test('a mirror that renews itself with every call is left after two attempts in a day', async (t) => {
    const bench = await openBench(t)
    let second = 10
    bench.site.answer = (path) => {
      if (path === '/last-updated.txt') bench.site.stamp = `2026-11-20T20:05:${++second}+0000`
      return false
    }
    await assert.rejects(bench.sync(), { name: 'SyncError', message: /Two pulls were begun/ })
    bench.clock.now += hourMs
    await assert.rejects(bench.sync(), /Two pulls were begun/)
    assert.equal(asked(bench, '/tcgplayer/3/10/prices'), 2)
  })

  test('a machine whose files are lost begins once more, and a whole pull is not repeated', async (t) => {
    const bench = await openBench(t)
    failAt(bench, '/tcgplayer/3/12/prices', 500)
    await assert.rejects(bench.sync())
    bench.site.answer = () => false
    bench.clock.now += hourMs
    assert.equal((await bench.sync({ workFolder: join(bench.folder, 'other') }))?.status, 'synced')
    rmSync(join(bench.folder, 'other'), { recursive: true })
    bench.clock.now += hourMs
    bench.site.requests.length = 0
    assert.equal((await bench.sync({ workFolder: join(bench.folder, 'third') }))?.status, 'current')
    assert.deepEqual(bench.site.paths(), [])
    // Nor a day later, while the mirror still shows the same build.
    bench.clock.now += 25 * hourMs
    assert.equal((await bench.sync({ workFolder: join(bench.folder, 'third') }))?.status, 'current')
    assert.deepEqual(bench.site.paths(), ['/last-updated.txt'])
  })

  test('a build older than the last, and one of the future, are refused', async (t) => {
    const bench = await openBench(t)
    await bench.sync()
    bench.clock.now += 25 * hourMs
    bench.site.stamp = '2026-11-19T20:05:33+0000'
    await assert.rejects(bench.sync(), /older than that of 2026-11-20/)
    bench.clock.now += hourMs
    bench.site.stamp = '2036-11-19T20:05:33+0000'
    await assert.rejects(bench.sync(), /of the future/)
    for (const stamp of ['', 'soon', 'x'.repeat(200), '7', 'July 4', '2026-11-22', '2026-02-30T20:06:11+0000']) {
      bench.clock.now += hourMs
      bench.site.stamp = stamp
      await assert.rejects(bench.sync(), /does not say when/)
    }
  })

  test('a pull that ended whole and was not taken over needs no further call', async (t) => {
    const bench = await openBench(t)
    await pullAndDie(bench)
    const result = await bench.sync()
    assert.ok(result?.status === 'synced' && result.requests === 0)
    assert.deepEqual(bench.site.paths(), [])
  })

  test('a file that the disk has lost is fetched again, and is never taken for an empty list', async (t) => {
    const bench = await openBench(t)
    await pullAndDie(bench)
    const prices = join(bench.folder, 'tcgcsv', 'build-2026-11-20T200533Z', 'tcgplayer', '3', '12', 'prices.gz')
    writeFileSync(prices, readFileSync(prices).subarray(0, 40))
    await assert.rejects(bench.sync(), /3\/12\/prices.gz is damaged/)
    const result = await bench.sync()
    assert.ok(result?.status === 'synced' && result.prices === 45)
    assert.deepEqual(bench.site.paths(), ['/tcgplayer/3/12/prices', '/last-updated.txt'])
  })

  test('a process that was frozen and replaced sends nothing more', async (t) => {
    const bench = await openBench(t)
    const ledger = bench.store.syncLedger
    const stolen: typeof ledger = {
      ...ledger,
      acquire: async (source, leaseMs) => {
        const lease = await ledger.acquire(source, leaseMs)
        return lease && { ...lease, update: async (changes) => changes.reserved === undefined && lease.update(changes) }
      },
    }
    await assert.rejects(bench.sync({ ledger: stolen }), /taken over/)
    assert.deepEqual(bench.site.paths(), [])
  })

  test('what was not taken before stands in the ledger for everybody', async (t) => {
    const bench = await openBench(t)
    failAt(bench, '/tcgplayer/categories', 500)
    await assert.rejects(bench.sync())
    const record = await recordOf(bench)
    assert.match(record?.failure?.reason ?? '', /categories/)
    assert.deepEqual(Object.keys(record ?? {}).sort(), Object.keys(emptySyncRecord).sort())
  })
})
