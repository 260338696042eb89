import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import { createSigner } from '../../src/stores/signer.ts'
import { testRedis, withRedis } from '../support/redis.ts'
import { type PriceSource, randomSecret, sharedFleet } from '../support/shared-fleet.ts'

const { url, skip } = await testRedis()

const priceOf: PriceSource['price'] = async (id) => ({ id, cents: id * 100 })

const pack = (record: unknown): Buffer => zstdCompressSync(JSON.stringify(record))

const answerOf = (id: number, fetchedAt = new Date().toISOString()) => ({ value: { id, cents: 1 }, fetchedAt })

type Client = Parameters<Parameters<typeof withRedis>[1]>[0]

type Fleet = Awaited<ReturnType<typeof sharedFleet>>

/** Every way of leaving something at a key: by its name, what does it. */
type Poisons = Readonly<Record<string, (client: Client, key: string) => Promise<unknown>>>

/**
 * Poisons the price of a thing of its own in each way: it is fetched once, answered rightly, and shared again at once.
 */
const eachIsPassedOver = async (poisons: Poisons, { ask, calls, placeOf }: Fleet) => {
  for (const [at, [name, poison]] of Object.entries(poisons).entries()) {
    const id = 1_000 + at
    await withRedis(url, (client) => poison(client, placeOf(id)))
    const [first, second] = await Promise.all([ask(0, id), ask(1, id)])
    for (const { value } of [first, second]) assert.deepEqual(value, { id, cents: id * 100 }, name)
    assert.deepEqual(calls, [id], name)
    assert.equal((await ask(2, id)).fetchedAt, first.fetchedAt, name)
    assert.deepEqual(calls.splice(0), [id], name)
  }
}

const withBit = (bytes: Buffer, bit: number): Buffer => {
  const changed = Buffer.from(bytes)
  changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
  return changed
}

