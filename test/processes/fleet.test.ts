import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { RefusedError } from '../../src/accounts/account-errors.ts'
import { type Engine, engines } from '../support/engines.ts'
import { serve, startFleet } from '../support/fleet.ts'
import { answered, callOnce, startLoad } from '../support/load.ts'
import { quantile } from '../support/quantile.ts'
import { isLong, scaled } from '../support/scaled.ts'
import { awayFromTheMinutesEnd } from '../support/temp.ts'

const target = '/v1/products/300004/prices'
type Fleet = Awaited<ReturnType<typeof startFleet>>

/** Of 200 parallel calls on the last 7 units exactly 7 pass, with 6 to 0 remaining, each once. */
const lastUnits = async ({ issue, members }: Fleet, rounds: number) => {
  for (let round = 0; round < rounds; round++) {
    const isMonthTight = round % 2 === 0
    if (!isMonthTight) await awayFromTheMinutesEnd()
    const { key } = await issue(isMonthTight ? { monthlyRequests: 7 } : { requestsPerMinute: 7 })
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, i) => callOnce(members[i % members.length]?.address as string, target, key)),
    )
    const passed = replies.filter(({ status }) => status === 200)
    const remaining = passed.map(({ minuteRemaining, monthRemaining }) =>
      isMonthTight ? monthRemaining : minuteRemaining,
    )
    assert.deepEqual(remaining.sort(), [0, 1, 2, 3, 4, 5, 6], `round ${round}`)
    assert.equal(replies.filter(({ status }) => status === 429).length, 193, `round ${round}`)
  }
}

/**
 * Kills processes under load: what was answered is counted, and besides no more than what was under way and, on SQLite,
 * what the dead held: 1 % of the minute's allowance.
 */
const crashes = async (t: TestContext, { issue, accounts, members, crash }: Fleet, kills: number) => {
  const requestsPerMinute = scaled(100_000, 1_000_000)
  const { accountId, key } = await issue({ requestsPerMinute })
  const clients = scaled(24, 64)
  const load = startLoad({
    clients,
    addressOf: (client) => members[client % members.length]?.address as string,
    targetOf: () => target,
    key,
    pauseMs: scaled(10, 0),
  })
  try {
    for (let kill = 0; kill < kills; kill++) {
      await delay(100 + Math.random() * 300)
      await crash(Math.floor(Math.random() * members.length))
    }
    await delay(200)
  } finally {
    await load.stop()
  }
  const { tally } = load
  const { month } = await accounts.usageOf(accountId)
  const passed = answered(tally, 200)
  const surplus = month.used - passed
  t.diagnostic(
    `${kills} kills: ${passed} answered, ${month.used} counted, ` +
      `${tally.unanswered} calls cut off, ${surplus} of them counted`,
  )
  assert.deepEqual(
    [...tally.statuses.keys()].filter((status) => status !== 200),
    [],
  )
  assert.ok(surplus >= 0, `${-surplus} answered units were lost`)
  const underWay = Math.min(clients * kills, tally.unanswered)
  assert.ok(surplus <= underWay + kills * requestsPerMinute * 0.01, `${surplus} counted without an answer`)
}

/** Revokes keys under load: how long after each revocation a process still lets a call pass, in milliseconds. */
const msAfterRevocations = async ({ issue, accounts, members }: Fleet, revocations: number): Promise<number[]> => {
  const times: number[] = []
  for (let i = 0; i < revocations; i++) {
    const { key, keyId } = await issue()
    let revokedAtMs = Number.POSITIVE_INFINITY
    let isOver = false
    let maxMs = 0
    const clients = members.map(async ({ address }) => {
      while (!isOver) {
        const askedAtMs = performance.now()
        const { status } = await callOnce(address, target, key)
        if (status === 200) maxMs = Math.max(maxMs, askedAtMs - revokedAtMs)
        else isOver = true
      }
    })
    await delay(20)
    await accounts.revokeKey(keyId)
    revokedAtMs = performance.now()
    await Promise.all(clients)
    times.push(maxMs)
  }
  return times
}

const testEngine = (engine: Engine) =>
  test(`${engine.processes} processes on ${engine.name}`, { skip: engine.skip }, async (t) => {
    const env = await engine.prepare(t)
    const fleet = await startFleet(t, { env, processes: engine.processes })

    await t.test('share the last 7 units among 200 calls exactly', () => lastUnits(fleet, scaled(6, 50)))

    await t.test('refuse a revoked key at the next call, everywhere', async (t) => {
      const times = await msAfterRevocations(fleet, scaled(6, 100))
      t.diagnostic(
        `last calls let through began ${times.map((ms) => ms.toFixed(1)).join(', ')} ms after the revocation`,
      )
      assert.ok(Math.max(...times) <= 1_000)
      assert.ok(quantile(times, 0.5) < 100)
    })

    await t.test('give one key when 20 are asked for at once with one slot free', async (t) => {
      const operators = [await startFleet(t, { env, processes: 0 }), await startFleet(t, { env, processes: 0 })]
      for (let round = 0; round < scaled(2, 20); round++) {
        const { accountId } = await fleet.issue({ activeKeys: 2 })
        const outcomes = await Promise.allSettled(
          Array.from({ length: 20 }, (_, i) =>
            (operators[i % 2] as Fleet).accounts.issueKey({ accountId, label: null, expiresAt: null }),
          ),
        )
        assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
        assert.ok(outcomes.every((outcome) => outcome.status === 'fulfilled' || outcome.reason instanceof RefusedError))
      }
    })

    await t.test('lose no answered unit when they are killed', (t) => crashes(t, fleet, scaled(1, 20)))

    await t.test(
      'start at once on an empty store',
      { skip: isLong ? false : 'a long proof: npm run prove:stores runs it' },
      async (t) => {
        const fresh = await engine.prepare(t as TestContext)
        const started = await Promise.all(Array.from({ length: 3 }, () => serve(fresh)))
        const ready = await Promise.all(started.map(({ address }) => callOnce(address, '/readyz', null)))
        assert.deepEqual(
          ready.map(({ status }) => status),
          [200, 200, 200],
        )
        await Promise.all(started.map(({ kill }) => kill('SIGTERM')))
      },
    )
  })

for (const engine of await engines()) testEngine(engine)
