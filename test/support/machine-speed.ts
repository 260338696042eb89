import assert from 'node:assert/strict'
import { ended, spawned } from './process.ts'

/** How long Node alone took to start and end on the machine of the figures in docs/performance.md. */
const measuredMs = 45
const starts = 5

/** Starts and ends Node with nothing to do. @returns milliseconds */
export const timeNodeAlone = async (): Promise<number> => {
  const beginMs = performance.now()
  assert.equal(await ended(spawned(process.execPath, ['-e', '0'])), 0)
  return Math.round(performance.now() - beginMs)
}

/** How many times as long as that machine this one takes for the same work, at least 1, by the best of these times of Node alone: other work only adds to them. */
export const slownessOf = (times: readonly number[]): number => Math.max(1, Math.min(...times) / measuredMs)

/** How many times as long as the machine of the figures this one takes for the same work now. */
export const findSlowness = async (): Promise<number> => {
  const times: number[] = []
  while (times.length < starts) times.push(await timeNodeAlone())
  return slownessOf(times)
}