describe('what others write to Redis', { skip: skip ?? false, concurrency: true }, () => {
  test('is never an answer when it was not signed with the secret, for this very key', async (t) => {
    const fleet = await sharedFleet(t, url, priceOf)
    const { signer, placeOf } = fleet
    const foreign = createSigner(randomSecret())
    const set = (bytes: (key: string) => Buffer | string) => (client: Client, key: string) =>
      client.set(key, bytes(key))
    const honest = (key: string) => signer.sign(key, pack(answerOf(1)))
    const poisons: Record<string, (client: Client, key: string) => Promise<unknown>> = {
      'nothing at all': set(() => ''),
      text: set(() => 'poison'),
      'no signature': set(() => pack(answerOf(1))),
      'not found without a signature': set(() => pack({ value: null, fetchedAt: new Date().toISOString() })),
      'an unknown failure without a signature': set(() =>
        pack({ code: 'no_such_code', message: 'x', upstreamStatus: null }),
      ),
      'the signature of another secret': set((key) => foreign.sign(key, pack(answerOf(1)))),
      'the value of another key': set(() => signer.sign(placeOf(5), pack(answerOf(5)))),
      'a value cut off': set((key) => honest(key).subarray(0, -1)),
      'a value of two megabytes': set((key) => Buffer.concat([honest(key), Buffer.alloc(2_000_000)])),
      'a bomb': set((key) => Buffer.concat([honest(key).subarray(0, 16), zstdCompressSync(Buffer.alloc(60_000_000))])),
      'a list': (client, key) => client.rPush(key, 'x'),
      'a hash': (client, key) => client.hSet(key, 'x', 'y'),
    }
    const bits = 8 * honest(placeOf(1)).length
    for (let bit = 0; bit < bits; bit += 37) poisons[`bit ${bit}`] = set((key) => withBit(honest(key), bit))
    await eachIsPassedOver(poisons, fleet)
  })

  test('is no answer even with the right signature when it has another form or no believable instant', async (t) => {
    const fleet = await sharedFleet(t, url, priceOf, { freshForMs: 60_000 })
    const { signer } = fleet
    const records = [
      5,
      'x',
      null,
      [],
      {},
      { value: { id: 1, cents: 1 } },
      { value: 5, fetchedAt: new Date().toISOString() },
      { value: { id: 1 }, fetchedAt: new Date().toISOString() },
      { value: [{ id: 1, cents: 1 }], fetchedAt: new Date().toISOString() },
      { fetchedAt: new Date().toISOString() },
      { code: 'upstream_timeout', message: 'x', upstreamStatus: null },
      answerOf(1, 'yesterday'),
      answerOf(1, '2026-11-22'),
      answerOf(1, new Date(Date.now() + 3_600_000).toISOString()),
      answerOf(1, new Date(Date.now() - 60_001).toISOString()),
      answerOf(1, '+275760-09-13T00:00:00.000Z'),
    ]
    const poisons = records.map((record) => [
      JSON.stringify(record),
      (client: Client, key: string) => client.set(key, signer.sign(key, pack(record)), { EX: 60 }),
    ])
    const bomb = Buffer.alloc(60_000_000, ' ')
    poisons.push([
      'a bomb',
      (client: Client, key: string) => client.set(key, signer.sign(key, zstdCompressSync(bomb)), { EX: 60 }),
    ])
    await eachIsPassedOver(Object.fromEntries(poisons), fleet)
  })

  test('lives no longer than this process keeps such things, whatever Redis says', async (t) => {
    const namespace = randomUUID()
    const secret = randomSecret()
    const patient = await sharedFleet(t, url, priceOf, { namespace, secret, processes: 1, freshForMs: 60_000 })
    const hasty = await sharedFleet(t, url, priceOf, { namespace, secret, processes: 2, freshForMs: 3_000 })
    const { fetchedAt } = await patient.ask(0, 1)
    assert.equal((await hasty.ask(0, 1)).fetchedAt, fetchedAt)
    await withRedis(url, (client) => client.pExpire(patient.placeOf(1), 86_400_000))
    await delay(Date.parse(fetchedAt) + 3_050 - Date.now())
    assert.equal((await hasty.ask(0, 1)).cacheHit, false)
    assert.notEqual((await hasty.ask(1, 1)).fetchedAt, fetchedAt)
    assert.deepEqual(hasty.calls, [1])
  })

  test('announces no fetch: nobody waits for a lease that no process holds', async (t) => {
    const token = 'A'.repeat(16)
    const poisonsOf = ({ signer }: Fleet): Poisons => {
      const lease = (content: string) => (client: Client, key: string) =>
        client.set(
          `${key}:lease`,
          Buffer.concat([Buffer.from(`l${token}`), signer.sign(`${key}:lease l${token}`, Buffer.from(content))]),
        )
      return {
        'no signature': (client, key) => client.set(`${key}:lease`, `l${token}0123456789abcdef${Date.now()}`),
        'no token': (client, key) => client.set(`${key}:lease`, 'l'),
        'an outcome': (client, key) => client.set(`${key}:lease`, `o${token}`),
        'a list': (client, key) => client.rPush(`${key}:lease`, 'l'),
        'an old lease that Redis keeps': lease(String(Date.now() - 2_000)),
        'a lease of tomorrow': lease(String(Date.now() + 86_400_000)),
        'a lease of no instant': lease('x'),
        'both keys': async (client, key) => {
          await client.set(key, 'poison')
          await client.set(`${key}:lease`, `l${token}`)
        },
      }
    }
    // One that was believed would hold its caller up for that long; other work on the machine does so now and then.
    let fastestMs = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < 5 && fastestMs >= 5_000; attempt++) {
      const fleet = await sharedFleet(t, url, priceOf)
      const startedMs = performance.now()
      await eachIsPassedOver(poisonsOf(fleet), fleet)
      fastestMs = Math.min(fastestMs, performance.now() - startedMs)
    }
    assert.ok(fastestMs < 5_000, `${fastestMs} ms`)
  })

  test('makes no call wait for ever, not even when a lease is renewed and never ends', async (t) => {
    const { ask, calls, placeOf, signer } = await sharedFleet(t, url, priceOf, { processes: 1 })
    const [key, token] = [`${placeOf(1)}:lease`, 'A'.repeat(16)]
    const isAnswered = new AbortController()
    const renewing = withRedis(url, async (client) => {
      while (!isAnswered.signal.aborted) {
        const content = signer.sign(`${key} l${token}`, Buffer.from(String(Date.now())))
        await client.set(key, Buffer.concat([Buffer.from(`l${token}`), content]))
        await delay(100)
      }
    })
    const untilRenewed = async () => {
      while ((await withRedis(url, (client) => client.exists(key))) === 0) await delay(10)
    }
    await untilRenewed()
    assert.deepEqual((await ask(0, 1)).value, { id: 1, cents: 100 })
    assert.deepEqual(calls, [1])
    isAnswered.abort()
    await renewing
  })
})
