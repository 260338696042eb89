import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import Type from 'typebox'
import { answerOf } from '../../src/market/answer-form.ts'
import { createMemoryCache } from '../../src/market/observation-cache.ts'
import { type FreshForMs, type ObservedMethods, observe } from '../../src/market/observe.ts'
import { openRedisCache } from '../../src/stores/redis-cache.ts'
import { createSigner } from '../../src/stores/signer.ts'

export interface PriceSource {
  readonly price: (id: number, signal: AbortSignal) => Promise<{ readonly id: number; readonly cents: number } | null>
}

const methods: ObservedMethods<PriceSource> = {
  price: {
    data: 'prices',
    key: String,
    isAnswer: answerOf(Type.Object({ id: Type.Integer(), cents: Type.Integer() })),
  },
}

const kinds = ['categories', 'sets', 'search', 'details', 'prices', 'history', 'listings', 'image', 'notFound'] as const

export const randomSecret = (): KeyObject => createSecretKey(randomBytes(32))

/**
 * Several processes, as far as the shared cache is concerned: each with its own memory, all with one namespace and one
 * secret.
 */
export const sharedFleet = async (
  t: TestContext,
  redisUrl: string,
  price: PriceSource['price'],
  {
    processes = 3,
    freshForMs = 60_000,
    // Long enough for a machine that has other things to do; what happens when Redis is late has tests of its own.
    answerMs = 5_000,
    // A service does not wait for that when it takes long.
    mustConnect = true,
    namespace = randomUUID() as string,
    secret = randomSecret(),
  } = {},
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
      let isConnected = false
      const shared = await openRedisCache({
        url: redisUrl,
        secret,
        answerMs,
        onChange: (to) => {
          isConnected = to
          changes.push(to)
        },
      })
      t.after(shared.close)
      while (mustConnect && !isConnected) await delay(10)
      return observe(source, {
        methods,
        cache: createMemoryCache(1_000_000, () => performance.now()),
        shared,
        freshForMs: Object.fromEntries(kinds.map((kind) => [kind, freshForMs])) as FreshForMs,
        now: Date.now,
        namespace: () => namespace,
      })
    }),
  )
  const ask = async (member: number, id: number, signal: AbortSignal = new AbortController().signal) =>
    (members[member] as (typeof members)[number]).price(id, { signal })
  const signer = createSigner(secret)
  /** Where Redis keeps the price of an id. */
  const placeOf = (id: number): string => `card-market:3:{${signer.nameOf(`${namespace}:price:${id}`)}}`
  return { ask, calls, changes, placeOf, signer, namespace, secret }
}
