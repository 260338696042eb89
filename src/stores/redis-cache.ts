import { hash, type KeyObject, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../contract/errors.ts'
import {
  type FreshFor,
  type SharedCache,
  type SharedFinding,
  type SharedOutcome,
  unsharedFinding,
} from '../market/shared-cache.ts'
import { connectRedis, type RedisConnection } from './redis-connection.ts'
import { endScript, findScript, publishScript, renewScript, tokenLength } from './redis-scripts.ts'
import { packAnswer, packFailure, unpackRecord } from './shared-record.ts'
import { createSigner, type Signer } from './signer.ts'

/** Version of the stored form; releases that differ in it never read each other's values. */
const schema = 3

/** The lease of a fetch, renewed while it lasts, so that another process takes over soon when this one dies. */
const leaseMs = 2_000
const renewEveryMs = 600

/** How long the outcome of a fetch that may not be cached is kept, for those alone who waited for it. */
const outcomeMs = 1_000

/** Pauses between polls while another process fetches, in milliseconds: exponential back-off. */
const pauses = { first: 10, growth: 1.5, max: 50 } as const

/** Whoever has waited so long for another process fetches by itself, while its own caller still waits. */
const maxWaitMs = 5_000

/** Refusals in one lookup: a value and a lease, and each once more while somebody goes on writing. */
const maxRefusals = 4

export interface RedisCacheOptions {
  readonly url: string
  /** What lies in Redis is signed with it; processes with the same one share. */
  readonly secret: KeyObject
  readonly onChange: (isConnected: boolean, reason: string) => void
  /** How long Redis may take for a reply. */
  readonly answerMs?: number
}

export interface RedisCache extends SharedCache {
  readonly close: () => Promise<void>
}

/** Where a key's value and lease lie. */
interface Place {
  readonly value: string
  readonly lease: string
}

/** The cache's connection and its signer, which all of its steps need. */
interface Shared {
  readonly redis: RedisConnection
  readonly signer: Signer
}

/** A keyed digest, so that Redis shows no query. The braces keep both keys on one machine of a cluster. */
const placeOf = ({ signer }: Shared, key: string): Place => {
  const name = `card-market:${schema}:{${signer.nameOf(key)}}`
  return { value: name, lease: `${name}:lease` }
}

/**
 * What lies at a lease's key begins with a letter and the token, which the scripts compare: `l` is a lease, `o` the
 * outcome left by its holder.
 */
const signMark = ({ signer }: Shared, kind: 'l' | 'o', token: string, { lease }: Place, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(kind + token), signer.sign(`${lease} ${kind}${token}`, content)])

const verifyMark = ({ signer }: Shared, bytes: Buffer, { lease }: Place): Buffer | null =>
  signer.verify(`${lease} ${bytes.toString('latin1', 0, 1 + tokenLength)}`, bytes.subarray(1 + tokenLength))

const leaseOf = (shared: Shared, token: string, place: Place): Buffer =>
  signMark(shared, 'l', token, place, Buffer.from(String(shared.redis.nowMs())))

/** @returns the token of the process that holds it, `null` when nobody does, however long Redis keeps it */
const holderOf = (shared: Shared, lease: Buffer, place: Place): string | null => {
  const renewedMs = verifyMark(shared, lease, place)
  const isHeld = renewedMs !== null && Math.abs(shared.redis.nowMs() - Number(renewedMs)) < leaseMs
  return isHeld ? lease.toString('latin1', 1, 1 + tokenLength) : null
}

const readValue = (
  { signer }: Shared,
  bytes: Buffer,
  remainingMs: number,
  place: Place,
  freshFor: FreshFor,
): SharedFinding | null => {
  const answer = unpackRecord(signer.verify(place.value, bytes))
  if (answer === null || answer instanceof ServiceError) return null
  const freshForMs = Math.min(freshFor(answer) ?? 0, remainingMs)
  return freshForMs > 0 ? { kind: 'known', ...answer, freshForMs } : null
}

const readOutcome = (shared: Shared, bytes: Buffer, place: Place, freshFor: FreshFor): SharedFinding | null => {
  const record = unpackRecord(verifyMark(shared, bytes, place))
  if (record instanceof ServiceError) return { kind: 'failed', error: record }
  return record === null || freshFor(record) === null ? null : { kind: 'known', ...record, freshForMs: 0 }
}

/** Renews our lease until the fetch ends, then publishes its outcome. */
const hold = (shared: Shared, token: string, place: Place): SharedFinding => {
  const { redis, signer } = shared
  const renewing = setInterval(() => {
    void redis.run(renewScript, [place.lease], [token, leaseOf(shared, token, place), String(leaseMs)])
  }, renewEveryMs).unref()
  const settle = (outcome: SharedOutcome) => {
    clearInterval(renewing)
    if (outcome.kind === 'fetched' && outcome.freshForMs > 0) {
      const value = signer.sign(place.value, packAnswer(outcome))
      // By the clock of Redis, so that it expires in time even when it is written late.
      const expiresAtMs = String(Math.floor(redis.nowMs() + outcome.freshForMs))
      void redis.run(publishScript, [place.value, place.lease], [token, value, expiresAtMs])
      return
    }
    const record =
      outcome.kind === 'fetched' ? packAnswer(outcome) : outcome.kind === 'failed' ? packFailure(outcome.error) : null
    const left = record === null ? '' : signMark(shared, 'o', token, place, record)
    void redis.run(endScript, [place.lease], [token, left, String(outcomeMs)])
  }
  return { kind: 'ours', settle }
}

const find = async (
  shared: Shared,
  ...[key, freshFor, signal]: Parameters<SharedCache['find']>
): Promise<SharedFinding> => {
  const { redis } = shared
  const place = placeOf(shared, key)
  const token = randomBytes((tokenLength / 4) * 3).toString('base64url')
  const startedMs = performance.now()
  let awaited = ''
  let refused = ''
  let pauseMs: number = pauses.first
  for (let refusals = 0; refusals < maxRefusals; ) {
    const values = [token, leaseOf(shared, token, place), String(leaseMs), String(redis.deadlineMs()), awaited, refused]
    const reply = (await redis.run(findScript, [place.value, place.lease], values)) as [Buffer, Buffer, number] | null
    if (reply === null) break
    const [word, bytes, remainingMs] = reply
    const kind = word.toString()
    if (kind === 'ours') return hold(shared, token, place)
    const holder = kind === 'lease' ? holderOf(shared, bytes, place) : null
    if (holder === null) {
      const finding =
        kind === 'value'
          ? readValue(shared, bytes, remainingMs, place, freshFor)
          : kind === 'outcome'
            ? readOutcome(shared, bytes, place, freshFor)
            : null
      if (finding) return finding
      refusals++
      if (kind !== 'late') refused += hash('sha1', bytes)
      continue
    }
    if (performance.now() - startedMs > maxWaitMs) break
    awaited = holder
    await delay(pauseMs)
    pauseMs = Math.min(pauseMs * pauses.growth, pauses.max)
    signal.throwIfAborted()
  }
  return unsharedFinding
}

/** Opens a shared cache with single flight in Redis or Valkey; while it is away, each process uses its own cache. */
export const openRedisCache = async ({ url, secret, onChange, answerMs }: RedisCacheOptions): Promise<RedisCache> => {
  const shared: Shared = { redis: await connectRedis(url, onChange, answerMs), signer: createSigner(secret) }
  return { find: (...query) => find(shared, ...query), close: shared.redis.close }
}
