import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { quantile } from '../measure.ts'

/** One kind of call: what it asks for is new each time. */
export interface CallKind {
  readonly name: string
  readonly path: () => string
  readonly body?: () => string
}

export interface CallTally {
  readonly timesMs: number[]
  readonly statuses: Map<number, number>
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** One call. @returns its status and how long it took, to the last byte */
export const call = (
  address: string,
  key: string,
  path: string,
  body?: string,
): Promise<{ readonly status: number; readonly tookMs: number }> =>
  new Promise((resolve, reject) => {
    const beganMs = performance.now()
    const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const req = request(address + path, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (res) => {
      res.resume()
      res.on('error', reject)
      res.on('end', () => resolve({ status: res.statusCode ?? 0, tookMs: performance.now() - beganMs }))
    })
    req.on('error', reject)
    req.end(body)
  })

/** Clients that call without a pause, each kind in turn, until the time is over. */
export const loadFor = async (
  { address, key }: { readonly address: string; readonly key: string },
  kinds: readonly CallKind[],
  { clients, forMs }: { readonly clients: number; readonly forMs: number },
): Promise<Map<string, CallTally>> => {
  const tallies = new Map(kinds.map(({ name }) => [name, { timesMs: [], statuses: new Map() } as CallTally]))
  const endMs = performance.now() + forMs
  const client = async (number: number) => {
    for (let n = number; performance.now() < endMs; n++) {
      const kind = kinds[n % kinds.length] as CallKind
      const { status, tookMs } = await call(address, key, kind.path(), kind.body?.())
      const tally = tallies.get(kind.name) as CallTally
      tally.timesMs.push(tookMs)
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return tallies
}

/** One client's calls of one path, a pause between them. @returns what stops it, and gives the times since it was last asked */
export const probe = ({ address, key }: { readonly address: string; readonly key: string }, path: string, pauseMs: number) => {
  let isOver = false
  let timesMs: number[] = []
  let refused = 0
  const running = (async () => {
    while (!isOver) {
      const { status, tookMs } = await call(address, key, path)
      if (status !== 200) refused++
      timesMs.push(tookMs)
      await delay(pauseMs)
    }
  })()
  return {
    /** Cells of a table: calls, p50, p99, the longest, and answers that were not 200. */
    take: (): (string | number)[] => {
      const [taken, wrong] = [timesMs, refused]
      timesMs = []
      refused = 0
      return [taken.length, ...[0.5, 0.99, 1].map((share) => quantile(taken, share).toFixed(1)), wrong]
    },
    stop: async () => {
      isOver = true
      await running
    },
  }
}
