import { openPostgresStore } from '../../src/stores/postgres-store.ts'
import { runSql } from '../../test/support/postgres.ts'
import { accountRows, type Load, type Measured, maxProcesses, openProcesses } from './load.ts'

/** A load, and whether the model may know its result before it predicts it. */
export interface Planned extends Load {
  readonly isFitted: boolean
}

const every = (
  processes: readonly number[],
  accounts: readonly number[],
  isHot = false,
  waitsForDisk = true,
): readonly Planned[] =>
  accounts.flatMap((count) =>
    processes.map((number) => ({
      ...{ processes: number, accounts: count, isHot, waitsForDisk },
      isFitted: [1, 4, 16].includes(number) && [1, 64].includes(count),
    })),
  )

const counts = [1, 2, 4, 8, 16, 32, 64]

/** Everything that is measured: fitted to one, four and sixteen processes with 1 and 64 accounts in a batch, predicted for all else. */
export const planned: readonly Planned[] = [
  ...every(counts, [1, 64]),
  ...every([1, 8], [8, 512]),
  ...every([1], [4_096]),
  ...every(counts, [1], true),
  ...every([1, 16], [1], false, false),
]

export type MeasuredLoads = readonly (Measured & Planned)[]

/** Of several measurements of one load the fastest: other work on the machine only ever takes from it. */
const bestOf = (measured: readonly Measured[]): Measured =>
  measured.reduce((best, one) => (one.perSecond > best.perSecond ? one : best))

/** Measures all loads in turn, several times over, so that what else the machine does meets them alike. */
export const measureAll = async (url: string, rounds: number, seconds: number) => {
  await (await openPostgresStore({ url, now: Date.now })).close()
  await runSql(url, accountRows)
  // As a server's own vacuum would have it after a while.
  await runSql(url, 'analyze accounts')
  await runSql(url, 'checkpoint')
  const durable = await openProcesses(url, maxProcesses, true)
  const unawaited = await openProcesses(url, 16, false)
  const results = planned.map((): Measured[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [at, load] of planned.entries())
      results[at]?.push(await (load.waitsForDisk ? durable : unawaited).measure(load, seconds))
  const connectionBytes = durable.connectionBytes()
  await Promise.all([durable.close(), unawaited.close()])
  const measured: MeasuredLoads = planned.map((load, at) => ({ ...bestOf(results[at] ?? []), isFitted: load.isFitted }))
  return { measured, connectionBytes }
}
