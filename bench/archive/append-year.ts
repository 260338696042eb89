import type { ArchiveStore, ObservationBatch } from '../../src/archive/ports.ts'
import { recordBatch } from '../../src/archive/record-batch.ts'
import type { RecordedProduct } from '../../src/archive/recording.ts'
import { quantile } from '../measure.ts'
import type { MadeSeries } from './made-series.ts'
import type { MadeDay } from './made-year.ts'
import { type StoreTimes, timedStore } from './timed-store.ts'
import { batchOf, learntAtMs } from './year.ts'

/** Milliseconds that appending one day took, by step. */
export interface AppendTimes {
  readonly totalMs: number
  /** Of this process; less than the time on the clock where others use the machine too, more where threads help. */
  readonly cpuMs: number
  /** Comparing with the day before and encoding: what is not spent in the store. */
  readonly computeMs: number
  /** Reading the base and the pages of the month. */
  readonly readMs: number
  readonly stageMs: number
  readonly commitMs: number
  /** Removing what is replaced. */
  readonly sweepMs: number
}

const timesOf = (totalMs: number, cpuMs: number, { of, total }: StoreTimes): AppendTimes => {
  const [stageMs, commitMs] = [of('stage'), of('commit')]
  const sweepMs = of('sweep') + of('discardStaged')
  return {
    totalMs,
    cpuMs,
    computeMs: totalMs - total(),
    readMs: total() - stageMs - commitMs - sweepMs,
    stageMs,
    commitMs,
    sweepMs,
  }
}

/** Appends one day through a store. @throws Error when it was not recorded */
export const appendDay = async (
  store: ArchiveStore,
  batch: ObservationBatch,
  productRecords?: Iterable<RecordedProduct>,
): Promise<AppendTimes> => {
  const timed = timedStore(store)
  const [beganMs, cpu] = [performance.now(), process.cpuUsage()]
  const { status } = await recordBatch({
    store: timed.store,
    batch,
    ...(productRecords === undefined ? {} : { productRecords }),
    now: () => new Date(learntAtMs(batch.observedAtMs)),
    onConflict: 'correct',
    keep: 'all',
  })
  if (status !== 'recorded') throw new Error(`The day was not recorded but ${status}.`)
  const { user, system } = process.cpuUsage(cpu)
  return timesOf(performance.now() - beganMs, (user + system) / 1000, timed.times)
}

export interface AppendedYear {
  readonly times: readonly AppendTimes[]
  /** The last day once more, if it came with the records of all products. */
  readonly withRecords: AppendTimes | null
  readonly observations: number
}

/** Appends all days one after the other; `onDay` is told of each. `lastRecords` come with the last of `dayCount`. */
export const appendYear = async (
  store: ArchiveStore,
  series: MadeSeries,
  days: Iterable<MadeDay>,
  onDay: (day: MadeDay, times: AppendTimes) => void,
  lastRecords?: { readonly day: number; readonly records: () => Promise<Iterable<RecordedProduct>> },
): Promise<AppendedYear> => {
  const times: AppendTimes[] = []
  let withRecords: AppendTimes | null = null
  let observations = 0
  for (const day of days) {
    const batch = batchOf(series, day)
    observations += batch.observations.length
    const hasRecords = lastRecords?.day === day.day
    const took = await appendDay(store, batch, hasRecords ? await lastRecords.records() : undefined)
    if (hasRecords) withRecords = took
    else times.push(took)
    onDay(day, took)
  }
  return { times, withRecords, observations }
}

const steps = ['totalMs', 'cpuMs', 'computeMs', 'readMs', 'stageMs', 'commitMs', 'sweepMs'] as const

/** Rows of a table: each step at the median, at p99 and at worst. */
export const appendRows = (times: readonly AppendTimes[]): (string | number)[][] =>
  steps.map((step) => {
    const values = times.map((one) => one[step])
    return [step.replace('Ms', ''), ...[0.5, 0.99, 1].map((share) => quantile(values, share).toFixed(0))]
  })
