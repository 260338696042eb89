import assert from 'node:assert/strict'
import { minuteMs } from '../../src/time/units.ts'
import { type Daily, startDaily } from '../daily/daily-service.ts'
import type { HappeningName } from '../emulator/mirror/happenings.ts'
import type { MirrorDay } from '../emulator/mirror/mirror-day.ts'
import { runCli } from '../support/process.ts'
import { fakeClock } from '../support/temp.ts'
import { type Comparison, compareAsOf, compareHistory, emptyComparison } from './compare-archive.ts'
import { builtAtMsOf } from './complete-days.ts'
import { type ExpectedSeries, expectedPrices } from './expected-prices.ts'
import { buildsOf, type Recording } from './series-builds.ts'

export interface ReplayOptions {
  readonly recording: Recording
  /** Recorded days to replay, by index. */
  readonly days: readonly number[]
  /** Product lines that are kept; all of the recording when left out. */
  readonly categories?: readonly number[]
  readonly env?: Readonly<Record<string, string>>
  /** How many of the last days a process of its own takes over. */
  readonly byProcess?: number
  readonly onDay?: (day: string, tookMs: number) => void
}

/** What a replay left behind, to be asked. */
export interface Replayed extends Daily {
  readonly expected: ReadonlyMap<number, readonly ExpectedSeries[]>
  /** When each day was learnt, in order of the days. */
  readonly recordedAtMs: readonly number[]
  readonly lastBuild: MirrorDay
  /** Syncs that found the build they had. */
  readonly repeats: number
}

/** What happens besides what was recorded: on some days products stand in other sets, or bear other names. */
const happensOn = (at: number): readonly HappeningName[] => {
  if (at % 10 === 4) return ['moves']
  return at % 10 === 7 ? ['renames', 'undated'] : []
}

/** Serves recorded days one after the other from the emulated mirror, and takes each over as a service does. */
export const replay = async (
  t: { after: (done: () => Promise<void> | void) => void },
  { recording, days, categories = recording.categories, env = {}, byProcess = 0, onDay = () => {} }: ReplayOptions,
): Promise<Replayed> => {
  const nameOf = (index: number | undefined): string => recording.days[index ?? 0] as string
  const clock = fakeClock(new Date(builtAtMsOf(nameOf(days[0])) + 10 * minuteMs).toISOString())
  const builds = buildsOf(recording, days)
  const daily = await startDaily(t, { builds, clock, lines: categories.join(','), env })
  const { emulator, store, sync } = daily
  const recordedAtMs: number[] = []
  let repeats = 0
  for (const [at, index] of days.entries()) {
    const startedMs = performance.now()
    if (at > 0) await emulator.mirror.advance(happensOn(at))
    clock.now = builtAtMsOf(nameOf(index)) + 10 * minuteMs
    if (at >= days.length - byProcess) {
      const { status, err } = await runCli(['market', 'sync', '--json'], daily.env)
      assert.equal(status, 0, err)
    } else assert.equal((await sync())?.status, 'synced', nameOf(index))
    const head = await store.archive.head('tcgcsv')
    assert.equal(head?.observedAtMs, builtAtMsOf(nameOf(index)))
    recordedAtMs.push(head?.recordedAtMs ?? 0)
    if (at % 5 === 2 && at < days.length - byProcess) {
      clock.now += 12 * 60 * minuteMs
      assert.equal((await sync())?.status, 'current')
      assert.deepEqual(await store.archive.head('tcgcsv'), head, 'a repeated build counts once')
      repeats++
    }
    onDay(nameOf(index), performance.now() - startedMs)
  }
  const wanted = new Set(categories)
  const lastBuild = await emulator.mirror.day()
  const listed = new Set(
    [...lastBuild.groups].flatMap(([categoryId, groups]) =>
      wanted.has(categoryId) ? groups.map(({ groupId }) => groupId) : [],
    ),
  )
  const series = recording.series.filter(({ groupId }) => listed.has(groupId))
  const expected = expectedPrices({ ...recording, series }, days)
  return { ...daily, expected, recordedAtMs, lastBuild, repeats }
}

/** Asks every recorded price back: by history, and as of the end of every `every`-th day. */
export const askEverythingBack = async (
  { openArchive, expected }: Replayed,
  days: readonly string[],
  every: number,
): Promise<{ readonly history: Comparison; readonly asOf: Comparison }> => {
  const archive = await openArchive()
  const history = emptyComparison()
  const asOf = emptyComparison()
  for (const [productId, series] of expected) {
    await compareHistory(archive, productId, series, history)
    for (let at = 0; at < days.length; at += every) {
      const moment = { asOfMs: Date.parse(`${days[at]}T23:59:59.999Z`), knownAtMs: null }
      await compareAsOf(archive, productId, series, moment, asOf)
    }
  }
  return { history, asOf }
}

/** Asks what was known when some days had just been learnt: nothing later, whatever was observed since. */
export const askWhatWasKnown = async (
  { openArchive, expected, recordedAtMs }: Replayed,
  days: readonly string[],
  at: readonly number[],
): Promise<Comparison> => {
  const archive = await openArchive()
  const comparison = emptyComparison()
  for (const index of at) {
    const knownAtMs = recordedAtMs[index] as number
    const last = days[index] as string
    for (const [productId, series] of expected) {
      const known = series.flatMap((one) => {
        const prices = one.prices.filter(({ day }) => day <= last)
        return prices.length === 0 ? [] : [{ ...one, prices }]
      })
      await compareHistory(archive, productId, known, comparison, { asOfMs: null, knownAtMs })
      await compareAsOf(archive, productId, known, { asOfMs: Number.MAX_SAFE_INTEGER, knownAtMs }, comparison)
    }
  }
  return comparison
}
