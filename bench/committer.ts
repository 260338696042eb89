/**
 * `npm run bench:committer`: what a unit costs when each worker commits for itself, and when one process commits for all. Each of two workers has one batch under way at a time,
 * 16 charges of 2 units, as 32 calls of 16 accounts in one turn are. Five alternating rounds over one SQLite file each; prints medians. Ends what it started.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChargeRequest, ChargeResult, UnitCounter } from '../src/accounts/ports.ts'
import { openStore } from '../src/stores/open-store.ts'

const workers = 2
const rounds = 5
const seconds = 2
/** Of a store in which nothing has changed yet. */
const epoch = 1
const charges: readonly ChargeRequest[] = Array.from({ length: 16 }, (_, index) => ({
  accountId: `acc_${index}`,
  epoch,
  units: 2,
  requestsPerMinute: 1_000_000_000,
  monthlyRequests: 1_000_000_000,
}))
const unitsPerBatch = charges.reduce((sum, { units }) => sum + units, 0)

type Results = readonly (ChargeResult | null)[]
interface Outcome {
  readonly batches: number
  readonly micros: number
  readonly sortedMs: readonly number[]
}

const openCounter = async (file: string): Promise<UnitCounter> =>
  (await openStore({ database: { kind: 'sqlite', file }, durability: 'process' }, Date.now, { isChecked: false })).counter

const micros = (): number => process.cpuUsage().user + process.cpuUsage().system

/** Takes batch after batch. */
const work = async (take: () => Promise<Results>): Promise<Outcome> => {
  const times: number[] = []
  const before = micros()
  const endsAtMs = performance.now() + seconds * 1000
  for (let nowMs = performance.now(); nowMs < endsAtMs; nowMs = performance.now()) {
    if ((await take()).includes(null)) throw new Error('The epoch has moved.')
    times.push(performance.now() - nowMs)
  }
  return { batches: times.length, micros: micros() - before, sortedMs: times.sort((a, b) => a - b) }
}

const runWorker = async (way: string, file: string): Promise<void> => {
  const counter = way === 'itself' ? await openCounter(file) : null
  const remote = (): Promise<Results> =>
    new Promise((resolve) => {
      process.once('message', (results: Results) => resolve(results))
      process.send?.({ charges })
    })
  process.send?.('ready')
  await once(process, 'message')
  const outcome = await work(counter ? () => counter.take(charges) : remote)
  process.send?.({ outcome }, () => process.exit(0))
}

/** Commits what the workers sent within one turn together. */
const commitFor = (counter: UnitCounter) => {
  let waiting: { child: ChildProcess; charges: readonly ChargeRequest[] }[] = []
  const commit = async () => {
    const batch = waiting
    waiting = []
    const results = await counter.take(batch.flatMap((one) => one.charges))
    let from = 0
    for (const { child, charges: own } of batch) {
      child.send(results.slice(from, from + own.length))
      from += own.length
    }
  }
  return (child: ChildProcess, own: readonly ChargeRequest[]) => {
    if (waiting.push({ child, charges: own }) === 1) setImmediate(commit)
  }
}

const measure = async (way: 'itself' | 'one for all') => {
  const folder = mkdtempSync(join(tmpdir(), 'card-market-committer-'))
  const file = join(folder, 'accounts.db')
  const counter = await openCounter(file)
  const commit = commitFor(counter)
  const children = Array.from({ length: workers }, () =>
    fork(fileURLToPath(import.meta.url), [way, file], { serialization: 'advanced' }),
  )
  try {
    await Promise.all(children.map((child) => once(child, 'message')))
    const before = micros()
    const outcomes = children.map(
      (child) =>
        new Promise<Outcome>((resolve) => {
          child.on('message', (message: { charges?: readonly ChargeRequest[]; outcome?: Outcome }) => {
            if (message.charges) commit(child, message.charges)
            if (message.outcome) resolve(message.outcome)
          })
          child.send('go')
        }),
    )
    const all = await Promise.all(outcomes)
    const units = all.reduce((sum, { batches }) => sum + batches, 0) * unitsPerBatch
    const cpu = all.reduce((sum, one) => sum + one.micros, micros() - before)
    const p99 = Math.max(...all.map(({ sortedMs }) => sortedMs[Math.floor(sortedMs.length * 0.99)] ?? 0))
    return { unitsPerSecond: units / seconds, microsPerUnit: cpu / units, p99Ms: p99 }
  } finally {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

const [way, file] = process.argv.slice(2)
if (way !== undefined && file !== undefined) await runWorker(way, file)
else {
  const ways = ['itself', 'one for all'] as const
  const samples = new Map(ways.map((one) => [one, [] as Awaited<ReturnType<typeof measure>>[]]))
  for (let round = 0; round < rounds; round++)
    for (const one of round % 2 ? ways.toReversed() : ways) samples.get(one)?.push(await measure(one))
  process.stdout.write('who commits   units/s  µs CPU/unit  p99 of a batch, ms\n')
  for (const [one, own] of samples) {
    const median = (of: (sample: (typeof own)[number]) => number) => own.map(of).sort((a, b) => a - b)[rounds >> 1] ?? 0
    const [perSecond, cpu, p99] = [median((s) => s.unitsPerSecond), median((s) => s.microsPerUnit), median((s) => s.p99Ms)]
    process.stdout.write(
      `${one.padEnd(12)}${perSecond.toFixed(0).padStart(9)}${cpu.toFixed(2).padStart(13)}${p99.toFixed(2).padStart(20)}\n`,
    )
  }
  process.exit(0)
}
