import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../../src/contract/errors.ts'
import { openRedisCache } from '../../src/stores/redis-cache.ts'
import { skipUnless } from '../support/postgres.ts'
import { testRedis, withRedis } from '../support/redis.ts'
import { mixingProxy, ownRedis, slowProxy } from '../support/servers.ts'
import { type PriceSource, sharedFleet } from '../support/shared-fleet.ts'

const { url, skip } = await testRedis()

const fleet = (
  t: TestContext,
  price: PriceSource['price'],
  { redisUrl = url, ...options }: { redisUrl?: string } & Parameters<typeof sharedFleet>[3] = {},
) => sharedFleet(t, redisUrl, price, options)

const slowly = async (id: number) => {
  await delay(300)
  return { id, cents: id * 100 }
}

describe('cache in Redis', { skip: skip ?? false, concurrency: true }, () => {
  test('of many calls in three processes for one cold thing one reaches the source, and all see its instant', {
    skip,
  }, async (t) => {
    const { ask, calls } = await fleet(t, slowly)
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => ask(i % 3, 7)))
    assert.equal(calls.length, 1)
    assert.equal(new Set(answers.map(({ fetchedAt }) => fetchedAt)).size, 1)
    assert.ok(answers.every(({ value }) => value?.cents === 700))
    assert.equal(answers.filter(({ cacheHit }) => !cacheHit).length, 20)
  })

  test('what one process fetched is a hit in another, for what is left of its lifetime and no longer', async (t) => {
    const freshForMs = 2_000
    const { ask, calls, placeOf } = await fleet(t, slowly, { freshForMs })
    const first = await ask(0, 1)
    // It is written without being waited for.
    await withRedis(url, async (client) => {
      while ((await client.exists(placeOf(1))) === 0) await delay(10)
    })
    const second = await ask(1, 1)
    assert.deepEqual([second.cacheHit, second.fetchedAt, second.value], [true, first.fetchedAt, first.value])
    await delay(Date.parse(first.fetchedAt) + freshForMs + 20 - Date.now())
    assert.equal((await ask(1, 1)).cacheHit, false)
    assert.equal(calls.length, 2)
  })

  test('not found is shared as an answer, and a failure with those who waited for it, but not kept', async (t) => {
    const { ask, calls } = await fleet(t, async (id) => {
      await delay(100)
      if (id === 2) throw new ServiceError('upstream_rate_limited', 'Slow down.', { upstreamStatus: 429 })
      return null
    })
    await Promise.all([0, 1, 2].map((member) => ask(member, 1)))
    assert.equal(calls.length, 1)
    const failures = await Promise.allSettled([0, 1, 2].map((member) => ask(member, 2)))
    assert.equal(calls.length, 2)
    for (const failure of failures) {
      assert.ok(failure.status === 'rejected' && failure.reason instanceof ServiceError)
      assert.deepEqual([failure.reason.code, failure.reason.upstreamStatus], ['upstream_rate_limited', 429])
    }
    await assert.rejects(ask(1, 2))
    assert.equal(calls.length, 3)
  })

  test('what must not be kept is still fetched once for those who wait together', async (t) => {
    const { ask, calls } = await fleet(t, slowly, { freshForMs: 0 })
    await Promise.all([0, 1, 2].map((member) => ask(member, 1)))
    assert.equal(calls.length, 1)
    await ask(0, 1)
    assert.equal(calls.length, 2)
  })

  test('when the process that fetches gives up another takes over', async (t) => {
    const { ask, calls } = await fleet(t, async (id, signal) => {
      await delay(1_000, undefined, { signal })
      return { id, cents: 1 }
    })
    const impatient = new AbortController()
    const first = ask(0, 1, impatient.signal)
    while (calls.length === 0) await delay(5)
    const second = ask(1, 1)
    impatient.abort(new ServiceError('upstream_timeout', 'Gone.'))
    await assert.rejects(first)
    assert.equal((await second).cacheHit, false)
    assert.equal(calls.length, 2)
  })

  test('a fetch longer than its announcement is announced again, and a dead process is succeeded', async (t) => {
    const { ask, calls, namespace, secret } = await fleet(t, async (id) => {
      if (id === 1) await delay(2_300)
      return { id, cents: 1 }
    })
    await Promise.all([ask(0, 1), delay(50).then(() => ask(1, 1))])
    assert.equal(calls.length, 1)
    // A process that dies while it fetches leaves its announcement behind.
    const dead = await openRedisCache({ url, secret, onChange: () => {} })
    await dead.find(`${namespace}:price:2`, () => null, new AbortController().signal)
    await dead.close()
    assert.equal((await ask(0, 2)).cacheHit, false)
  })

  test('keys say nothing, and values are small', async (t) => {
    const { ask, placeOf } = await fleet(t, async (id) => ({ id, cents: 1, text: 'Charizard '.repeat(1_000) }))
    await ask(0, 1)
    await ask(1, 1)
    const size = await withRedis(url, (client) => client.strLen(placeOf(1)))
    assert.ok(size > 0 && size < 300)
  })

  test('a Redis that is not there, or refuses the password, costs nothing but the sharing', async (t) => {
    for (const redisUrl of ['redis://127.0.0.1:1', ...(skip ? [] : [url.replace('://', '://nobody:wrong@')])]) {
      const answerMs = 20_000
      const { ask, calls, changes } = await fleet(t, slowly, { redisUrl, processes: 2, mustConnect: false, answerMs })
      const startedMs = performance.now()
      const answers = await Promise.all([ask(0, 1), ask(0, 1), ask(1, 1)])
      assert.ok(performance.now() - startedMs < answerMs / 2)
      assert.deepEqual([answers.length, calls.length, changes], [3, 2, [false, false]])
    }
  })

  test('a reply to another call is never taken for the answer', async (t) => {
    const redis = new URL(url)
    const proxy = await mixingProxy(t, Number(redis.port || 6379))
    redis.host = `127.0.0.1:${proxy.port}`
    const { ask, changes } = await fleet(t, async (id) => ({ id, cents: id * 100 }), {
      redisUrl: redis.href,
      freshForMs: 1_000,
    })
    proxy.mix()
    const untilMs = performance.now() + 60_000
    const caller = async (member: number) => {
      while (proxy.mixed() < 12 && performance.now() < untilMs) {
        const id = Math.floor(Math.random() * 10_000)
        assert.deepEqual((await ask(member, id)).value, { id, cents: id * 100 })
        await delay(2)
      }
    }
    await Promise.all(Array.from({ length: 12 }, (_, i) => caller(i % 3)))
    assert.ok(proxy.mixed() >= 12)
    assert.ok(changes.includes(false))
  })

  test('a reply that comes too late costs its time once, and not with every call', async (t) => {
    const redis = new URL(url)
    const proxy = await slowProxy(t, Number(redis.port || 6379))
    redis.host = `127.0.0.1:${proxy.port}`
    const answerMs = 1_000
    const { ask, changes } = await fleet(t, async (id) => ({ id, cents: 1 }), {
      redisUrl: redis.href,
      processes: 1,
      answerMs,
    })
    proxy.slowDown(60_000)
    const startedMs = performance.now()
    for (let id = 0; id < 20; id++) assert.equal((await ask(0, id)).value?.id, id)
    assert.ok(performance.now() - startedMs < 10 * answerMs)
    assert.equal(changes.at(-1), false)
  })

  test('a command from before a freeze announces no fetch after it', async (t) => {
    const redis = await ownRedis(t)
    if (redis === null) return t.skip(skipUnless(false, 'redis-server', '/usr/bin/redis-server'))
    const { ask, calls, changes, placeOf } = await fleet(t, async (id) => ({ id, cents: 1 }), {
      redisUrl: redis.url,
      answerMs: 500,
    })
    await ask(0, 1)
    redis.freeze()
    await Promise.all([ask(0, 2), ask(0, 3), ask(1, 4)])
    redis.thaw()
    // What was written before the probe that succeeds has been executed before it.
    const connects = changes.filter((isConnected) => isConnected).length
    while (changes.filter((isConnected) => isConnected).length < connects + 2) await delay(10)
    const leases = await withRedis(redis.url, (client) => client.exists([2, 3, 4].map((id) => `${placeOf(id)}:lease`)))
    assert.equal(leases, 0)
    assert.equal((await ask(2, 2)).cacheHit, false)
    assert.deepEqual(calls.toSorted(), [1, 2, 2, 3, 4])
  })
})
