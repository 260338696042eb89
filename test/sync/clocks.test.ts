import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordBatch } from '../../src/archive/record-batch.ts'
import { misdatedSegments } from '../../src/archive/recorded-at.ts'
import { verifyArchive } from '../../src/archive/verify-archive.ts'
import { withdrawBuild } from '../../src/archive/withdraw-build.ts'
import { dayMs, hourMs } from '../../src/time/units.ts'
import { runCommand } from '../support/run-command.ts'
import { type Bench, engines, openBench, priceNow, stampAt } from './site.ts'

const source = 'tcgcsv'
const nextStamp = '2026-11-21T20:04:10+0000'
const nextBuild = '2026-11-21T20:04:10.000Z'

const stateOf = async ({ store }: Bench) => ({
  headers: await store.archive.headers(source),
  lastBuild: (await store.syncLedger.read(source))?.lastBuild ?? null,
})

/** One good day, and another that the mirror shows a day later. */
const openWithNextDay = async (...[t, options]: Parameters<typeof openBench>): Promise<Bench> => {
  const bench = await openBench(t, options)
  await bench.sync()
  bench.renew(nextStamp)
  bench.clock.now += dayMs
  return bench
}

test('a clock that differs from the mirror’s by more than a day takes nothing over until it is right', async (t) => {
  for (const skewMs of [400 * dayMs, -400 * dayMs, dayMs + hourMs]) {
    const bench = await openWithNextDay(t)
    const before = await stateOf(bench)
    bench.clock.now += skewMs
    bench.skew.ms = -skewMs
    const baseUrl = bench.site.ownUrl
    await assert.rejects(bench.sync({ baseUrl }), { name: 'SyncError', message: /The clock/ })
    assert.deepEqual(await stateOf(bench), before)
    bench.clock.now -= skewMs
    bench.skew.ms = 0
    assert.equal((await bench.sync({ baseUrl }))?.status, 'synced')
    const { headers, lastBuild } = await stateOf(bench)
    assert.deepEqual([lastBuild, headers.at(-1)?.recordedAtMs], [nextBuild, bench.clock.now])
  }
})

test('clocks that differ by less than a day are no reason to refuse', async (t) => {
  const bench = await openWithNextDay(t)
  bench.skew.ms = 23 * hourMs
  assert.equal((await bench.sync())?.status, 'synced')
})

