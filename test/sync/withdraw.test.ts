import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import type { Environment } from '../../src/app/configuration/config.ts'
import { verifyArchive } from '../../src/archive/verify-archive.ts'
import { withdrawBuild } from '../../src/archive/withdraw-build.ts'
import { readCatalogStatus } from '../../src/catalog/index/catalog-status.ts'
import { dayMs } from '../../src/time/units.ts'
import { type SiteWorld, smallWorld } from '../support/mirror-site.ts'
import { assertRefused, runCommand } from '../support/run-command.ts'
import { type Bench, type BenchOptions, engines, openBench, priceNow, stampAt } from './site.ts'

const source = 'tcgcsv'

const buildOf = (stamp: string): string => new Date(stamp.replace('+0000', 'Z')).toISOString()

/** The cards of the small world at other prices, and under another name. */
const worldOf = (factor: number, name = 'Card'): SiteWorld =>
  JSON.parse(JSON.stringify(smallWorld(factor)).replaceAll('"name":"Card ', `"name":"${name} `))

/** A good build of two days ago and one of yesterday that is wrong in prices and names. */
const openWithBadDay = async (t: TestContext, options: BenchOptions = {}) => {
  const bench = await openBench(t, options)
  const nowMs = Math.floor(Date.now() / 1000) * 1000
  // Before now, so that the command's own clock agrees with what was recorded.
  const [goodStamp, badStamp] = [stampAt(nowMs - 2 * dayMs), stampAt(nowMs - dayMs)]
  const sync = () => bench.sync({ baseUrl: bench.site.ownUrl })
  bench.clock.now = nowMs - 2 * dayMs
  bench.renew(goodStamp, worldOf(1))
  await sync()
  bench.clock.now = nowMs - dayMs
  bench.renew(badStamp, worldOf(1.3, 'Crad'))
  await assert.rejects(sync, /was refused/)
  // Taken by mistake, as everybody is who does not look first.
  assert.equal((await bench.sync({ baseUrl: bench.site.ownUrl, accept: true }))?.status, 'synced')
  bench.clock.now = nowMs
  const env: Environment = {
    DATA_DIR: bench.folder,
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
  }
  const withdraw = (...args: string[]) => runCommand(['archive', 'withdraw', ...args], env)
  return { bench, env, sync, withdraw, nowMs, badStamp, good: buildOf(goodStamp), bad: buildOf(badStamp) }
}

const ledgerOf = ({ store }: Bench) => store.syncLedger.read(source)
const catalogBuild = async ({ folder }: Bench) => {
  const status = await readCatalogStatus(join(folder, 'catalog.index'))
  return status.state === 'ready' ? status.fetchedAt : status.state
}

for (const [engine, skip, options] of await engines()) {
  describe(`archive withdraw, ${engine}`, { skip }, () => {
    test('takes back prices, records, catalogue and what the next day is compared with', async (t) => {
      const { bench, withdraw, sync, good, bad, nowMs } = await openWithBadDay(t, await options())
      const { archive } = bench.store
      const linesBefore = (await ledgerOf(bench))?.lines
      assert.deepEqual(await priceNow(bench), { cents: 1300, name: 'Crad 1000' })
      const { status, out, err } = await withdraw(bad, '--yes', '--json')
      assert.equal(status, 0, err)
      assert.deepEqual(JSON.parse(out), {
        source,
        build: bad,
        status: 'withdrawn',
        segments: 1,
        records: 'restored',
        buildInUse: good,
      })
      assert.deepEqual(await priceNow(bench), { cents: 1000, name: 'Card 1000' })
      assert.equal((await priceNow(bench, nowMs - 1)).cents, 1300, 'what was known before is told as it was known')
      const record = await ledgerOf(bench)
      assert.deepEqual([record?.lastBuild, record?.lines], [good, linesBefore])
      assert.equal(await catalogBuild(bench), good)
      assert.deepEqual((await verifyArchive(archive, source)).damages, [])

      // The mirror still shows it: the same is not taken again, and another content of the same stamp is.
      await assert.rejects(sync(), { name: 'SyncError', message: /as it was when it was withdrawn/ })
      bench.renew(bench.site.stamp, worldOf(1.02))
      assert.equal((await sync())?.status, 'synced')
      assert.deepEqual(await priceNow(bench), { cents: 1020, name: 'Card 1000' })
      assert.equal((await ledgerOf(bench))?.lastBuild, bad)
      assert.deepEqual((await verifyArchive(archive, source)).damages, [])
    })

    test('leaves what later builds confirmed, and what came before', async (t) => {
      const { bench, withdraw, good, bad } = await openWithBadDay(t, await options())
      const { archive } = bench.store
      assert.equal((await withdraw(good, '--yes')).status, 0)
      assert.deepEqual(await priceNow(bench), { cents: 1300, name: 'Crad 1000' })
      assert.equal((await ledgerOf(bench))?.lastBuild, bad)
      assert.deepEqual((await verifyArchive(archive, source)).damages, [])
    })
  })
}

