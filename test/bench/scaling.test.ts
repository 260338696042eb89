import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  batchRate,
  type Demand,
  demandOfShard,
  fewestShards,
  fit,
  predict,
  processorTime,
  type ServiceTimes,
} from '../../bench/scaling/model.ts'
import { createRandom, simulate } from '../../bench/scaling/simulate.ts'

const times: ServiceTimes = { batch: 0.000_33, account: 0.000_018, flush: 0.000_12, processors: 2, contention: 0.02 }
const asMuchAsItTakes = Number.POSITIVE_INFINITY

const assertNear = (found: number, expected: number, tolerance: number, what: string) =>
  assert.ok(Math.abs(found / expected - 1) <= tolerance, `${what}: ${found}, expected ${expected}`)

/** Times of exponential length, over their mean. */
const exponential = () => {
  const random = createRandom(5)
  return Array.from({ length: 1_000 }, () => -Math.log(1 - random()))
}

test('a lone process has one batch after the other, and many have as many as the processors do', () => {
  assertNear(batchRate(times, 1, 1), 1 / (0.000_348 + 0.000_12), 0.001, 'one process')
  const uncontended = { ...times, contention: 0 }
  assertNear(batchRate(uncontended, 1, 10_000), 2 / 0.000_348, 0.01, '10,000 processes')
  assertNear(batchRate(uncontended, 64, 10_000), 2 / (0.000_33 + 64 * 0.000_018), 0.01, '64 accounts')
})

test('a slow disk costs time and no throughput, as commits share a flush', () => {
  const slow = { ...times, flush: 0.01 }
  assert.ok(batchRate(slow, 1, 1) < 100)
  assertNear(batchRate(slow, 1, 256), batchRate(times, 1, 256), 0.05, '256 processes')
})

for (const [name, changed] of Object.entries({
  'as measured': {},
  'with eight processors': { processors: 8 },
  'with a part of a second processor': { processors: 1.3 },
  'that commits in 5 ms, as a distributed one': { flush: 0.005, processors: 16 },
}))
  test(`the model of a database ${name} agrees with a simulation that shares none of its formulas`, () => {
    const changedTimes = { ...times, ...changed }
    const shape = exponential()
    const demands: readonly Omit<Demand, 'connections'>[] = [
      ...[1, 2, 4, 8, 16, 64, 1_000].map((processes) => ({ processes, callsPerProcess: asMuchAsItTakes, accounts: 1 })),
      ...[1, 16, 100].map((processes) => ({ processes, callsPerProcess: 50, accounts: 1_000 })),
      { processes: 10_000, callsPerProcess: 0.2, accounts: 1_000 },
    ]
    for (const demand of demands.map((one) => ({ ...one, connections: 64 }))) {
      const model = predict(changedTimes, demand)
      const seconds = Math.max(20 * model.batchSeconds, 4_000 / model.batchesPerSecond)
      const found = simulate(changedTimes, demand, { seed: 1, shape, seconds, processorTime })
      const what = `${demand.processes} processes, ${demand.callsPerProcess} calls/s each`
      assertNear(model.batchesPerSecond, found.batchesPerSecond, 0.25, `${what}: batches`)
      assertNear(model.accountsPerBatch, found.accountsPerBatch, 0.25, `${what}: accounts a batch`)
    }
  })

test('calls that come faster than batches are done make batches larger, not lost', () => {
  const demand = { processes: 64, callsPerProcess: 1_000, accounts: 100_000, connections: 64 }
  const { batchesPerSecond, accountsPerBatch } = predict(times, demand)
  assertNear(batchesPerSecond * accountsPerBatch, 64_000, 0.02, 'accounts charged')
})

test('shards with processes of their own are fewer than shards that every process charges', () => {
  const demand = { processes: 10_000, callsPerProcess: 100, accounts: 100_000, connections: 64 }
  const shards = (layout: 'cells' | 'spread') => fewestShards(times, demand, layout, { p99Seconds: 0.05, spread: 2, max: 10_000 })
  const [cells, spread] = [shards('cells') ?? 0, shards('spread') ?? 0]
  assert.ok(cells > 1 && cells < spread, `${cells} and ${spread}`)
  const waits = (count: number) => predict(times, demandOfShard(demand, 'cells', count), 2).p99Seconds
  assert.ok(waits(cells) <= 0.05 && waits(cells - 1) > 0.05)
})

test('a fit finds the times that rates were made of', () => {
  const rates = [1, 4, 16].flatMap((processes) =>
    [1, 64].map((accounts) => ({ processes, accounts, rate: batchRate(times, accounts, processes) })),
  )
  const start = { ...times, batch: 0.001, account: 0.000_1 }
  const found = fit(start, ['batch', 'account'], (changed) =>
    rates.reduce((sum, { processes, accounts, rate }) => sum + Math.log(batchRate(changed, accounts, processes) / rate) ** 2, 0),
  )
  assertNear(found.batch, times.batch, 0.05, 'batch')
  assertNear(found.account, times.account, 0.05, 'account')
})
