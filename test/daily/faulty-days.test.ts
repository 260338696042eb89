import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PriceArchive } from '../../src/archive/price-archive.ts'
import type { PlannedFault } from '../emulator/emulator.ts'
import { type HappeningName, happeningNames } from '../emulator/mirror/happenings.ts'
import { sampled } from '../support/scaled.ts'
import { type Daily, startDaily, startSmallDaily } from './daily-service.ts'
import { compareWithMirror } from './true-prices.ts'

const categoryId = 3

type Outcome = 'taken' | 'refused' | 'failed' | 'current'

/** Takes over what the mirror holds, and tells how that ended as an operator sees it. */
const attempt = async ({ sync, store }: Daily): Promise<Outcome> => {
  const result = await sync().catch(() => null)
  if (result !== null) return result.status === 'synced' ? 'taken' : 'current'
  const record = await store.syncLedger.read('tcgcsv')
  assert.ok(record?.failure?.reason, 'a failure is written down')
  return record.refused === null ? 'failed' : 'refused'
}

/** What becomes of a day on which every list of prices is like this. */
const wholeDays: Readonly<Partial<Record<PlannedFault['fault'], Outcome>>> = {
  failure: 'failed',
  html: 'failed',
  cut: 'failed',
  empty: 'failed',
  wrongSchema: 'failed',
  redirect: 'failed',
  wrongLength: 'failed',
  gzipBomb: 'failed',
  reset: 'failed',
  resetMiddle: 'failed',
  500: 'failed',
  403: 'failed',
  429: 'failed',
  noRows: 'refused',
  oneRow: 'refused',
  halfTheRows: 'refused',
  halfThePrices: 'refused',
  noPrices: 'refused',
  zeroPrices: 'refused',
  negativePrices: 'refused',
  hugePrices: 'refused',
  endlessPrices: 'refused',
  otherCategory: 'refused',
  orphans: 'refused',
  missingFields: 'refused',
  contradictingRows: 'refused',
  noWords: 'refused',
  noneOfIt: 'refused',
  textPrices: 'taken',
  textIds: 'taken',
  floatIds: 'taken',
  exponents: 'taken',
  thirdDecimals: 'taken',
  repeatedRows: 'taken',
  unknownFields: 'taken',
}

/** What becomes of a day whose stamp is like this. */
const stamps: Readonly<Partial<Record<PlannedFault['fault'], Outcome>>> = {
  garbageStamp: 'failed',
  emptyStamp: 'failed',
  earlierStamp: 'failed',
  html: 'failed',
  500: 'failed',
}

const assertWhole = async (archive: PriceArchive, daily: Daily, what: string): Promise<void> => {
  const { right, missing, wrong } = await compareWithMirror(archive, await daily.emulator.mirror.day(), categoryId)
  assert.deepEqual([missing, wrong], [0, []], what)
  assert.ok(right > 600, what)
}

describe('a day at the mirror', () => {
  test('that cannot be taken whole changes nothing and is written down, and the next good one heals it', async (t) => {
    const daily = await startSmallDaily(t)
    const { emulator, store } = daily
    const archive = await daily.openArchive()
    assert.equal(await attempt(daily), 'taken')
    for (const [fault, outcome] of sampled(Object.entries(wholeDays) as [PlannedFault['fault'], Outcome][])) {
      const before = await store.archive.head('tcgcsv')
      await daily.nextDay()
      emulator.plan([{ fault, route: 'groupPrices' }])
      assert.equal(await attempt(daily), outcome, fault)
      if (outcome === 'taken') await assertWhole(archive, daily, fault)
      else assert.deepEqual(await store.archive.head('tcgcsv'), before, fault)
      emulator.plan([])
      if (outcome !== 'refused') continue
      await daily.nextDay()
      assert.equal(await attempt(daily), 'taken', `after ${fault}`)
      const { failure, refused } = (await store.syncLedger.read('tcgcsv')) ?? {}
      assert.deepEqual([failure, refused], [null, null])
    }
    await daily.nextDay()
    assert.equal(await attempt(daily), 'taken')
    await assertWhole(archive, daily, 'in the end')
  })

  test('whose stamp cannot be read, or lies before the last one, changes nothing', async (t) => {
    const daily = await startSmallDaily(t)
    assert.equal(await attempt(daily), 'taken')
    const before = await daily.store.archive.head('tcgcsv')
    for (const [fault, outcome] of Object.entries(stamps) as [PlannedFault['fault'], Outcome][]) {
      daily.clock.now += 24 * 3_600_000
      daily.emulator.plan([{ fault, route: 'lastUpdated' }])
      assert.equal(await attempt(daily), outcome, fault)
      assert.deepEqual(await daily.store.archive.head('tcgcsv'), before, fault)
    }
  })

  test('on which a single list lies never brings a price that is not true', async (t) => {
    const daily = await startSmallDaily(t)
    const { emulator } = daily
    const archive = await daily.openArchive()
    await attempt(daily)
    for (const [fault, outcome] of sampled(Object.entries(wholeDays) as [PlannedFault['fault'], Outcome][])) {
      if (outcome === 'failed') continue
      await daily.nextDay()
      emulator.plan([{ fault, route: 'groupPrices', times: 1 }])
      await attempt(daily)
      const { wrong } = await compareWithMirror(archive, await emulator.mirror.day(), categoryId)
      assert.deepEqual(wrong, [], fault)
    }
  })

  test('is taken over as it is, with moves, gaps, new names and printings, empty and missing sets', async (t) => {
    const daily = await startDaily(t, { lines: 'yugioh' })
    const { emulator } = daily
    const archive = await daily.openArchive()
    await attempt(daily)
    const days: HappeningName[][] = [
      ...happeningNames.map((name) => [name]),
      ['moves', 'renames', 'handsOver', 'undated'],
      [],
    ]
    for (const happens of days) {
      await daily.nextDay(happens)
      assert.equal(await attempt(daily), 'taken', happens.join())
      const { missing, wrong } = await compareWithMirror(archive, await emulator.mirror.day(), 2)
      assert.deepEqual([missing, wrong], [0, []], happens.join())
    }
  })
})
