/**
 * `npm run bench:scaling`: what one PostgreSQL meters, a model of it that is fitted to some of these measurements and held against the others, and the model against a simulation of
 * up to 10,000 processes. Ends with 1 where they differ by more than `tolerance`. Needs TEST_DATABASE_URL, on the same Linux machine.
 */
import { availableParallelism } from 'node:os'
import { ownDatabase, testPostgres } from '../../test/support/postgres.ts'
import { printTable, quantile } from '../measure.ts'
import { measureChanges } from './changes.ts'
import { fitHotTimes, fitTimes } from './fit-times.ts'
import { type MeasuredLoads, measureAll } from './measure.ts'
import {
  batchRate,
  type Demand,
  demandOfShard,
  fewestShards,
  hotRate,
  type Layout,
  predict,
  processorTime,
  type ServiceTimes,
} from './model.ts'
import { connections, measureServices } from './services.ts'
import { simulate } from './simulate.ts'

const tolerance = 0.25
const rounds = Number(process.env.BENCH_ROUNDS ?? 8)
const seconds = Number(process.env.BENCH_SECONDS ?? 0.4)

const write = (line: string) => process.stdout.write(`${line}\n`)
const milliseconds = (time: number) => (time < 0.01 ? (time * 1_000).toFixed(2) : (time * 1_000).toFixed(0))
const off = (predicted: number, found: number) => predicted / found - 1
const inPercent = (share: number) => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(0)} %`
const misses: string[] = []
const judge = (what: string, predicted: number, found: number) => {
  const difference = off(predicted, found)
  if (Math.abs(difference) > tolerance) misses.push(`${what}: ${inPercent(difference)}`)
  return inPercent(difference)
}

const printMeasured = (measured: MeasuredLoads, rateOf: (one: MeasuredLoads[number]) => number) =>
  printTable(
    [
      'processes',
      'accounts a batch',
      'batches/s',
      'accounts/s',
      'p50 / p99 ms',
      'PostgreSQL / client µs',
      'WAL bytes',
      'wait for a row',
      'model',
      'off',
    ],
    measured.map((one) => [
      ...[one.processes, one.isHot ? 'the same 1' : one.waitsForDisk ? one.accounts : `${one.accounts}, commit not awaited`],
      ...[one.perSecond.toFixed(0), (one.perSecond * one.accounts).toFixed(0), `${one.p50.toFixed(2)} / ${one.p99.toFixed(2)}`],
      ...[
        `${one.serverMicros.toFixed(0)} / ${one.clientMicros.toFixed(0)}`,
        one.walBytes.toFixed(0),
        one.waitingForRows.toFixed(1),
      ],
      ...(one.waitsForDisk ? [rateOf(one).toFixed(0)] : ['']),
      one.waitsForDisk
        ? one.isFitted
          ? `${inPercent(off(rateOf(one), one.perSecond))}, fitted`
          : judge(
              `${one.processes} processes, ${one.isHot ? 'the same account' : `${one.accounts} accounts`}`,
              rateOf(one),
              one.perSecond,
            )
        : '',
    ]),
  )

const demands: readonly Demand[] = [
  ...[1, 16, 64, 1_000, 10_000].map((processes) => ({
    processes,
    callsPerProcess: Number.POSITIVE_INFINITY,
    accounts: 1,
    connections: 64,
  })),
  ...[16, 64, 256, 1_000].map((processes) => ({ processes, callsPerProcess: 50, accounts: 10_000, connections: 64 })),
  ...[1_000, 10_000].map((processes) => ({ processes, callsPerProcess: 1, accounts: 10_000, connections: 64 })),
  { processes: 10_000, callsPerProcess: 0.1, accounts: 10_000, connections: 64 },
]

const compareSimulation = (times: ServiceTimes, shape: readonly number[], spread: number) =>
  printTable(
    [
      'processes',
      'calls/s each',
      'accounts',
      'batches/s: model / simulated',
      'off',
      'accounts a batch',
      'batch ms',
      'call p50 ms',
      'call p99 ms',
    ],
    demands.map((demand) => {
      const model = predict(times, demand, spread)
      const length = Math.max(2, 20 * model.batchSeconds, 5_000 / model.batchesPerSecond)
      const found = simulate(times, demand, { seed: 1, shape, seconds: length, processorTime })
      const what = `${demand.processes} processes with ${demand.callsPerProcess} calls/s, simulated`
      const isFull = demand.callsPerProcess === Number.POSITIVE_INFINITY
      const both = (of: (one: typeof model | typeof found) => number) => `${milliseconds(of(model))} / ${milliseconds(of(found))}`
      return [
        ...[demand.processes, isFull ? 'as many as it takes' : demand.callsPerProcess, demand.accounts],
        `${model.batchesPerSecond.toFixed(0)} / ${found.batchesPerSecond.toFixed(0)}`,
        judge(what, model.batchesPerSecond, found.batchesPerSecond),
        `${model.accountsPerBatch.toFixed(1)} / ${found.accountsPerBatch.toFixed(1)}`,
        both(({ batchSeconds }) => batchSeconds),
        ...(isFull ? ['', ''] : [both(({ p50Seconds }) => p50Seconds), both(({ p99Seconds }) => p99Seconds)]),
      ]
    }),
  )

const limits = { p99Seconds: 0.05, max: 10_000 }

const countShards = (times: ServiceTimes, spread: number) =>
  printTable(
    [
      'processes',
      'calls/s each',
      'accounts',
      'shards, each with processes of its own',
      'p99 ms',
      'shards that every process charges',
      'p99 ms',
    ],
    [10, 100, 1_000, 10_000].flatMap((processes) =>
      [1, 10, 100].map((callsPerProcess) => {
        const demand = { processes, callsPerProcess, accounts: 100_000, connections: 64 }
        const cells = (['cells', 'spread'] satisfies Layout[]).flatMap((layout) => {
          const shards = fewestShards(times, demand, layout, { ...limits, spread })
          if (shards === null) return [`more than ${limits.max}`, '']
          return [shards, milliseconds(predict(times, demandOfShard(demand, layout, shards), spread).p99Seconds)]
        })
        return [processes, callsPerProcess, demand.accounts, ...cells]
      }),
    ),
  )

const printServices = async () => {
  write(`\nservices, each called over ${connections} connections`)
  printTable(
    ['processes', 'calls/s', 'processor of the service µs a call', 'batches/s', 'calls a batch'],
    (await measureServices(serverUrl, [1, 2, 4])).map(({ processes, callsPerSecond, callMicros, batchesPerSecond }) => [
      ...[processes, callsPerSecond.toFixed(0), callMicros.toFixed(1), batchesPerSecond.toFixed(0)],
      (callsPerSecond / batchesPerSecond).toFixed(0),
    ]),
  )
}

const { url: serverUrl, skip } = await testPostgres()
if (skip !== undefined) throw new Error(skip)
const database = ownDatabase(serverUrl)
await database.create()
try {
  const { measured, connectionBytes } = await measureAll(database.url, rounds, seconds)
  const times = fitTimes(measured)
  const hot = fitHotTimes(measured, times)
  write(`node ${process.version}, ${availableParallelism()} processors, ${rounds} rounds of ${seconds} s; the fastest`)
  printMeasured(measured, ({ isHot, accounts, processes }) =>
    isHot ? hotRate(times, hot, processes) : batchRate(times, accounts, processes),
  )
  const micros = (time: number) => `${(time * 1e6).toFixed(1)} µs`
  write(
    `\nmeasured: batch ${micros(times.batch)}, account ${micros(times.account)}, flush ${micros(times.flush)}, contention ${times.contention.toFixed(3)}; fitted: processors ${times.processors.toFixed(2)}; the same account: hold ${micros(hot.hold)}, contention ${hot.contention.toFixed(3)}`,
  )
  write(`a connection has ${(connectionBytes / 2 ** 20).toFixed(1)} MiB of its own`)
  const single =
    measured.find(({ processes, accounts, waitsForDisk }) => processes === 1 && accounts === 1 && waitsForDisk)?.timesMs ?? []
  const mean = single.reduce((sum, time) => sum + time, 0) / single.length
  const fitted = measured.filter(({ isFitted, isHot }) => isFitted && !isHot)
  const spread = quantile(
    fitted.map(({ p99, p50 }) => p99 / p50),
    0.5,
  )
  write(`one of a hundred batches takes ${spread.toFixed(1)} times the median`)
  compareSimulation(
    times,
    single.map((time) => time / mean),
    spread,
  )
  countShards(times, spread)
  await measureChanges(serverUrl)
  await printServices()
} finally {
  await database.drop()
}
for (const miss of misses) write(`OFF ${miss}`)
if (misses.length > 0) process.exitCode = 1
else write(`\nevery prediction is within ${tolerance * 100} % of what was measured or simulated`)
process.exit()
