import { hash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type ErrorCode, errorTable, ServiceError } from '../contract/errors.ts'
import { type SharedCache, type SharedFinding, type SharedOutcome, unsharedFinding } from '../market/shared-cache.ts'
import { connectRedis, type RedisConnection, redisScript } from './redis-connection.ts'

/** Version of the stored form; releases that differ in it never read each other's values. */
const schema = 2

/** The lease of a fetch, renewed while it lasts, so that another process takes over soon when this one dies. */
const leaseMs = 2_000
const renewEveryMs = 600

/** How long the outcome of a fetch that may not be cached is kept, for those alone who waited for it. */
const outcomeMs = 1_000

/** Pauses between polls while another process fetches, in milliseconds: exponential back-off. */
const pauses = { first: 10, growth: 1.5, max: 50 } as const

const maxBytes = 64 * 1_048_576

/**
 * Replies with the value and its remaining lifetime; or with the token of the process that fetches it; or with the outcome of the fetch that was waited for; else takes
 * the lease and replies with Redis's time, by which our value will expire even if it is written late.
 */
const findScript = redisScript(`
local value = redis.call('GET', KEYS[1])
if value then return {'known', value, redis.call('PTTL', KEYS[1])} end
local lease = redis.call('GET', KEYS[2])
if lease and string.sub(lease, 1, 1) ~= '=' then return {'awaited', lease} end
if lease and ARGV[3] ~= '' and string.sub(lease, 2, 1 + #ARGV[3]) == ARGV[3] then return {'outcome', string.sub(lease, 2 + #ARGV[3])} end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
local now = redis.call('TIME')
return {'ours', now[1] * 1000 + math.floor(now[2] / 1000)}`)

const renewScript = redisScript(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1`)

const publishScript = redisScript(`
redis.call('SET', KEYS[1], ARGV[2], 'PXAT', ARGV[3])
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
return 1`)

const endScript = redisScript(`
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[2]) else redis.call('SET', KEYS[2], '=' .. ARGV[1] .. ARGV[2], 'PX', ARGV[3]) end
return 1`)

interface KeptValue {
  readonly value: unknown
  readonly fetchedAt: string
}

interface KeptFailure {
  readonly code: ErrorCode
  readonly message: string
  readonly upstreamStatus: number | null
}

type Kept = KeptValue | KeptFailure

/** JSON, compressed at the lowest level: a value is written once and read by each process once. */
const encode = (kept: Kept): Buffer =>
  zstdCompressSync(JSON.stringify(kept), { params: { [constants.ZSTD_c_compressionLevel]: 1 } })

/** Whoever can write to Redis can write anything; what is not of our form must not fail a call. */
const isKept = (kept: unknown): kept is Kept => {
  if (typeof kept !== 'object' || kept === null) return false
  if ('code' in kept) return Object.hasOwn(errorTable, String(kept.code)) && 'message' in kept && 'upstreamStatus' in kept
  return 'value' in kept && 'fetchedAt' in kept && typeof kept.fetchedAt === 'string' && !Number.isNaN(Date.parse(kept.fetchedAt))
}

const decode = (bytes: Buffer): Kept | null => {
  try {
    const kept: unknown = JSON.parse(zstdDecompressSync(bytes, { maxOutputLength: maxBytes }).toString())
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}

const failureOf = ({ code, message, upstreamStatus }: ServiceError): KeptFailure => ({ code, message, upstreamStatus })

/** Bytes that cannot be read count as none. */
const findingOf = (bytes: Buffer, freshForMs: number): SharedFinding => {
  const kept = decode(bytes)
  if (kept === null) return unsharedFinding
  if ('code' in kept)
    return { kind: 'failed', error: new ServiceError(kept.code, kept.message, { upstreamStatus: kept.upstreamStatus }) }
  return { kind: 'known', value: kept.value, fetchedAt: kept.fetchedAt, freshForMs }
}

/** Renews our lease until the fetch ends, then publishes its outcome. */
const leaseOver = (redis: RedisConnection, keys: readonly [string, string], token: string, redisNowMs: number) => {
  const startedMs = performance.now()
  const renewing = setInterval(() => void redis.run(renewScript, [keys[1]], [token, String(leaseMs)]), renewEveryMs).unref()
  return (outcome: SharedOutcome) => {
    clearInterval(renewing)
    if (outcome.kind === 'fetched' && outcome.freshForMs > 0) {
      const { value, fetchedAt, freshForMs } = outcome
      const expiresAtMs = Math.floor(redisNowMs + (performance.now() - startedMs) + freshForMs)
      void redis.run(publishScript, keys, [token, encode({ value, fetchedAt }), String(expiresAtMs)])
      return
    }
    const kept = outcome.kind === 'abandoned' ? '' : encode(outcome.kind === 'failed' ? failureOf(outcome.error) : outcome)
    void redis.run(endScript, keys, [token, kept, String(outcomeMs)])
  }
}

export interface RedisCache extends SharedCache {
  readonly close: () => Promise<void>
}

/**
 * Opens a shared cache with single flight over processes in Redis or Valkey. `namespace` names everything that decides an answer beside its key; processes with the same one
 * share. While Redis is unavailable each process works with its own cache.
 */
export const openRedisCache = async ({
  url,
  namespace,
  onChange,
}: {
  url: string
  namespace: () => string
  onChange: (isConnected: boolean, reason: string) => void
}): Promise<RedisCache> => {
  const redis = await connectRedis(url, onChange)

  /** A digest, so that no query can be read in Redis. The braces keep both keys on one machine of a cluster. */
  const keysOf = (key: string): readonly [string, string] => {
    const name = `card-market:${schema}:{${hash('sha256', `${namespace()}\n${key}`, 'base64url')}}`
    return [name, `${name}:lease`]
  }

  return {
    find: async (key, signal) => {
      const keys = keysOf(key)
      const token = randomBytes(12).toString('base64url')
      let awaited = ''
      for (let pauseMs: number = pauses.first; ; pauseMs = Math.min(pauseMs * pauses.growth, pauses.max)) {
        const reply = (await redis.run(findScript, keys, [token, String(leaseMs), awaited])) as [Buffer, Buffer, number] | null
        if (reply === null) return unsharedFinding
        const [word, content, remainingMs] = reply
        switch (word.toString()) {
          case 'known':
            return findingOf(content, remainingMs)
          case 'outcome':
            return findingOf(content, 0)
          case 'ours':
            return { kind: 'ours', settle: leaseOver(redis, keys, token, Number(content)) }
        }
        awaited = content.toString()
        await delay(pauseMs)
        signal.throwIfAborted()
      }
    },
    close: redis.close,
  }
}
