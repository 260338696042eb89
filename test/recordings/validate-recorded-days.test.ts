import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DayBefore, validateDay } from '../../src/sources/tcgcsv/sync/validate-day.ts'
import { dayMs } from '../../src/time/units.ts'
import type { MirrorDay as MirrorBuild } from '../emulator/mirror/mirror-day.ts'
import { isLong } from '../support/scaled.ts'
import { asBefore, noDayBefore, readDay } from '../sync/read-day.ts'
import { buildOf, completeDays, readCompleteDay } from './complete-days.ts'
import { skipWithoutRecordings } from './folder.ts'
import { openRecording } from './series-builds.ts'

const readBuild = (build: MirrorBuild, before: DayBefore) =>
  readDay(
    {
      categories: build.categories,
      groups: (categoryId) => build.groups.get(categoryId) ?? [],
      products: (_, groupId) => build.products.get(groupId) ?? [],
      prices: (_, groupId) => {
        const prices = build.prices.get(groupId) ?? []
        return typeof prices === 'string' ? prices : JSON.stringify({ success: true, errors: [], results: prices })
      },
    },
    before,
  )

/** Takes builds over one after the other, each judged by the one before. @returns the refusals */
const refusalsOf = async (builds: Iterable<MirrorBuild>): Promise<readonly string[]> => {
  const refusals: string[] = []
  let before = noDayBefore
  let lastMs: number | null = null
  for (const build of builds) {
    const day = readBuild(build, before)
    const days: number = lastMs === null ? 0 : (build.builtAtMs - lastMs) / dayMs
    const reasons = await validateDay(day, { ...before, days })
    if (reasons.length > 0) refusals.push(`${new Date(build.builtAtMs).toISOString()}: ${reasons.join('; ')}`)
    before = asBefore(day, 0)
    lastMs = build.builtAtMs
  }
  return refusals
}

/** Indexes of every n-th of so many days. */
const every = (step: number, count: number): readonly number[] =>
  Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step)

/** Whether days are judged one after the other, and how far apart; all of them in a proof. */
const steps = isLong
  ? { 'series-36d': [1, 2, 3, 5, 7, 11, 20, 35], 'series-fab': [1, 2, 3, 7, 13, 20, 31, 60, 90, 150, 290] }
  : { 'series-36d': [1], 'series-fab': [20, 90] }

describe('of the recorded days', { skip: skipWithoutRecordings }, () => {
  for (const name of ['series-36d', 'series-fab'] as const)
    test(`of ${name} none is refused, after whatever gap`, async () => {
      const recording = await openRecording(name)
      for (const step of steps[name]) {
        const builds = every(step, recording.days.length)
          .values()
          .map((index) => recording.build(index))
        assert.deepEqual(await refusalsOf(builds), [], `every ${step} days`)
      }
    })

  test('both complete ones of all product lines are taken', {
    skip: isLong ? false : 'a long proof: PROVE=1 runs it',
  }, async () => {
    const builds = completeDays.values().map((day) => buildOf(day, readCompleteDay(day)))
    assert.deepEqual(await refusalsOf(builds), [])
  })
})
