import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startFleet } from '../support/fleet.ts'
import { answered, callOnce, startLoad } from '../support/load.ts'
import { skipUnless } from '../support/postgres.ts'
import { isLong, scaled } from '../support/scaled.ts'
import { canOwnPostgres, ownPostgres } from '../support/servers.ts'
import { tempFolder } from '../support/temp.ts'

const processes = 2
const maxRecoveryMs = 5_000
const target = '/v1/products/300004/prices'

/**
 * Serves under load while something happens to the database: only 200 and 503, nothing lost, nothing granted twice,
 * recovered within 5 s.
 */
const serveThrough = async (
  t: TestContext,
  fleet: Awaited<ReturnType<typeof startFleet>>,
  fault: () => Promise<number>,
) => {
  const addressOf = (client: number) => fleet.members[client % processes]?.address as string
  const large = await fleet.issue()
  const small = await fleet.issue({ monthlyRequests: 400 })
  const load = (key: string) => startLoad({ clients: 16, addressOf, targetOf: () => target, key, pauseMs: 10 })
  const [onLarge, onSmall] = [load(large.key), load(small.key)]
  let endedMs = 0
  try {
    await delay(300)
    endedMs = await fault()
    const isBack = () => (onLarge.tally.at.lastSuccess ?? 0) > endedMs
    while (!isBack() && performance.now() < endedMs + maxRecoveryMs) await delay(20)
    await delay(scaled(2_000, 6_000))
  } finally {
    await Promise.all([onLarge.stop(), onSmall.stop()])
  }
  const [tally, smallTally] = [onLarge.tally, onSmall.tally]
  const { month } = await fleet.accounts.usageOf(large.accountId)
  const [passed, refused] = [answered(tally, 200), answered(tally, 503)]
  const recoveredMs = (tally.at.lastRefusal ?? endedMs) - endedMs
  t.diagnostic(
    `${passed} answered, ${refused} refused, ${month.used} counted; ` +
      `last refusal ${recoveredMs.toFixed(0)} ms after the database was back; ` +
      `of 400 units ${answered(smallTally, 200)} answered`,
  )
  assert.deepEqual([...tally.statuses.keys()].sort(), [200, 503])
  assert.equal(tally.unanswered + smallTally.unanswered, 0)
  assert.equal(tally.refusalsWithoutRetryAfter, 0)
  assert.ok(month.used >= passed, `${passed - month.used} answered units were lost`)
  assert.ok(month.used - passed <= refused, 'more was counted than could have been under way')
  assert.ok(answered(smallTally, 200) <= 400)
  assert.deepEqual(
    [...smallTally.statuses.keys()].filter((status) => ![200, 429, 503].includes(status)),
    [],
  )
  assert.ok(recoveredMs <= maxRecoveryMs)
  assert.ok((tally.at.lastSuccess ?? 0) > endedMs)
}

test('two processes on a PostgreSQL of their own', async (t) => {
  if (!canOwnPostgres()) return t.skip(skipUnless(false, 'PostgreSQL binaries to run as root', '/usr/lib/postgresql'))
  const database = await ownPostgres(t)
  const fleet = await startFleet(t, { env: { DATA_DIR: tempFolder(t), DATABASE_URL: database.url }, processes })
  const first = fleet.members[0]?.address as string

  await t.test('answer only 200 and 503 while it is killed and started again', async (t) => {
    for (let round = 0; round < scaled(1, 5); round++) {
      await serveThrough(t, fleet, async () => {
        await database.kill()
        await delay(scaled(300, 3_000))
        assert.equal((await callOnce(first, '/readyz', null)).status, 503)
        assert.equal((await callOnce(first, '/healthz', null)).status, 200)
        assert.equal((await callOnce(first, '/v1/plans', null)).status, 200)
        await database.restart()
        return performance.now()
      })
      assert.equal((await callOnce(first, '/readyz', null)).status, 200)
    }
  })

  await t.test(
    'refuse in time while it is frozen, and go on when it is not',
    { skip: isLong ? false : 'a long proof: npm run prove:stores runs it' },
    async (t) => {
      await serveThrough(t, fleet, async () => {
        database.freeze()
        await delay(10_000)
        const startedMs = performance.now()
        assert.equal((await callOnce(first, '/readyz', null)).status, 503)
        assert.ok(performance.now() - startedMs < 5_000)
        database.thaw()
        return performance.now()
      })
    },
  )
})
