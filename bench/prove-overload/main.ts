/**
 * `npm run prove:overload`: what becomes of the service when ten times and sixty times as many clients call without a
 * pause as saturate it. Clients wait as `Retry-After` says, except in the last phase, which is shown but not judged on
 * time. Prints a table; ends with 1 when a promise is missed. `PROVE_SECONDS` is the length of a phase.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startFleet } from '../../test/support/fleet.ts'
import { quantile } from '../../test/support/quantile.ts'
import { tempFolder } from '../../test/support/temp.ts'
import { createEndings } from '../endings.ts'
import { percent, printTable } from '../figures.ts'
import type { LoadOrder, LoadResult } from './generator.ts'
import { runOrder } from './order.ts'

const seconds = Number(process.env.PROVE_SECONDS ?? 60)
const target = '/v1/products/300004/prices'
const saturating = 64
const generator = fileURLToPath(new URL('generator.ts', import.meta.url))
await using t = createEndings()
const { usedInTheEnd, issue, members } = await startFleet(t, { env: { DATA_DIR: tempFolder(t) }, processes: 1 })
const { accountId, key } = await issue()
const address = members[0]?.address as string

/** Probes health until it is told to stop. @returns the times to answer */
const watchHealth = () => {
  const times: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      const { status } = await fetch(`${address}/healthz`)
      times.push(status === 200 ? performance.now() - startedAt : Number.POSITIVE_INFINITY)
      await delay(50)
    }
  })()
  return async () => {
    isOver = true
    await watching
    return times
  }
}

/** Lets clients call for a while. A generator serves at most 2,000 of them. */
const load = async (clients: number, length: number, isPatient: boolean) => {
  const stop = watchHealth()
  const processes = Math.ceil(clients / 2_000)
  const order: LoadOrder = {
    ...{ port: Number(new URL(address).port), target, key, isPatient },
    ...{ connections: clients / processes, seconds: length, untimedSeconds: Math.min(3, length / 3), settleSeconds: 5 },
  }
  const results = await Promise.all(Array.from({ length: processes }, () => runOrder<LoadResult>(generator, order)))
  const sum = (of: (result: LoadResult) => number) => results.reduce((total, result) => total + of(result), 0)
  const max = (of: (result: LoadResult) => number) => Math.max(...results.map(of))
  const health = await stop()
  return {
    perSecond: sum(({ successesPerSecond }) => successesPerSecond),
    served: sum(({ byStatus }) => byStatus['200']?.count ?? 0),
    refused: sum(({ byStatus }) => byStatus['503']?.count ?? 0),
    other: sum(
      ({ byStatus, broken, refusalsWithoutRetryAfter }) =>
        broken + refusalsWithoutRetryAfter + Object.keys(byStatus).filter((status) => !/200|503/.test(status)).length,
    ),
    servedP99: max(({ byStatus }) => byStatus['200']?.p99 ?? 0),
    refusedP99: max(({ byStatus }) => byStatus['503']?.p99 ?? 0),
    healthP99: quantile(health, 0.99),
    healthMax: Math.max(...health),
    cpuShare: sum(({ cpuShare }) => cpuShare),
  }
}

/** Seconds until ten calls in a row are answered 200 within 50 ms. */
const recovery = async (): Promise<{ tookSeconds: number; served: number }> => {
  const startedAt = performance.now()
  let served = 0
  for (let quick = 0; quick < 10 && performance.now() - startedAt < 20_000; await delay(20)) {
    const calledAt = performance.now()
    const { status } = await fetch(address + target, { headers: { authorization: `Bearer ${key}` } })
    if (status === 200) served++
    quick = status === 200 && performance.now() - calledAt < 50 ? quick + 1 : 0
  }
  return { tookSeconds: (performance.now() - startedAt) / 1_000, served }
}

const warming = await load(saturating, 3, true)
const before = await load(saturating, 6, true)
const tenfold = await load(10 * saturating, seconds, true)
const many = await load(4_000, seconds, true)
const recovered = await recovery()
const after = await load(saturating, 6, true)
const impatient = await load(4_000, Math.min(20, seconds), false)
// The machine's speed drifts: what was measured before and after is the peak of the time between.
const peak = (before.perSecond + after.perSecond) / 2
const phases = {
  peak: before,
  'ten times': tenfold,
  '4,000': many,
  'peak again': after,
  '4,000, impatient': impatient,
}
const served = [warming, ...Object.values(phases)].reduce((total, phase) => total + phase.served, recovered.served)
const charged = await usedInTheEnd(accountId, served)
const round = (value: number): string => value.toFixed(0)
printTable(
  ['clients', '200/s', 'of peak', '200 p99 ms', '503', '503 p99 ms', 'health p99 / max ms', 'CPU of the clients'],
  Object.entries(phases).map(([name, phase]) => [
    name,
    round(phase.perSecond),
    `${percent(phase.perSecond, peak, 0)} %`,
    round(phase.servedP99),
    phase.refused,
    round(phase.refusedP99),
    `${round(phase.healthP99)} / ${round(phase.healthMax)}`,
    `${percent(phase.cpuShare, 1, 0)} %`,
  ]),
)
const overloaded = [tenfold, many]
const promises: readonly (readonly [string, boolean])[] = [
  ['goodput is at least 80 % of the peak', overloaded.every(({ perSecond }) => perSecond >= 0.8 * peak)],
  ['p99 of what is served is at most 500 ms', overloaded.every(({ servedP99 }) => servedP99 <= 500)],
  ['the rest is refused within 50 ms (p99)', overloaded.every(({ refusedP99 }) => refusedP99 <= 50)],
  ['health answers within 100 ms (p99)', overloaded.every(({ healthP99 }) => healthP99 <= 100)],
  [`normal again after at most 5 s (${recovered.tookSeconds.toFixed(1)})`, recovered.tookSeconds <= 5],
  ['saturation alone refuses nothing', before.refused + after.refused + warming.refused === 0],
  ['only 200, and 503 with Retry-After', Object.values(phases).every(({ other }) => other === 0)],
  [`${served} served, ${charged} charged`, served === charged],
]
for (const [promise, isKept] of promises) process.stdout.write(`${isKept ? 'kept  ' : 'MISSED'} ${promise}\n`)
if (promises.some(([, isKept]) => !isKept)) process.exitCode = 1