test('a mirror whose date and stamp both lie ahead keeps no true build out', async (t) => {
  const bench = await openWithNextDay(t)
  const before = await stateOf(bench)
  bench.site.stamp = '2058-08-04T20:05:33+0000'
  bench.skew.ms = Date.parse('2058-08-04T21:00:00Z') - bench.clock.now
  const baseUrl = bench.site.ownUrl
  await assert.rejects(bench.sync({ baseUrl }), /TCGCSV's "Date" 2058-08-04T21:00:00.000Z.*--accept-clock/)
  // Accepting the clock means this one, so the stamp is still none.
  await assert.rejects(bench.sync({ baseUrl, isClockAccepted: true }), /a build of the future \(2058-/)
  assert.deepEqual(await stateOf(bench), before)
  bench.site.stamp = nextStamp
  bench.skew.ms = 0
  assert.equal((await bench.sync({ baseUrl }))?.status, 'synced')
})

test('without a date of the mirror this machine’s clock and the archive’s newest day still speak', async (t) => {
  const bench = await openWithNextDay(t)
  const before = await stateOf(bench)
  bench.site.now = () => Number.NaN
  const machineNow = () => bench.clock.now - 3 * dayMs
  await assert.rejects(bench.sync({ baseUrl: bench.site.ownUrl, machineNow }), /this machine's clock 2026-11-18T/)
  bench.clock.now -= 400 * dayMs
  await assert.rejects(bench.sync({ baseUrl: bench.site.ownUrl }), /recorded at 2026-11-20T.*archive withdraw/)
  assert.deepEqual(await stateOf(bench), before)
})

test('files that lay for days are taken over only when the mirror’s clock agrees', async (t) => {
  const bench = await openWithNextDay(t)
  const baseUrl = bench.site.ownUrl
  const commit = () => Promise.reject(new Error('killed'))
  await assert.rejects(bench.sync({ baseUrl, archive: { ...bench.store.archive, commit } }), /killed/)
  bench.clock.now += 400 * dayMs
  bench.skew.ms = -400 * dayMs
  await assert.rejects(bench.sync({ baseUrl }), /differ by more than a day/)
  bench.skew.ms = 0
  assert.equal((await bench.sync({ baseUrl }))?.build, nextBuild)
})

for (const [engine, skip, options] of await engines())
  test(`an archive that a wrong clock wrote is named and healed, ${engine}`, { skip }, async (t) => {
    const bench = await openBench(t, await options())
    const { archive } = bench.store
    await bench.sync()
    const [good] = await archive.headers(source)
    bench.clock.now += dayMs
    bench.renew(nextStamp)
    // As versions did that believed the clock.
    bench.clock.now += 400 * dayMs
    await bench.sync({ baseUrl: bench.site.ownUrl })
    bench.clock.now -= 400 * dayMs
    const now = () => new Date(bench.clock.now)
    assert.match(misdatedSegments(await archive.headers(source), bench.clock.now)[0]?.what ?? '', /2026-11-21T20:04:10/)
    await assert.rejects(bench.sync({ baseUrl: bench.site.ownUrl }), /if it is right, withdraw/)
    const { status } = await withdrawBuild({ store: archive, source, observedAtMs: Date.parse(nextBuild), now })
    assert.equal(status, 'withdrawn')
    assert.deepEqual(misdatedSegments(await archive.headers(source), bench.clock.now), [])
    assert.deepEqual((await verifyArchive(archive, source)).damages, [])
    // The same build, of which only the time was wrong.
    assert.equal((await bench.sync({ baseUrl: bench.site.ownUrl }))?.status, 'synced')
    assert.equal((await archive.headers(source)).at(-1)?.recordedAtMs, bench.clock.now)
    const known = [good?.recordedAtMs ?? 0, bench.clock.now].map((atMs) => priceNow(bench, atMs))
    assert.deepEqual(
      (await Promise.all(known)).map(({ cents }) => cents),
      [1000, 1100],
    )
    assert.deepEqual((await verifyArchive(archive, source)).damages, [])
  })

test('what is recorded without a mirror is refused by a clock that is behind the archive', async (t) => {
  const bench = await openBench(t)
  await bench.sync()
  const batch = { source, observedAtMs: Date.parse('2026-11-01T20:00:00Z'), isComplete: true, observations: [] }
  const store = bench.store.archive
  const now = () => new Date(bench.clock.now - 3 * dayMs)
  const recording = recordBatch({ store, batch, now, onConflict: 'correct', keep: 'all' })
  await assert.rejects(recording, { name: 'WrongClockError', exitStatus: 1 })
})

test('doctor and archive verify name what bears a time to come, and the withdrawal heals both', async (t) => {
  const bench = await openBench(t)
  const nowMs = Date.now()
  bench.clock.now = nowMs + 400 * dayMs
  bench.site.stamp = stampAt(nowMs - hourMs)
  await bench.sync({ baseUrl: bench.site.ownUrl })
  const build = (await stateOf(bench)).lastBuild ?? ''
  const env = { DATA_DIR: bench.folder }
  const named = new RegExp(`archive withdraw ${build}`)
  const verified = await runCommand(['archive', 'verify'], env)
  assert.equal(verified.status, 1)
  assert.match(verified.out, named)
  assert.match(verified.err, /recorded under a clock that was wrong/)
  const archiveFinding = async () => {
    const { out } = await runCommand(['doctor', '--json'], env)
    const { findings } = JSON.parse(out) as { findings: readonly { name: string; state: string; fix: string }[] }
    return findings.find(({ name }) => name === 'price archive')
  }
  const finding = await archiveFinding()
  assert.equal(finding?.state, 'error')
  assert.match(finding.fix, named)
  assert.equal((await runCommand(['archive', 'withdraw', build, '--yes'], env)).status, 0)
  assert.equal(await archiveFinding(), undefined)
  assert.equal((await runCommand(['archive', 'verify'], env)).status, 0)
})
