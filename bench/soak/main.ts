/**
 * `npm run prove:soak`: whether memory grows while the service only does what it always does. A service for each kind
 * of work, all side by side and each at a modest rate; after the warm-up the slope of its resident memory may be at
 * most 0.5 MB a minute. `--minutes 30 --warmup 10 --only cached,live`; ends with 1 on a miss.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startFleet } from '../../test/support/fleet.ts'
import { runCli } from '../../test/support/process.ts'
import { freePort } from '../../test/support/servers.ts'
import { tempFolder } from '../../test/support/temp.ts'
import { createEndings } from '../endings.ts'
import { printTable } from '../figures.ts'
import { memoryMiB } from '../process-memory.ts'
import { type Soak, type SoakRequest, soaks } from './kinds.ts'
import { type Sample, slopeOf } from './slope.ts'

const maxMbPerMinute = 0.5
const sampleEveryMs = 2_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    warmup: { type: 'string', default: '10' },
    only: { type: 'string', default: Object.keys(soaks).join(',') },
    /** Where the samples are kept, one line each: kind, minute, MB resident, MB of heap, MB outside of it. */
    samples: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const warmup = Number(values.warmup)
const names = values.only.split(',') as (keyof typeof soaks)[]

await using t = createEndings()
const root = tempFolder(t)

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

const metricOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 1_048_576

interface Outcome {
  readonly name: string
  readonly samples: Sample[]
  readonly statuses: Map<number, number>
  readonly heap: Sample[]
  readonly external: Sample[]
  readonly files: number[]
}

/** Sends one request. @returns its status; 0 when the connection ended without an answer */
const statusOf = async (url: string, key: string, body: Buffer | undefined): Promise<number> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const post = body === undefined ? {} : { method: 'POST', body: new Uint8Array(body) }
  try {
    const answer = await fetch(url, { headers, ...post, signal: AbortSignal.timeout(60_000) })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

const run = async (name: keyof typeof soaks): Promise<Outcome> => {
  const soak: Soak = await soaks[name](t)
  const metricsPort = await freePort()
  const env = { ...soak.env, DATA_DIR: join(root, name), METRICS_PORT: String(metricsPort) }
  mkdirSync(env.DATA_DIR)
  if (soak.prepare) {
    const { status, err } = await runCli(soak.prepare, env)
    if (status !== 0) throw new Error(`${soak.prepare.join(' ')} ended with ${status}: ${err}`)
  }
  const fleet = await startFleet(t, { env, processes: 1 })
  const { key } = await fleet.issue()
  const [member] = fleet.members
  if (!member) throw new Error('no process')
  const pid = member.child.pid as number
  const outcome: Outcome = { name, samples: [], statuses: new Map(), heap: [], external: [], files: [] }
  const send = async ({ target, body }: SoakRequest) => {
    const status = await statusOf(member.address + target, key, body)
    outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1)
  }
  // At a steady rate, however long an answer takes.
  const streams = soak.streams.map(({ perSecond, request }) => {
    let index = 0
    return setInterval(() => void send(request(index++)), 1000 / perSecond)
  })
  const startedMs = performance.now()
  for (let minute = 0; minute < warmup + minutes; ) {
    await delay(sampleEveryMs)
    minute = (performance.now() - startedMs) / 60_000
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((res) => res.text())
    const sample = { minute, mb: memoryMiB(pid, 'VmRSS') ?? Number.NaN }
    const heap = { minute, mb: metricOf(metrics, 'nodejs_heap_size_used_bytes') }
    const external = { minute, mb: metricOf(metrics, 'nodejs_external_memory_bytes') }
    if (values.samples) {
      const line = [name, minute.toFixed(2), sample.mb.toFixed(1), heap.mb.toFixed(1), external.mb.toFixed(1)].join(
        '\t',
      )
      writeFileSync(values.samples, `${line}\n`, { flag: 'a' })
    }
    if (minute < warmup) continue
    outcome.samples.push(sample)
    outcome.heap.push(heap)
    outcome.external.push(external)
    outcome.files.push(openFiles(pid))
  }
  for (const stream of streams) clearInterval(stream)
  return outcome
}

const rowOf = ({ name, samples, heap, external, statuses, files }: Outcome) => [
  name,
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
  `${samples[0]?.mb.toFixed(0)} → ${samples.at(-1)?.mb.toFixed(0)}`,
  slopeOf(samples).toFixed(2),
  slopeOf(heap).toFixed(2),
  slopeOf(external).toFixed(2),
  `${Math.min(...files)}–${Math.max(...files)}`,
]

const outcomes = await Promise.all(names.map(run))
const head = ['work', 'answers', 'MB resident', 'MB/min resident', 'of its heap', 'outside its heap', 'open files']
printTable(head, outcomes.map(rowOf))
const missed = outcomes.filter(({ samples }) => !(slopeOf(samples) <= maxMbPerMinute))
process.stdout.write(
  missed.length === 0
    ? `Nothing grows by more than ${maxMbPerMinute} MB a minute.\n`
    : `Above ${maxMbPerMinute} MB a minute: ${missed.map(({ name }) => name).join(', ')}.\n`,
)
process.exitCode = missed.length === 0 ? 0 : 1
