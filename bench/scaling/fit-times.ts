import { availableParallelism } from 'node:os'
import type { MeasuredLoads } from './measure.ts'
import { batchRate, fit, type HotTimes, hotRate, type ServiceTimes } from './model.ts'

const sumOfSquares = (pairs: readonly (readonly [number, number])[]) =>
  pairs.reduce((sum, [predicted, found]) => sum + Math.log(predicted / found) ** 2, 0)

/** One process with so many accounts in a batch. */
const alone = (measured: MeasuredLoads, accounts: number, waitsForDisk = true) => {
  const found = measured.find(
    (one) => one.processes === 1 && one.accounts === accounts && !one.isHot && one.waitsForDisk === waitsForDisk,
  )
  if (found === undefined) throw new Error('the load of one process was not measured')
  return found
}

/**
 * The times of a batch and of an account are processor time of one process, which other work on the machine hardly changes; a flush is what a batch takes longer where its commit waits for the disk.
 * Processors and contention are fitted to the rates of the loads that may be known.
 */
export const fitTimes = (measured: MeasuredLoads): ServiceTimes => {
  const [few, many] = [alone(measured, 1), alone(measured, 64)]
  const processorSeconds = (one: typeof few) => (one.serverMicros + one.clientMicros) / 1e6
  const account = (processorSeconds(many) - processorSeconds(few)) / (many.accounts - few.accounts)
  const start = {
    account,
    batch: processorSeconds(few) - account,
    flush: Math.max(0.01, few.p50 - alone(measured, 1, false).p50) / 1_000,
    processors: availableParallelism(),
    contention: 0.01,
  }
  const fitted = measured.filter(({ isFitted, isHot }) => isFitted && !isHot)
  return fit(start, ['processors', 'contention'], (times) =>
    times.processors > availableParallelism()
      ? Number.POSITIVE_INFINITY
      : sumOfSquares(fitted.map(({ accounts, processes, perSecond }) => [batchRate(times, accounts, processes), perSecond])),
  )
}

/** For batches that all charge the same account. */
export const fitHotTimes = (measured: MeasuredLoads): HotTimes => {
  const fitted = measured.filter(({ isFitted, isHot }) => isFitted && isHot)
  return fit({ hold: 0.001, contention: 0.1 }, ['hold', 'contention'], (times) =>
    sumOfSquares(fitted.map(({ processes, perSecond }) => [hotRate(times, processes), perSecond])),
  )
}
