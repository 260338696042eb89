import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** A script and the digest by which the server remembers it. */
export interface RedisScript {
  readonly text: string
  readonly digest: string
}

/**
 * Makes a script from the Lua text that gives its reply; `nowMs` in it is Redis's time. The reply is preceded by the
 * token of its call, its last argument, so that a mixed-up reply is recognized, and by that time.
 */
export const redisScript = (reply: string): RedisScript => {
  const text = `local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
local function reply()\n${reply}\nend
return {ARGV[#ARGV], nowMs, reply()}`
  return { text, digest: createHash('sha1').update(text).digest('hex') }
}

/** A connection to Redis that is used only while Redis answers in time. */
export interface RedisConnection {
  /** Runs a script. @returns its reply, or `null` when Redis is unavailable or late; never rejects */
  readonly run: (script: RedisScript, keys: readonly string[], values: readonly (string | Buffer)[]) => Promise<unknown>
  /** The time of Redis, in milliseconds since the epoch, as far as its replies tell. */
  readonly nowMs: () => number
  /** The time of Redis up to which a command sent now is executed early enough for its reply to be waited for. */
  readonly deadlineMs: () => number
  readonly close: () => Promise<void>
}

/** How long a command may take before Redis counts as unavailable, in milliseconds. */
const defaultAnswerMs = 80

/** How often it is probed then, and how long its connection may stay silent, in milliseconds. */
const limits = { stallMs: 15, probeMs: 250, firstMs: 1_000, silenceMs: 3_000, maxRetryMs: 1_000 } as const

class LateError extends Error {}

/** A reply belongs to another call: the connection is desynchronized, and none of its replies can be trusted. */
class DesyncError extends Error {}

/** A write, since Redis answers pings also when it is full or a replica. */
const probeScript = redisScript(`return redis.call('SET', KEYS[1], '', 'PX', 1000)`)
const probeKey = 'card-market:probe'

/**
 * Rejects when an answer takes too long. A stall of our own event loop does not count: what arrived meanwhile is read
 * first, and the wait begins again.
 */
const withinTime = <T>(work: Promise<T>, answerMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout
    const wait = () => {
      const startedMs = performance.now()
      timer = setTimeout(() => {
        const isOurs = performance.now() - startedMs > answerMs + limits.stallMs
        setImmediate(isOurs ? wait : () => reject(new LateError('Redis does not answer.')))
      }, answerMs)
    }
    wait()
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** A client that reconnects by itself, and reports failures by its error event. */
const openClient = async (url: string, onError: (reason: string) => void) => {
  // A fifth of all modules, of which a process without a shared cache needs none.
  const { createClient, RESP_TYPES } = await import('@redis/client')
  const client = createClient({
    url,
    name: 'card-market-data',
    disableOfflineQueue: true,
    disableClientInfo: true,
    // A connection that fell silent is replaced; the ping keeps a good one from falling silent.
    pingInterval: limits.silenceMs / 3,
    socket: {
      connectTimeout: limits.silenceMs,
      socketTimeout: limits.silenceMs,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, limits.maxRetryMs),
    },
  }).withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
  client.on('error', (error: Error) => onError(error.message || error.name))
  return client
}

type Client = Awaited<ReturnType<typeof openClient>>

const send = async (client: Client, { text, digest }: RedisScript, rest: (string | Buffer)[]) => {
  try {
    return await client.sendCommand(['EVALSHA', digest, ...rest])
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('NOSCRIPT'))
      return client.sendCommand(['EVAL', text, ...rest])
    throw error
  }
}

/** The connections of a client, numbered. */
const createConnections = (client: Client) => {
  let current = 0
  const next = () => {
    current++
    client.connect().catch(() => {})
  }
  return {
    current: () => current,
    next,
    /** Replaces a connection, unless that was done already. */
    replace: (connection: number) => {
      if (connection !== current) return
      client.destroy()
      next()
    },
  }
}

const repeat = async (probe: () => Promise<void>, isClosed: () => boolean) => {
  while (!isClosed()) {
    await probe()
    await delay(limits.probeMs, undefined, { ref: false })
  }
}

/** The clock of Redis, as far as its replies tell. */
const createRedisClock = () => {
  let offsetMs = Number.NEGATIVE_INFINITY
  return {
    /** Redis read its clock between the call and its reply; what was known before is corrected no further than that. */
    set: (redisMs: number, sentMs: number) => {
      offsetMs = Math.max(redisMs - performance.now(), Math.min(offsetMs, redisMs - sentMs))
    },
    nowMs: () => performance.now() + offsetMs,
  }
}

/**
 * Connects to Redis or Valkey, over TLS with `rediss:`, and reconnects by itself. The first late, failed or mistaken
 * reply makes it count as unavailable until a probe succeeds, so that a slow or frozen server costs one call and not
 * every call. `onChange` is called when it becomes available or unavailable.
 */
export const connectRedis = async (
  url: string,
  onChange: (isConnected: boolean, reason: string) => void,
  answerMs = defaultAnswerMs,
): Promise<RedisConnection> => {
  let isConnected = false
  let isClosed = false
  let lastError = 'not connected'
  const client = await openClient(url, (reason) => {
    lastError = reason
  })

  const change = (to: boolean, reason: string) => {
    if (isConnected === to || isClosed) return
    isConnected = to
    onChange(to, reason)
  }

  const connections = createConnections(client)

  // Unique among all processes, so that a reply to another process's call is recognized too.
  const name = randomBytes(9).toString('base64url')
  let calls = 0
  const clock = createRedisClock()
  const evaluate = async (script: RedisScript, keys: readonly string[], values: readonly (string | Buffer)[]) => {
    const token = `${name}:${++calls}`
    const connection = connections.current()
    const sentMs = performance.now()
    const answer = await withinTime(send(client, script, [String(keys.length), ...keys, ...values, token]), answerMs)
    if (Array.isArray(answer) && String(answer[0]) === token) {
      clock.set(Number(answer[1]), sentMs)
      return answer[2]
    }
    if (!isClosed) connections.replace(connection)
    throw new DesyncError('Redis gave the reply to another call; reconnecting.')
  }

  const probe = async () => {
    if (isConnected || !client.isReady) return
    try {
      await evaluate(probeScript, [probeKey], [])
      change(true, 'answers')
    } catch (error) {
      lastError = error instanceof Error ? error.message : lastError
    }
  }

  connections.next()
  const startedMs = performance.now()
  while (!isConnected && performance.now() - startedMs < limits.firstMs) {
    await probe()
    if (!isConnected) await delay(20)
  }
  if (!isConnected) onChange(false, lastError)
  void repeat(probe, () => isClosed)

  return {
    run: async (script, keys, values) => {
      if (!isConnected) return null
      try {
        return await evaluate(script, keys, values)
      } catch (error) {
        change(false, error instanceof Error ? error.message : String(error))
        return null
      }
    },
    nowMs: clock.nowMs,
    // Half of the time is left for the reply.
    deadlineMs: () => clock.nowMs() + answerMs / 2,
    close: async () => {
      isClosed = true
      isConnected = false
      client.destroy()
    },
  }
}
