import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { coresOf, type MachineShape, pinned } from './machine.ts'
import { cpuMicros, memoryMiB } from './process-tree.ts'

/** Connections that call without a pause. */
export const connections = 64
const wrkReport = fileURLToPath(new URL('wrk-report.lua', import.meta.url))

/** Whom to call: every contender does the same work for the same call. */
export interface Target {
  readonly url: string
  readonly key: string
  readonly pid: number
  readonly processes: number
}

/** What one round of load showed. */
export interface Sample {
  readonly perSecond: number
  readonly cpuPerRequest: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly rssMiB: number
  readonly pssMiB: number
}

interface Counts {
  readonly requests: number
  readonly seconds: number
  readonly refused: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

const callWithWrk = async ({ url, key, processes }: Target, shape: MachineShape, seconds: number): Promise<Counts> => {
  const command = [
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '-H',
    `Authorization: Bearer ${key}`,
    '-s',
    wrkReport,
    url,
  ]
  const { stdout } = await promisify(execFile)(...pinned(shape, coresOf(shape, processes).generator, command))
  const { requests, micros, refused, failed, p50, p99, max } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  return {
    requests,
    seconds: micros / 1e6,
    refused,
    failed,
    p50Ms: p50 / 1000,
    p99Ms: p99 / 1000,
    maxMs: max / 1000,
  }
}

const callWithAutocannon = async ({ url, key }: Target, seconds: number): Promise<Counts> => {
  const result = await autocannon({ url, connections, duration: seconds, headers: { authorization: `Bearer ${key}` } })
  const { requests, duration, latency, non2xx, errors } = result
  return {
    requests: requests.total,
    seconds: duration,
    refused: non2xx,
    failed: errors,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    maxMs: latency.max,
  }
}

/** Calls a contender for some seconds. @throws Error when an answer was a refusal or failed */
export const load = async (target: Target, shape: MachineShape, seconds: number): Promise<Sample> => {
  const before = cpuMicros(target.pid)
  const counts =
    shape.generator === 'wrk' ? await callWithWrk(target, shape, seconds) : await callWithAutocannon(target, seconds)
  const spent = cpuMicros(target.pid) - before
  if (counts.refused > 0 || counts.failed > 0)
    throw new Error(`${target.url}: ${counts.refused} answers were refusals, ${counts.failed} failed`)
  const { rss, pss } = memoryMiB(target.pid)
  return {
    perSecond: counts.requests / counts.seconds,
    cpuPerRequest: spent / counts.requests,
    p50Ms: counts.p50Ms,
    p99Ms: counts.p99Ms,
    maxMs: counts.maxMs,
    rssMiB: rss,
    pssMiB: pss,
  }
}
