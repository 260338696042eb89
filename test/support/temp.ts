import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a folder that goes away when the test ends. */
export const tempFolder = (t: { after: (done: () => void) => void }): string => {
  const folder = mkdtempSync(join(tmpdir(), 'card-market-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A clock that only moves when told to. */
export interface FakeClock {
  now: number
  readonly read: () => number
}

/** Makes a clock that stands at an instant. */
export const fakeClock = (instant: string): FakeClock => {
  const clock = { now: Date.parse(instant), read: () => clock.now }
  return clock
}
