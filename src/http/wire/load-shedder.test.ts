import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { createLoadShedder } from './load-shedder.ts'

const maxInFlight = 6_000

interface SimulatedCall {
  readonly client: number
  readonly arrivedMs: number
}

/** A processor on which time passes only by work: what a call and a refusal cost in milliseconds is given. */
const simulate = ({ callMs, refusalMs }: { readonly callMs: number; readonly refusalMs: number }) => {
  let nowMs = 0
  const waits = { begun: [] as number[], refused: [] as number[] }
  /** When each client calls again. */
  const dueMs: number[] = []
  const finish = (kind: keyof typeof waits, { client, arrivedMs }: SimulatedCall, costMs: number, pauseMs: number) => {
    nowMs += costMs
    waits[kind].push(nowMs - arrivedMs)
    dueMs[client] = nowMs + pauseMs
  }
  const shedder = createLoadShedder<SimulatedCall>({
    begin: (call) => finish('begun', call, callMs, 0),
    // A client does as Retry-After says.
    refuse: (call) => finish('refused', call, refusalMs, 1_000 + (call.client % 500)),
    maxInFlight,
    now: () => nowMs,
  })
  return {
    waits,
    maxInFlight,
    now: () => nowMs,
    shedder,
    /** Lets so many clients call, each again when it is answered, for so long. @returns the longest iteration */
    run: async (clients: number, lengthMs: number, onIteration = () => {}): Promise<number> => {
      const untilMs = nowMs + lengthMs
      dueMs.splice(0, dueMs.length, ...Array.from({ length: clients }, () => nowMs))
      let longestMs = 0
      while (nowMs < untilMs) {
        const startedMs = nowMs
        for (let client = 0; client < clients; client++) {
          const arrivedMs = dueMs[client] as number
          if (arrivedMs > nowMs) continue
          dueMs[client] = Number.POSITIVE_INFINITY
          shedder.admit({ client, arrivedMs }, 0)
        }
        await nextIteration()
        onIteration()
        if (nowMs === startedMs) nowMs++
        longestMs = Math.max(longestMs, nowMs - startedMs)
      }
      while (shedder.waiting() > 0) await nextIteration()
      return longestMs
    },
  }
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

test('a burst of a thousand calls is answered whole and in order, also on a slow machine', async () => {
  const slow = simulate({ callMs: 1, refusalMs: 0.05 })
  for (let client = 0; client < 1_000; client++) slow.shedder.admit({ client, arrivedMs: 0 }, 0)
  while (slow.shedder.waiting() > 0) await nextIteration()
  assert.equal(slow.waits.refused.length, 0)
  assert.deepEqual(
    slow.waits.begun,
    [...slow.waits.begun].sort((a, b) => a - b),
  )
})

test('clients that the processor can serve are never refused, however long they stay', async () => {
  const busy = simulate({ callMs: 0.2, refusalMs: 0.05 })
  await busy.run(600, 10_000)
  assert.equal(busy.waits.refused.length, 0)
  assert.ok(quantile(busy.waits.begun, 0.99) < 200, `p99 ${quantile(busy.waits.begun, 0.99)} ms`)
})

test('beyond capacity most calls are served in 500 ms, others refused in 50, no iteration is long', async () => {
  const overloaded = simulate({ callMs: 0.2, refusalMs: 0.05 })
  const { begun, refused } = overloaded.waits
  let fromMs = 0
  const longestMs = await overloaded.run(4_000, 30_000, () => {
    // All clients come at once, and for a second that could be a burst.
    if (fromMs > 0 || overloaded.now() < 5_000) return
    fromMs = overloaded.now()
    begun.length = 0
    refused.length = 0
  })
  const share = (begun.length * 0.2) / (overloaded.now() - fromMs)
  assert.ok(share >= 0.8, `${share} of the processor serves calls`)
  assert.ok(quantile(begun, 0.99) <= 500, `p99 ${quantile(begun, 0.99)} ms`)
  assert.ok(refused.length > 1_000)
  assert.ok(quantile(refused, 0.99) <= 50, `refused after ${quantile(refused, 0.99)} ms`)
  assert.ok(longestMs <= 60, `an iteration took ${longestMs} ms`)
})

test('clients that call again at once when refused cannot take the processor from others', async () => {
  let nowMs = 0
  let served = 0
  let impatient = 0
  const shedder = createLoadShedder<object>({
    begin: () => {
      nowMs += 0.2
      served++
    },
    refuse: () => {
      nowMs += 0.05
      impatient++
    },
    maxInFlight,
    now: () => nowMs,
  })
  while (nowMs < 20_000) {
    while (shedder.waiting() < 5_000) shedder.admit({}, 0)
    await nextIteration()
  }
  assert.ok(impatient > 0)
  assert.ok((served * 0.2) / nowMs > 0.7, `${(served * 0.2) / nowMs} of the processor serves calls`)
})

test('calls in flight are bounded, whatever they wait for', async () => {
  const idle = simulate({ callMs: 0, refusalMs: 0 })
  idle.shedder.admit({ client: 0, arrivedMs: 0 }, maxInFlight - 1)
  idle.shedder.admit({ client: 1, arrivedMs: 0 }, maxInFlight)
  await nextIteration()
  assert.deepEqual([idle.waits.begun.length, idle.waits.refused.length], [1, 1])
})
