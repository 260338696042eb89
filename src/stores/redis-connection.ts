import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, RESP_TYPES } from '@redis/client'

/** A script and the digest by which the server remembers it. */
export interface RedisScript {
  readonly text: string
  readonly digest: string
}

/** Makes a script from the Lua text that gives its reply. Before that reply it gives back the token of its call, which is its last argument. */
export const redisScript = (reply: string): RedisScript => {
  const text = `local function reply()\n${reply}\nend\nreturn {ARGV[#ARGV], reply()}`
  return { text, digest: createHash('sha1').update(text).digest('hex') }
}

/** A connection to Redis that is used only while Redis answers in time. */
export interface RedisConnection {
  /** Runs a script. @returns its reply, or `null` when Redis is away or did not answer in time; never rejects */
  readonly run: (script: RedisScript, keys: readonly string[], values: readonly (string | Buffer)[]) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** How long a command may take before Redis counts as away, and how often it is then looked for, in milliseconds. */
const limits = { answerMs: 80, stallMs: 15, probeMs: 250, firstMs: 1_000, silenceMs: 3_000, maxRetryMs: 1_000 } as const

class LateError extends Error {}

/** A reply came that is another call's: this connection lost count, and none of its replies can be believed any more. */
class DesyncError extends Error {}

/** Whether Redis takes what is written: it answers pings also when it is full, or a replica. */
const probeScript = redisScript(`return redis.call('SET', KEYS[1], '', 'PX', 1000)`)
const probeKey = 'card-market:look'

/** Waits for an answer, but not long. A stall of our own event loop is not Redis's: what arrived meanwhile counts, and the wait begins again. */
const withinTime = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout
    const wait = () => {
      const startedMs = performance.now()
      timer = setTimeout(() => {
        const isOurs = performance.now() - startedMs > limits.answerMs + limits.stallMs
        setImmediate(isOurs ? wait : () => reject(new LateError('Redis does not answer.')))
      }, limits.answerMs)
    }
    wait()
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/**
 * Connects to Redis or Valkey, over TLS with `rediss:`, and looks for it again whenever it was away. The first late, failed or mistaken reply makes it count as away, so that
 * a slow or frozen server costs a call once and not again. `onChange` is told when it comes and goes.
 */
export const connectRedis = async (
  url: string,
  onChange: (isConnected: boolean, reason: string) => void,
): Promise<RedisConnection> => {
  let isConnected = false
  let isClosed = false
  let lastError = 'not connected'
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
  client.on('error', (error: Error) => {
    lastError = error.message || error.name
  })

  const change = (to: boolean, reason: string) => {
    if (isConnected === to || isClosed) return
    isConnected = to
    onChange(to, reason)
  }

  const send = async ({ text, digest }: RedisScript, rest: (string | Buffer)[]) => {
    try {
      return await client.sendCommand(['EVALSHA', digest, ...rest])
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return client.sendCommand(['EVAL', text, ...rest])
      throw error
    }
  }

  let connections = 0
  const connect = () => {
    connections++
    // It goes on trying by itself; what went wrong is told by its error event.
    client.connect().catch(() => {})
  }

  // No other process has this name, so that a reply to one of its calls is told apart as well.
  const name = randomBytes(9).toString('base64url')
  let calls = 0
  const evaluate = async (script: RedisScript, keys: readonly string[], values: readonly (string | Buffer)[]) => {
    const token = `${name}:${++calls}`
    const connection = connections
    const answer = await withinTime(send(script, [String(keys.length), ...keys, ...values, token]))
    if (Array.isArray(answer) && String(answer[0]) === token) return answer[1]
    if (connection === connections && !isClosed) {
      client.destroy()
      connect()
    }
    throw new DesyncError('Redis gave the reply to another call; connecting anew.')
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

  const monitor = async () => {
    while (!isClosed) {
      await probe()
      await delay(limits.probeMs, undefined, { ref: false })
    }
  }

  connect()
  const startedMs = performance.now()
  while (!isConnected && performance.now() - startedMs < limits.firstMs) {
    await probe()
    if (!isConnected) await delay(20)
  }
  if (!isConnected) onChange(false, lastError)
  void monitor()

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
    close: async () => {
      isClosed = true
      isConnected = false
      client.destroy()
    },
  }
}
