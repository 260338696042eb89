import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import { RESP_TYPES } from '@redis/client'
import { startFleet } from '../support/fleet.ts'
import { callOnce } from '../support/load.ts'
import { skipUnless } from '../support/postgres.ts'
import { withRedis } from '../support/redis.ts'
import { scaled } from '../support/scaled.ts'
import { ownRedis } from '../support/servers.ts'
import { tempFolder } from '../support/temp.ts'

/** Numbers that look random and are the same on every run. */
const createRandom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const forged = (record: unknown): Buffer => zstdCompressSync(JSON.stringify(record))
const fetchedAt = new Date().toISOString()

const ready: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from('poison'),
  Buffer.alloc(2_000_000, 'x'),
  zstdCompressSync(Buffer.alloc(60_000_000, ' ')),
  ...[
    5,
    'x',
    null,
    [],
    {},
    { value: 42 },
    { value: 5, fetchedAt: 'yesterday' },
    { value: null, fetchedAt },
    { value: [], fetchedAt },
    { value: { productId: 1, name: 'Other' }, fetchedAt },
    { value: 'https://evil.test/', fetchedAt: '2036-01-01T00:00:00.000Z' },
    { code: 'no_such_code', message: 'x', upstreamStatus: null },
    { code: 'product_not_found', message: 'x', upstreamStatus: 404 },
    { code: 'internal_error', message: 'x', upstreamStatus: null },
  ].map(forged),
]

/** What may be poisoned: every section of a product, each page of its offers a thing of its own. */
const targetsOf = (random: (below: number) => number): string => {
  const productId = [300_001, 300_002, 300_004, 300_005, 300_006, 300_007, 300_058][random(7)]
  const page = `offset=${random(40)}&limit=${1 + random(40)}`
  return [
    `/v1/products/${productId}/details`,
    `/v1/products/${productId}/prices`,
    `/v1/products/${productId}/history?range=${['month', 'quarter', 'annual'][random(3)]}`,
    `/v1/products/${productId}/image`,
    `/v1/products/${productId}/listings?${page}`,
    `/v1/products/${productId}?${page}`,
  ][random(6)] as string
}

/** An answer as every process gives it, whenever it fetched. */
const essence = (body: string): unknown =>
  JSON.parse(body, (field, value) => (['fetchedAt', 'cacheHit', 'observedAt'].includes(field) ? null : value))

/** One process answers right whatever lies in Redis: between calls every key is overwritten, from a fixed seed. */
test('poison in Redis changes no answer', async (t) => {
  const redis = await ownRedis(t)
  if (redis === null) return t.skip(skipUnless(false, 'redis-server', '/usr/bin/redis-server'))
  const random = createRandom(20_261_122)
  const env = { DATA_DIR: tempFolder(t), PUBLIC_URL: 'http://cards.test' }
  // The first has no Redis, so it knows what is right. The second does not keep, so that it asks Redis each time; the
  // third fills Redis.
  const lifetimes = ['DETAILS', 'PRICES', 'HISTORY', 'LISTINGS', 'IMAGE', 'NOT_FOUND'].map(
    (kind) => `CACHE_TTL_${kind}_SECONDS`,
  )
  const seconds = Object.fromEntries(lifetimes.map((name) => [name, '1']))
  const fleet = await startFleet(t, {
    env,
    processes: 3,
    envOf: (index) => [{}, { REDIS_URL: redis.url, ...seconds }, { REDIS_URL: redis.url }][index] ?? {},
  })
  const { key } = await fleet.issue()
  const [honest, reader, writer] = fleet.members.map(
    ({ address }) =>
      (target: string) =>
        callOnce(address, target, key),
  )
  let poisoned = 0
  await withRedis(redis.url, async (client) => {
    const bytesOf = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
    const poison = async (name: string, names: readonly string[]) => {
      poisoned++
      const kind = random(6)
      if (kind === 0) {
        await client.del(name)
        return client.rPush(name, 'x')
      }
      const type = await client.type(name)
      const own = type === 'string' ? await bytesOf.get(name) : null
      if (kind < 3 && own !== null && own.length > 0) {
        const bytes = Buffer.from(own)
        for (let change = 0; change <= random(3); change++) bytes[random(bytes.length)] = random(256)
        return client.set(name, random(4) ? bytes : bytes.subarray(0, random(bytes.length)))
      }
      const other = names[random(names.length)] as string
      if (kind === 3 && other !== name && (await client.type(other)) === 'string')
        return client.set(name, (await bytesOf.get(other)) ?? 'x')
      return client.set(name, ready[random(ready.length)] as Buffer)
    }
    const untilMs = performance.now() + scaled(4_000, 120_000)
    while (performance.now() < untilMs) {
      const targets = Array.from({ length: 12 }, () => targetsOf(random))
      await Promise.all(targets.map((target) => writer?.(target)))
      const names = (await client.keys('card-market:*')).filter((name) => name !== 'card-market:probe')
      for (const name of names) {
        await poison(name, names)
        if (random(3) === 0) await poison(`${name.replace(/:lease$/, '')}:lease`, names)
      }
      for (const target of targets) {
        const [right, answer] = await Promise.all([honest?.(target), reader?.(target)])
        assert.equal(answer?.status, 200, target)
        assert.deepEqual(essence(answer?.body ?? ''), essence(right?.body ?? ''), target)
      }
      await delay(20)
    }
  })
  t.diagnostic(`${poisoned} keys poisoned`)
  assert.ok(poisoned > 50)
})
