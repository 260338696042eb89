import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Accounts, createAccounts } from '../../src/accounts/accounts.ts'
import { createMeter } from '../../src/accounts/metering.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import type { AccessStore } from '../../src/stores/store.ts'
import { failingDisk, noFailingDisk } from '../support/failing-disk.ts'
import { answered, callOnce, startLoad } from '../support/load.ts'
import { ended, startServer } from '../support/process.ts'
import { scaled } from '../support/scaled.ts'
import { tempFolder } from '../support/temp.ts'

const target = '/v1/products/300004/prices'
const small = 300

/**
 * A service over a disk that fails on command, with one account of plenty and one of few units, called by many clients.
 */
const startOnFailingDisk = async (t: TestContext, durability: 'process' | 'power') => {
  const plain = { DATA_DIR: tempFolder(t), LOG_LEVEL: 'silent', DATABASE_DURABILITY: durability }
  const disk = failingDisk(t, 'accounts.db')
  const file = join(plain.DATA_DIR, 'accounts.db')
  /** Opens the database in this process, whose disk is well. */
  const inspect = async <T>(work: (accounts: Accounts, store: AccessStore) => Promise<T>): Promise<T> => {
    const store = await openSqliteStore({ file, durability, now: Date.now })
    try {
      const meter = createMeter({ counter: store.counter })
      return await work(createAccounts({ store: store.accounts, meter, now: Date.now }), store)
    } finally {
      await store.close()
    }
  }
  const customer = (units: number) =>
    inspect(async (accounts) => {
      // Small enough that no unit is held: what a killed process held would stay counted.
      const agreed = { requestsPerMinute: 16_384, monthlyRequests: units, activeKeys: null }
      const { id } = await accounts.create({ name: 'Load', plan: 'scale', agreed })
      const { key } = await accounts.issueKey({ accountId: id, label: null, expiresAt: null })
      return { key, used: () => inspect(async (later) => (await later.usageOf(id)).month.used) }
    })
  const [many, few] = [await customer(10_000_000), await customer(small)]
  const start = () => startServer({ ...plain, ...disk.env })
  let server = await start()
  t.after(() => server.kill())
  const load = (key: string) =>
    startLoad({ clients: 6, addressOf: () => server.address, targetOf: () => target, key, pauseMs: 4 })
  return {
    disk,
    many,
    few,
    load: { many: load(many.key), few: load(few.key) },
    server: () => server,
    isSound: async () => (await inspect((_, store) => store.check()))[0] === 'ok',
    restart: async () => {
      await ended(server.child)
      server = await start()
    },
  }
}

/**
 * What was answered was counted, nothing was granted beyond the allowance, also as the file is read after a kill; and
 * the file is sound.
 */
const assertTrueCounts = async (
  t: TestContext,
  { many, few, load, isSound, server }: Awaited<ReturnType<typeof startOnFailingDisk>>,
  maxLost: number,
) => {
  await server().kill()
  const [ofMany, ofFew] = [load.many.tally, load.few.tally]
  const [counted, countedFew] = [await many.used(), await few.used()]
  const refused = answered(ofMany, 503)
  t.diagnostic(
    `${answered(ofMany, 200)} answered, ${refused} refused, ${counted} counted; of ${small} ${answered(ofFew, 200)}`,
  )
  assert.ok(counted >= answered(ofMany, 200), 'an answered unit was not counted')
  assert.ok(counted <= answered(ofMany, 200) + refused + maxLost, 'more was counted than was called for')
  assert.ok(answered(ofFew, 200) <= small && countedFew <= small && countedFew >= answered(ofFew, 200))
  assert.ok(await isSound())
}

const faults = [
  { order: 'write ENOSPC', durability: 'process', refuses: true },
  { order: 'write EIO', durability: 'process', refuses: true },
  { order: 'fsync EIO', durability: 'power', refuses: true },
  // Without power durability a charge needs no flush: only checkpoints fail, and are made up for.
  { order: 'fsync EIO', durability: 'process', refuses: false },
  { order: 'truncate EIO', durability: 'process', refuses: false },
] as const

for (const { order, durability, refuses } of faults) {
  const name = `while every ${order.replace(' ', ' fails with ')} (durability ${durability})`
  test(`${name} calls are ${refuses ? 'refused' : 'answered'} and counted truly, and all is well within 5 s`, {
    skip: noFailingDisk,
  }, async (t) => {
    const running = await startOnFailingDisk(t, durability)
    const { disk, load, server } = running
    const { tally } = load.many
    const { address } = server()
    while (answered(tally, 200) < 50) await delay(20)
    disk.fail(order)
    await delay(scaled(1_200, 6_000))
    const ready = await callOnce(address, '/readyz', null)
    assert.equal(ready.status, refuses ? 503 : 200)
    assert.equal((await callOnce(address, '/healthz', null)).status, 200)
    assert.equal(answered(tally, 503) > 0, refuses)
    const lastSuccess = tally.at.lastSuccess ?? 0
    if (refuses) assert.ok(performance.now() - lastSuccess > 500, 'a call was answered though nothing can be written')
    disk.heal()
    const healedMs = performance.now()
    while ((tally.at.lastSuccess ?? 0) < healedMs && performance.now() < healedMs + 5_000) await delay(10)
    assert.ok((tally.at.lastSuccess ?? 0) > healedMs, 'not recovered within 5 s')
    await delay(300)
    assert.equal((await callOnce(address, '/readyz', null)).status, 200)
    await Promise.all([load.many.stop(), load.few.stop()])
    assert.deepEqual(
      [...tally.statuses.keys(), ...load.few.tally.statuses.keys()].filter(
        (status) => ![200, 429, 503].includes(status),
      ),
      [],
    )
    assert.equal(tally.unanswered + load.few.tally.unanswered + tally.refusalsWithoutRetryAfter, 0)
    await assertTrueCounts(t, running, 0)
  })
}

test('a write cut in half by the end of the process loses no answered unit', { skip: noFailingDisk }, async (t) => {
  const running = await startOnFailingDisk(t, 'process')
  const { disk, load, restart } = running
  const rounds = scaled(3, 40)
  for (let round = 0; round < rounds; round++) {
    const before = answered(load.many.tally, 200)
    while (answered(load.many.tally, 200) < before + 30) await delay(5)
    await delay(Math.random() * 40)
    disk.fail('torn')
    await ended(running.server().child)
    disk.heal()
    await restart()
  }
  await Promise.all([load.many.stop(), load.few.stop()])
  assert.ok(load.many.tally.unanswered > 0)
  await assertTrueCounts(t, running, load.many.tally.unanswered)
})
