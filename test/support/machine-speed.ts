import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { ended, spawned } from './process.ts'

/** How long Node alone took to start and end on the machine of the figures in docs/performance.md. */
const measuredMs = 45
/**
 * How long Node took that loads as much code as a browser's driver has, on a machine where the service was ready after
 * 0.41 s.
 */
const measuredLoadingMs = 250
const starts = 5

const timeNode = async (script: string): Promise<number> => {
  const beginMs = performance.now()
  assert.equal(await ended(spawned(process.execPath, ['-e', script])), 0)
  return Math.round(performance.now() - beginMs)
}

/**
 * Starts and ends Node that loads a library of much code, which is what a start of the service mostly does. @returns
 * milliseconds
 */
export const timeLoading = (): Promise<number> =>
  timeNode(`require(${JSON.stringify(createRequire(import.meta.url).resolve('playwright-core'))})`)

/**
 * How many times as long as that machine this one takes to load code, at least 1, by the best of these times: other
 * work only adds to them.
 */
export const slownessOfLoading = (times: readonly number[]): number =>
  Math.max(1, Math.min(...times) / measuredLoadingMs)

/**
 * How many times as long as the machine of the figures this one takes for the same work now, at least 1, by the best of
 * several starts of Node alone.
 */
export const findSlowness = async (): Promise<number> => {
  const times: number[] = []
  while (times.length < starts) times.push(await timeNode('0'))
  return Math.max(1, Math.min(...times) / measuredMs)
}
