import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Makes a folder that is removed when the test ends; again where a process that ends later still writes into it, since
 * hooks run in their order.
 */
export const tempFolder = (t: { after: (done: () => void) => void }, parent = tmpdir()): string => {
  const folder = mkdtempSync(join(parent, 'card-market-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  return folder
}

/** Makes such a folder in memory, where there is one, for tests that need no disk: flushing takes the most time. */
export const memoryFolder = (t: { after: (done: () => void) => void }): string =>
  tempFolder(t, existsSync('/dev/shm') ? '/dev/shm' : undefined)

/** A clock that the test sets. */
export interface FakeClock {
  now: number
  readonly read: () => number
}

/** Makes a clock that stands at an instant. */
export const fakeClock = (instant: string): FakeClock => {
  const clock = { now: Date.parse(instant), read: () => clock.now }
  return clock
}

/** Makes a clock that runs from the start of the present minute, so that none ends amid a test of less than one. */
export const clockFromMinuteStart = (): (() => number) => {
  const behind = Date.now() % 60_000
  return () => Date.now() - behind
}

/** Makes a clock that runs from noon of the present day in UTC, so that no day ends amid a test. */
export const clockFromNoon = (): (() => number) => {
  const startedMs = Date.now()
  const noonMs = new Date(startedMs).setUTCHours(12, 0, 0, 0)
  return () => noonMs + Date.now() - startedMs
}

/** How long a round may take, on a machine that has other things to do. */
const roundMs = 10_000

/** Waits for the next minute of the true clock when this one is about to end, for rounds that must lie within one. */
export const awayFromTheMinutesEnd = async (): Promise<void> => {
  const leftMs = 60_000 - (Date.now() % 60_000)
  if (leftMs < roundMs) await delay(leftMs + 50)
}
