/**
 * `npm run prove:market`: replays recorded days of the real mirror through the emulated one into the sync and the
 * archive, on SQLite and PostgreSQL, and asks every stored price back: exactly, as of each day, as it was known, by
 * history and over HTTP. `-- --only series-fab,complete` and `-- --stores sqlite` run parts. Ends with 1 when a single
 * price differs.
 */
import { parseArgs } from 'node:util'
import type { Comparison } from '../../test/recordings/compare-archive.ts'
import { askHistoryOverHttp, askPricesOverHttp } from '../../test/recordings/compare-over-http.ts'
import { completeDays } from '../../test/recordings/complete-days.ts'
import { countReturning, type ExpectedSeries, expectedOfRows } from '../../test/recordings/expected-prices.ts'
import { hasRecordings } from '../../test/recordings/folder.ts'
import { askEverythingBack, askWhatWasKnown, replay } from '../../test/recordings/replay.ts'
import { openRecording } from '../../test/recordings/series-builds.ts'
import { ownDatabase, testPostgres } from '../../test/support/postgres.ts'
import { startService } from '../../test/support/service.ts'
import { createEndings } from '../endings.ts'
import { printTable } from '../figures.ts'
import { compareLog, compareReader, recordedRows, syncCompleteDays } from './complete-days.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'series-36d,series-fab,complete' },
    stores: { type: 'string', default: 'sqlite,postgres' },
    /** As of how many days a product is asked: every n-th. */
    every: { type: 'string', default: '1' },
  },
})

const table: (string | number)[][] = []
const write = (text: string): void => void process.stdout.write(`${text}\n`)

const judge = (store: string, what: string, { compared, differences }: Comparison): void => {
  table.push([store, what, compared, differences.length])
  for (const difference of differences.filter((one) => one !== '…')) write(`${store} ${what}: ${difference}`)
  if (differences.length > 0 || compared === 0) process.exitCode = 1
}

type Env = Readonly<Record<string, string>>

const replaySeries = async (name: 'series-36d' | 'series-fab', store: string, env: Env): Promise<void> => {
  const recording = await openRecording(name)
  const days = recording.days.map((_, index) => index)
  await using t = createEndings()
  let tookMs = 0
  const replayed = await replay(t, { recording, days, env, byProcess: 3, onDay: (_, dayMs) => (tookMs += dayMs) })
  const { expected, clock } = replayed
  const returning = countReturning(expected.values(), days, recording)
  write(
    `${store} ${name}: ${days.length} days in ${Math.round(tookMs / 1000)} s, ` +
      `${returning} series that vanish and return, ${replayed.repeats} repeated builds`,
  )
  const headers = await replayed.store.archive.headers('tcgcsv')
  judge(store, `${name} days`, {
    compared: headers.length,
    differences: headers.length === days.length ? [] : [`${headers.length} segments`],
  })
  const { history, asOf } = await askEverythingBack(replayed, recording.days, Number(values.every))
  judge(store, `${name} history`, history)
  judge(store, `${name} as of each day`, asOf)
  const moments = [0, 0.2, 0.5, 0.8].map((share) => Math.floor(share * (days.length - 4)))
  judge(store, `${name} as it was known`, await askWhatWasKnown(replayed, recording.days, moments))
  clock.now += 3_600_000
  const service = await startService(t, { env: replayed.env, now: clock.read })
  judge(store, `${name} prices over HTTP`, await askPricesOverHttp(service, expected, recording.days, 1000))
  judge(store, `${name} history over HTTP`, await askHistoryOverHttp(service, expected, 500))
}

const replayComplete = async (store: string, env: Env): Promise<void> => {
  await using t = createEndings()
  const { daily, tookMs } = await syncCompleteDays(t, env)
  write(`${store} complete days: synced in ${tookMs.map((ms) => `${Math.round(ms / 1000)} s`).join(' and ')}`)
  const archive = await daily.openArchive()
  for (const day of completeDays) {
    judge(store, `${day} log, five amounts`, await compareLog(daily.store, day))
    judge(store, `${day} as of its end`, await compareReader(archive, day))
  }
  const expected: ReadonlyMap<number, readonly ExpectedSeries[]> = expectedOfRows(
    completeDays.map((day) => ({ day, rows: recordedRows(day) })),
  )
  daily.clock.now += 3_600_000
  const service = await startService(t, { env: daily.env, now: daily.clock.read })
  judge(store, 'complete days over HTTP', await askPricesOverHttp(service, expected, completeDays, 2000))
}

const withStore = async (store: string, work: (env: Env) => Promise<void>): Promise<void> => {
  if (store === 'sqlite') return work({})
  const { url, skip } = await testPostgres()
  if (skip !== undefined) return write(`PostgreSQL is left out: ${skip}`)
  const database = ownDatabase(url)
  await database.create()
  try {
    await work({ DATABASE_URL: database.url })
  } finally {
    await database.drop()
  }
}

if (hasRecordings) {
  for (const store of values.stores.split(','))
    for (const part of values.only.split(','))
      await withStore(store, (env) => {
        if (part === 'complete') return replayComplete(store, env)
        if (part === 'series-36d' || part === 'series-fab') return replaySeries(part, store, env)
        throw new Error(`There is no part ${JSON.stringify(part)}.`)
      })
  printTable(['store', 'what', 'compared', 'differences'], table)
} else write('Recorded days of the mirror are not here.')