test('a sync follows a withdrawal whose command was killed right after it', async (t) => {
  const { bench, sync, good, bad, nowMs } = await openWithBadDay(t)
  const now = () => new Date(nowMs)
  await withdrawBuild({ store: bench.store.archive, source, observedAtMs: Date.parse(bad), now })
  await assert.rejects(sync(), /as it was when it was withdrawn/)
  assert.equal((await ledgerOf(bench))?.lastBuild, good)
  assert.deepEqual(readdirSync(join(bench.folder, 'tcgcsv')), [], 'its files are asked for anew')
})

test('a withdrawal that fails at any write changes nothing', async (t) => {
  const { bench, bad, nowMs } = await openWithBadDay(t)
  const { archive } = bench.store
  const failing = { stage: archive.stage, commit: archive.commit }
  for (const method of ['stage', 'commit'] as const) {
    const store = { ...archive, ...failing, [method]: () => Promise.reject(new Error('disk I/O error')) }
    const observedAtMs = Date.parse(bad)
    await assert.rejects(withdrawBuild({ store, source, observedAtMs, now: () => new Date(nowMs) }), /disk I\/O/)
    assert.deepEqual(await priceNow(bench), { cents: 1300, name: 'Crad 1000' })
    assert.deepEqual((await verifyArchive(archive, source)).damages, [])
  }
})

test('withdrawn twice, by a day, unknown, or without a consent, the command says what it is about', async (t) => {
  const { bench, env, withdraw, bad, good } = await openWithBadDay(t)
  await assertRefused(
    [
      [`archive withdraw ${bad}`, 2, /withdraws the build of .* 45 prices recorded at .*needs --yes/],
      ['archive withdraw 2020-01-01 --yes', 1, new RegExp(`no build of 2020-01-01. Its newest are ${bad}, ${good};`)],
      ['archive withdraw yesterday --yes', 2, /BUILD must be a time such as .* it is "yesterday"/],
    ],
    env,
  )
  assert.match((await withdraw(bad.slice(0, 10), '--yes')).out, new RegExp(`Withdrew the build of ${bad}`))
  const again = await withdraw(bench.site.stamp, '--yes')
  assert.deepEqual([again.status, again.err], [0, ''])
  assert.match(again.out, /was withdrawn already, at 2\d{3}-/)
  assert.match((await runCommand(['archive', 'status'], env)).out, /1 withdrawal\n/)
})

test('the only build can be withdrawn, and the next sync begins anew', async (t) => {
  const { bench, withdraw, sync, good, bad } = await openWithBadDay(t)
  await withdraw(bad, '--yes')
  const { out } = await withdraw(good, '--yes')
  assert.match(out, /is still that of the withdrawn build; the next market sync replaces it/)
  assert.equal((await ledgerOf(bench))?.lastBuild, null)
  bench.renew(bench.site.stamp, worldOf(1.1))
  assert.equal((await sync())?.status, 'synced')
  assert.equal((await priceNow(bench)).cents, 1100)
})

test('an export leaves out what was withdrawn', async (t) => {
  const { env, withdraw, bad, good } = await openWithBadDay(t)
  await withdraw(bad, '--yes')
  const rows = join(env.DATA_DIR ?? '', 'prices.csv')
  const { out } = await runCommand(
    ['archive', 'export', '--from', good.slice(0, 10), '--to', bad.slice(0, 10), rows, '--json'],
    env,
  )
  assert.partialDeepStrictEqual(JSON.parse(out), { rows: 45, segments: 1 })
})

test('where the newest day alone is kept it can be withdrawn, and the next sync takes another', async (t) => {
  const bench = await openBench(t)
  const sync = () => bench.sync({ baseUrl: bench.site.ownUrl, keepsHistory: false, graceMs: 0 })
  const { archive } = bench.store
  await sync()
  bench.clock.now += dayMs
  bench.renew('2026-11-21T20:04:10+0000', worldOf(1.3))
  await sync()
  const now = () => new Date(bench.clock.now)
  const observedAtMs = Date.parse('2026-11-21T20:04:10Z')
  assert.equal((await withdrawBuild({ store: archive, source, observedAtMs, now })).status, 'withdrawn')
  assert.equal((await priceNow(bench)).cents, undefined)
  bench.renew(bench.site.stamp, worldOf(1.1))
  await assert.rejects(sync(), /as it was when it was withdrawn/)
  assert.equal((await sync())?.status, 'synced')
  assert.deepEqual(await priceNow(bench), { cents: 1100, name: 'Card 1000' })
  assert.deepEqual((await verifyArchive(archive, source)).damages, [])
})
