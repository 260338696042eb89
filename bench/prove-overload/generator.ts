/**
 * A client of many connections in a process of its own, with one request at a time on each: prepared bytes on raw
 * sockets, so that it costs the machine a small part of what an answer costs the service. Reads a `LoadOrder`,
 * prints a `LoadResult` when its time is over (`order.ts`).
 */
import { connect } from 'node:net'
import { quantile } from '../../test/support/quantile.ts'
import { readOrder } from './order.ts'

/** What a generator does. */
export interface LoadOrder {
  readonly port: number
  readonly target: string
  readonly key: string
  readonly connections: number
  readonly seconds: number
  /**
   * After a 503 the client waits as long as `Retry-After` says and up to half as long again, as a good client does;
   * else it calls again at once.
   */
  readonly isPatient: boolean
  /** All clients come at once, which is a burst: answers are timed from here on. */
  readonly untimedSeconds: number
  /** How long what is under way at the end may take to be answered. */
  readonly settleSeconds: number
}

/** What became of the calls of one status. */
export interface StatusResult {
  readonly count: number
  readonly p50: number
  readonly p99: number
}

export interface LoadResult {
  readonly byStatus: Readonly<Record<string, StatusResult>>
  readonly successesPerSecond: number
  readonly refusalsWithoutRetryAfter: number
  /** Connections that ended without being asked to, and calls that were never answered. */
  readonly broken: number
  /** Share of a processor that this process took, 0 to 1. */
  readonly cpuShare: number
}

const { port, target, key, connections, seconds, isPatient, untimedSeconds, settleSeconds } = readOrder<LoadOrder>()
const request = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`)

const timesOf = new Map<string, number[]>()
const counts = new Map<string, number>()
let successes = 0
let refusalsWithoutRetryAfter = 0
let broken = 0
let isOver = false
let startedAt = 0
const free: (() => void)[] = []

const lengthOf = (head: string): number => Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)

/** One connection: `send` writes a request, `onAnswer` is told how many seconds to wait. */
const open = (onAnswer: (send: () => void, waitSeconds: number) => void): Promise<() => void> =>
  new Promise((resolve) => {
    let sentAt = 0
    let missing = 0
    let status = ''
    let wait = 0
    const send = () => {
      sentAt = performance.now()
      socket.write(request)
    }
    const finish = () => {
      const now = performance.now()
      counts.set(status, (counts.get(status) ?? 0) + 1)
      if (sentAt - startedAt >= untimedSeconds * 1000) {
        const times = timesOf.get(status) ?? []
        if (times.push(now - sentAt) === 1) timesOf.set(status, times)
      }
      if (status === '200' && !isOver) successes++
      onAnswer(send, wait)
    }
    const onRead = (length: number, buffer: Uint8Array): boolean => {
      const chunk = buffer as Buffer
      if (missing === 0) {
        const headEnds = chunk.subarray(0, length).indexOf('\r\n\r\n')
        if (headEnds < 0) throw new Error('an answer whose head came in two parts')
        const head = chunk.toString('latin1', 0, headEnds)
        status = head.slice(9, 12)
        const retryAfter = status === '503' ? /\r\nretry-after: (\d+)/i.exec(head)?.[1] : undefined
        if (status === '503' && retryAfter === undefined) refusalsWithoutRetryAfter++
        wait = Number(retryAfter ?? 0)
        missing = headEnds + 4 + lengthOf(head) - length
      } else missing -= length
      if (missing === 0) finish()
      return true
    }
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.alloc(16_384), callback: onRead },
    })
    socket.once('connect', () => resolve(send))
    socket.on('error', () => {})
    socket.once('close', () => {
      if (!isOver) broken++
    })
  })

const again = (send: () => void, waitSeconds: number) => {
  if (isOver) return
  if (isPatient && waitSeconds > 0) setTimeout(send, waitSeconds * 1000 * (1 + Math.random() / 2))
  else send()
}

for (let opened = 0; opened < connections; opened += 100)
  free.push(...(await Promise.all(Array.from({ length: Math.min(100, connections - opened) }, () => open(again)))))

const cpuBefore = process.cpuUsage()
startedAt = performance.now()
for (const send of free.splice(0)) send()

setTimeout(() => {
  isOver = true
  const { user, system } = process.cpuUsage(cpuBefore)
  const cpuShare = (user + system) / 1000 / (performance.now() - startedAt)
  // What is under way is answered and counted before the connections close.
  setTimeout(() => {
    const byStatus: Record<string, StatusResult> = {}
    for (const [status, count] of counts) {
      const times = timesOf.get(status) ?? []
      byStatus[status] = { count, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
    }
    const result: LoadResult = {
      byStatus,
      successesPerSecond: successes / seconds,
      refusalsWithoutRetryAfter,
      broken,
      cpuShare,
    }
    process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))
  }, settleSeconds * 1000)
}, seconds * 1000)
