import { availableParallelism } from 'node:os'
import type { MeasuredLoads } from './measure.ts'
import { batchRate, fit, type HotTimes, hotRate, type ServiceTimes } from './model.ts'

const sumOfSquares = (pairs: readonly (readonly [number, number])[]) =>
  pairs.reduce((sum, [predicted, found]) => sum + Math.log(predicted / found) ** 2, 0)

const loadOf = (measured: MeasuredLoads, processes: number, accounts: number, waitsForDisk = true) => {
  const found = measured.find(
    (one) => one.processes === processes && one.accounts === accounts && one.waitsForDisk === waitsForDisk && !one.isHot,
  )
  if (found === undefined) throw new Error('a load that the model needs was not measured')
  return found
}

/**
 * The times of a batch and of an account are processor time of one process, and contention is what sixteen need more for the same: other work on the machine changes them less than rates. A flush
 * is what a batch takes longer where its commit waits for the disk. Only how many processors there are is fitted to the rates that may be known, as others use them too.
 */
export const fitTimes = (measured: MeasuredLoads): ServiceTimes => {
  const processorSeconds = (processes: number, accounts: number) => {
    const { serverMicros, clientMicros } = loadOf(measured, processes, accounts)
    return (serverMicros + clientMicros) / 1e6
  }
  const [few, many] = [1, 64]
  const account = (processorSeconds(1, many) - processorSeconds(1, few)) / (many - few)
  const growth = [few, many].map((accounts) => processorSeconds(16, accounts) / processorSeconds(1, accounts) - 1)
  const start = {
    account,
    batch: processorSeconds(1, few) - account,
    flush: Math.max(0.01, loadOf(measured, 1, few).p50 - loadOf(measured, 1, few, false).p50) / 1_000,
    processors: availableParallelism(),
    contention: Math.max(0, growth.reduce((sum, one) => sum + one, 0) / growth.length / Math.log2(16)),
  }
  const fitted = measured.filter(({ isFitted, isHot }) => isFitted && !isHot)
  return fit(start, ['processors'], (times) =>
    times.processors > availableParallelism()
      ? Number.POSITIVE_INFINITY
      : sumOfSquares(fitted.map(({ accounts, processes, perSecond }) => [batchRate(times, accounts, processes), perSecond])),
  )
}

/** For batches that all charge the same account. */
export const fitHotTimes = (measured: MeasuredLoads, times: ServiceTimes): HotTimes => {
  const fitted = measured.filter(({ isFitted, isHot }) => isFitted && isHot)
  return fit({ hold: 0.000_2, contention: 0.5 }, ['hold', 'contention'], (hot) =>
    sumOfSquares(fitted.map(({ processes, perSecond }) => [hotRate(times, hot, processes), perSecond])),
  )
}
