import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import { ServiceError } from '../../src/contract/errors.ts'
import { createMemoryCache } from '../../src/market/observation-cache.ts'
import { type FreshForMs, type ObservedMethods, observe } from '../../src/market/observe.ts'
import { openRedisCache } from '../../src/stores/redis-cache.ts'
import { testRedis, withRedis } from '../support/redis.ts'
import { mixingProxy } from '../support/servers.ts'

interface PriceSource {
  readonly price: (id: number, signal: AbortSignal) => Promise<{ readonly id: number; readonly cents: number } | null>
}

const methods: ObservedMethods<PriceSource> = { price: { data: 'prices', key: String } }
const lifetimes = (ms: number): FreshForMs => ({
  categories: ms,
  sets: ms,
  search: ms,
  details: ms,
  prices: ms,
  history: ms,
  listings: ms,
  image: ms,
  notFound: ms,
})

const { url, skip } = await testRedis()

/** Several processes, as far as the cache is concerned: each with its own memory, all with one namespace. */
const fleet = async (
  t: TestContext,
  price: PriceSource['price'],
  { processes = 3, freshForMs = 60_000, redisUrl = url, namespace = randomUUID() as string } = {},
) => {
  const changes: boolean[] = []
  const calls: number[] = []
  const source: PriceSource = {
    price: (id, signal) => {
      calls.push(id)
      return price(id, signal)
    },
  }
  const members = await Promise.all(
    Array.from({ length: processes }, async () => {
      const shared = await openRedisCache({
        url: redisUrl,
        namespace: () => namespace,
        onChange: (isConnected) => changes.push(isConnected),
      })
      t.after(shared.close)
      const cache = createMemoryCache(1_000_000, () => performance.now())
      return observe(source, { methods, cache, shared, freshForMs: lifetimes(freshForMs), now: Date.now, prefix: 'test' })
    }),
  )
  const ask = async (member: number, id: number, signal: AbortSignal = new AbortController().signal) =>
    (members[member] as (typeof members)[number]).price(id, { signal })
  return { ask, calls, changes, namespace }
}

const slowly = async (id: number) => {
  await delay(150)
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
    const { ask, calls } = await fleet(t, slowly, { freshForMs: 500 })
    const first = await ask(0, 1)
    await delay(200)
    const second = await ask(1, 1)
    assert.deepEqual([second.cacheHit, second.fetchedAt, second.value], [true, first.fetchedAt, first.value])
    await delay(350)
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
      await delay(400, undefined, { signal })
      return { id, cents: 1 }
    })
    const impatient = new AbortController()
    const first = ask(0, 1, impatient.signal)
    await delay(50)
    const second = ask(1, 1)
    impatient.abort(new ServiceError('upstream_timeout', 'Gone.'))
    await assert.rejects(first)
    assert.equal((await second).cacheHit, false)
    assert.equal(calls.length, 2)
  })

  test('a fetch longer than its announcement is announced again, and a dead process is succeeded', async (t) => {
    const { ask, calls, namespace } = await fleet(t, async (id) => {
      if (id === 1) await delay(2_300)
      return { id, cents: 1 }
    })
    await Promise.all([ask(0, 1), delay(50).then(() => ask(1, 1))])
    assert.equal(calls.length, 1)
    // A process that dies while it fetches leaves its announcement behind.
    const dead = await openRedisCache({ url, namespace: () => namespace, onChange: () => {} })
    await dead.find('test:price:2', new AbortController().signal)
    await dead.close()
    const startedMs = performance.now()
    assert.equal((await ask(0, 2)).cacheHit, false)
    assert.ok(performance.now() - startedMs < 3_000)
  })

  test('keys say nothing, values are small, and spoilt ones are passed over', async (t) => {
    const { ask, calls, namespace } = await fleet(t, async (id) => ({ id, cents: 1, text: 'Charizard '.repeat(1_000) }))
    await ask(0, 1)
    await delay(50)
    await withRedis(url, async (client) => {
      const key = `card-market:2:{${hash('sha256', `${namespace}\ntest:price:1`, 'base64url')}}`
      const size = await client.strLen(key)
      assert.ok(size > 0 && size < 300)
      await client.set(key, 'spoilt', { KEEPTTL: true })
    })
    assert.equal((await ask(1, 1)).cacheHit, false)
    assert.equal(calls.length, 2)
  })

  test('a value of another form counts as none', async (t) => {
    const others = [
      5,
      'x',
      null,
      {},
      { value: 5 },
      { value: 5, fetchedAt: 'yesterday' },
      { code: 'nonsense', message: 'x', upstreamStatus: null },
    ]
    const { ask, calls, namespace } = await fleet(t, async (id) => ({ id, cents: 1 }))
    for (const [id, kept] of others.entries())
      await withRedis(url, (client) => {
        const key = `card-market:2:{${hash('sha256', `${namespace}\ntest:price:${id}`, 'base64url')}}`
        return client.set(key, zstdCompressSync(JSON.stringify(kept)), { EX: 60 })
      })
    for (const id of others.keys()) assert.deepEqual((await ask(0, id)).value, { id, cents: 1 }, JSON.stringify(others[id]))
    assert.deepEqual(calls, [...others.keys()])
  })

  test('a Redis that is not there, or refuses the password, costs nothing but the sharing', async (t) => {
    for (const redisUrl of ['redis://127.0.0.1:1', ...(skip ? [] : [url.replace('://', '://nobody:wrong@')])]) {
      // The fastest of a few, since other tests on the machine only ever add to it.
      let fastestMs = Number.POSITIVE_INFINITY
      for (let attempt = 0; attempt < 5 && fastestMs >= 150 + 100; attempt++) {
        const { ask, calls, changes } = await fleet(t, slowly, { redisUrl, processes: 2 })
        const startedMs = performance.now()
        const answers = await Promise.all([ask(0, 1), ask(0, 1), ask(1, 1)])
        fastestMs = Math.min(fastestMs, performance.now() - startedMs)
        assert.deepEqual([answers.length, calls.length, changes], [3, 2, [false, false]])
      }
      assert.ok(fastestMs < 150 + 100, `${fastestMs} ms`)
    }
  })

  test('a reply to another call is never taken for the answer', async (t) => {
    const redis = new URL(url)
    const proxy = await mixingProxy(t, Number(redis.port || 6379))
    redis.host = `127.0.0.1:${proxy.port}`
    const { ask, changes } = await fleet(t, async (id) => ({ id, cents: id * 100 }), { redisUrl: redis.href, freshForMs: 1_000 })
    proxy.mix()
    const untilMs = performance.now() + 20_000
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
})
