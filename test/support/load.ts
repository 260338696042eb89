import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** A reply as far as load tests look at it. */
export interface LoadReply {
  readonly status: number
  readonly minuteRemaining: number
  readonly monthRemaining: number
  readonly retryAfter: string | null
  readonly body: string
  readonly ms: number
}

const keptAgent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** One call; rejects when the connection ends without an answer. */
export const callOnce = (
  address: string,
  target: string,
  key: string | null,
  agent: Agent = keptAgent,
): Promise<LoadReply> =>
  new Promise((resolve, reject) => {
    const startedMs = performance.now()
    const headers = key === null ? {} : { authorization: `Bearer ${key}` }
    get(address + target, { agent, headers, timeout: 20_000 }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const header = (name: string) => (res.headers[name] as string | undefined) ?? null
        resolve({
          status: res.statusCode as number,
          minuteRemaining: Number(header('x-ratelimit-remaining') ?? Number.NaN),
          monthRemaining: Number(header('x-monthly-remaining') ?? Number.NaN),
          retryAfter: header('retry-after'),
          body: Buffer.concat(chunks).toString(),
          ms: performance.now() - startedMs,
        })
      })
    })
      .on('timeout', () => reject(new Error(`${target} hung`)))
      .on('error', reject)
  })

/** What many clients saw. */
export interface Tally {
  /** Answers by status. */
  readonly statuses: Map<number, number>
  /** Calls whose connection ended without an answer. */
  unanswered: number
  readonly ms: number[]
  /** When 503 was answered first and last, and 200 last, on the steady clock. */
  readonly at: { firstRefusal: number | null; lastRefusal: number | null; lastSuccess: number | null }
  /** 503 answers without `Retry-After`. */
  refusalsWithoutRetryAfter: number
}

/** Answers with one status. */
export const answered = ({ statuses }: Tally, status: number): number => statuses.get(status) ?? 0

/** The time within which this share of the answers came, in milliseconds. */
export const quantile = ({ ms }: Tally, share: number): number =>
  [...ms].sort((a, b) => a - b)[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? 0

/** Lets many clients call without a pause until it is stopped. */
export const startLoad = ({
  clients,
  addressOf,
  targetOf,
  key,
  pauseMs = 0,
}: {
  clients: number
  addressOf: (client: number) => string
  targetOf: () => string
  key: string
  pauseMs?: number
}) => {
  const tally: Tally = {
    statuses: new Map(),
    unanswered: 0,
    ms: [],
    at: { firstRefusal: null, lastRefusal: null, lastSuccess: null },
    refusalsWithoutRetryAfter: 0,
  }
  let isOver = false
  const note = ({ status, ms, retryAfter }: LoadReply) => {
    tally.statuses.set(status, answered(tally, status) + 1)
    tally.ms.push(ms)
    const nowMs = performance.now()
    if (status === 503) {
      tally.at.firstRefusal ??= nowMs
      tally.at.lastRefusal = nowMs
      if (retryAfter === null) tally.refusalsWithoutRetryAfter++
    } else if (status === 200) tally.at.lastSuccess = nowMs
  }
  const client = async (number: number) => {
    while (!isOver) {
      try {
        note(await callOnce(addressOf(number), targetOf(), key))
      } catch {
        tally.unanswered++
        await delay(20)
      }
      if (pauseMs > 0) await delay(pauseMs)
    }
  }
  const all = Array.from({ length: clients }, (_, number) => client(number))
  return {
    tally,
    stop: async () => {
      isOver = true
      await Promise.all(all)
    },
  }
}
