import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { maxAgeMs } from '../../src/archive/months.ts'
import { openPriceArchive } from '../../src/archive/open-price-archive.ts'
import type { ArchivedSku, ArchiveStore, ObservationBatch, PriceObservation } from '../../src/archive/ports.ts'
import { rebuildIndex } from '../../src/archive/rebuild-index.ts'
import { recordBatch } from '../../src/archive/record-batch.ts'
import { verifyArchive } from '../../src/archive/verify-archive.ts'
import { withdrawBuild } from '../../src/archive/withdraw-build.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { dayMs } from '../../src/time/units.ts'
import { tempFolder } from '../support/temp.ts'
import { createNaiveArchive } from './naive-archive.ts'

const source = 'tcgcsv'
const startMs = Date.parse('2026-01-28T20:00:00Z')

/** Two month ends lie among the first fourteen days. */
const dayOf = (index: number): number => (index < 7 ? index : index + 22)

/** Three month pages, two of which touch. */
const productIds = [1, 127, 128, 129, 2 ** 31 - 1] as const

const cents = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 2_146_506_600, 2 ** 53 - 1) },
)

/** Most SKUs have the words that they always have; some come under others. */
const observation = fc
  .record({
    productId: fc.constantFrom(...productIds),
    printing: fc.constantFrom(0, 1, 2),
    otherWords: fc.integer({ min: 0, max: 9 }),
    marketCents: cents,
    lowestCents: cents,
    midCents: cents,
    highestCents: cents,
    directLowestCents: cents,
    ageMs: fc.constantFrom(0, 1, 3_600_000, maxAgeMs),
  })
  .map(({ printing, otherWords, ...rest }): PriceObservation => {
    const skuId = [rest.productId, 1_000_000_000_000 + rest.productId * 1000 + 5, 2 ** 53 - 1 - rest.productId][
      printing
    ] as number
    const variant = otherWords === 0 ? 'Ünbekannt "2"' : ['Normal', 'Foil', null][printing]
    return { ...rest, skuId, condition: printing === 2 ? 'Near Mint' : null, variant: variant ?? null, language: null }
  })

const batch = fc
  .record({
    day: fc.integer({ min: 0, max: 13 }),
    isLate: fc.integer({ min: 0, max: 2 }).map((number) => number === 0),
    isComplete: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
    observations: fc.uniqueArray(observation, {
      maxLength: 12,
      selector: ({ productId, skuId }) => `${productId} ${skuId}`,
    }),
    pauseMs: fc.constantFrom(0, 1, 5_000, dayMs, 3 * dayMs),
    /** Which of the times so far is withdrawn afterwards, counted from the last. */
    withdraws: fc.option(fc.oneof(fc.constant(0), fc.nat({ max: 5 })), { freq: 3 }),
  })
  .map(({ observations, isComplete, ...rest }) => ({
    ...rest,
    isComplete,
    observations: isComplete ? observations.map((one) => ({ ...one, ageMs: 0 })) : observations,
  }))

type Naive = ReturnType<typeof createNaiveArchive>

/** Words are those of what stands; a moment before a withdrawal may have known others. */
const withoutWords = <T extends { readonly sku: ArchivedSku }>(found: readonly T[]) =>
  found.map(({ sku: { productId, skuId }, ...rest }) => ({ ...rest, productId, skuId }))

/** @param seed above 0, of the moments that are asked for (Lehmer's generator) */
const assertAnswers = async (store: ArchiveStore, naive: Naive, seed: number): Promise<void> => {
  const archive = await openPriceArchive({ store, source, pollMs: 60_000 })
  const times = [...new Set(naive.times())].sort((a, b) => a - b)
  const instants = [null, ...times, ...times.map((atMs) => atMs - 1), startMs - 99 * dayMs]
  let step = seed
  const pick = (): number | null => {
    step = (step * 48_271) % 2_147_483_647
    return instants[step % instants.length] ?? null
  }
  for (let count = 0; count < 20; count++) {
    const moment = count === 0 ? { asOfMs: null, knownAtMs: null } : { asOfMs: pick(), knownAtMs: pick() }
    const fromMs = pick() ?? 0
    for (const productId of [...productIds, 126]) {
      const prices = [await archive.prices(productId, moment), naive.prices(productId, moment)] as const
      const histories = [
        await archive.history(productId, fromMs, moment),
        naive.history(productId, fromMs, moment),
      ] as const
      if (naive.isBeforeWithdrawal(moment)) {
        assert.deepEqual(withoutWords(prices[0]), withoutWords(prices[1]))
        assert.deepEqual(withoutWords(histories[0]), withoutWords(histories[1]))
        continue
      }
      assert.deepEqual(prices[0], prices[1])
      assert.deepEqual(histories[0], histories[1])
    }
  }
  archive.close()
}

test('whatever is recorded and withdrawn in any order, every answer is that of a naive archive', async (t) => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 14 }), fc.nat(), async (batches, seed) => {
      runs += 1
      const folder = tempFolder(t)
      const opened = await openSqliteStore({ file: join(folder, 'prices.db'), durability: 'process', now: Date.now })
      const store = opened.archive
      const naive = createNaiveArchive()
      let nowMs = startMs + 40 * dayMs
      for (const [index, { day, isLate, isComplete, observations, pauseMs, withdraws }] of batches.entries()) {
        nowMs += pauseMs
        const given: ObservationBatch = {
          source,
          observedAtMs: startMs + dayOf(isLate ? Math.min(day, index) : index) * dayMs,
          isComplete,
          observations,
        }
        const result = await recordBatch({
          store,
          batch: given,
          now: () => new Date(nowMs),
          onConflict: 'correct',
          keep: 'all',
        })
        if (result.status === 'recorded') naive.add(given, result.header.recordedAtMs)
        if (withdraws === null) continue
        const observedAtMs = startMs + dayOf(Math.max(0, index - withdraws)) * dayMs
        nowMs += pauseMs
        const { status } = await withdrawBuild({ store, source, observedAtMs, now: () => new Date(nowMs) })
        assert.equal(status, naive.stateOf(observedAtMs))
        naive.withdraw(observedAtMs, nowMs)
      }
      await assertAnswers(store, naive, seed + 1)
      const report = await verifyArchive(store, source)
      assert.deepEqual(report.damages, [])
      await rebuildIndex(store, source, { fromScratch: seed % 2 === 0 })
      assert.deepEqual((await verifyArchive(store, source)).damages, [])
      await assertAnswers(store, naive, seed + 2)
      await opened.close()
    }),
    { numRuns: process.env.PROVE === '1' ? 300 : 15, endOnFailure: process.env.PROVE !== '1' },
  )
  t.diagnostic(`${runs} runs`)
})
