import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { biggestMoves, type PriceMove } from '../../src/archive/biggest-moves.ts'
import type { PriceObservation } from '../../src/archive/ports.ts'
import { recordBatch } from '../../src/archive/record-batch.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { tempFolder } from '../support/temp.ts'

const source = 'tcgcsv'
const dayMs = 86_400_000
const firstMs = Date.parse('2026-10-20T20:00:00Z')
const dayCount = 26

const randomNumbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Market prices of each day by SKU: some change, some are gone for a while, some come late; `null` is no market price. */
const makeDays = (): readonly ReadonlyMap<number, number | null>[] => {
  const random = randomNumbers(7)
  const days: Map<number, number | null>[] = []
  for (let day = 0; day < dayCount; day++) {
    const next = new Map<number, number | null>()
    for (let sku = 1; sku <= 400; sku++) {
      if (sku > 300 && day < sku - 300) continue
      if (random(20) === 0) continue
      const before = days[day - 1]?.get(sku) ?? 500
      next.set(sku, random(30) === 0 ? null : random(3) === 0 ? Math.max(1, before + random(400) - 180) : before)
    }
    days.push(next)
  }
  return days
}

const observation = (sku: number, marketCents: number | null): PriceObservation => ({
  productId: 1 + (sku % 331),
  skuId: sku,
  condition: null,
  variant: 'Normal',
  language: null,
  marketCents,
  lowestCents: (sku * 7) % 50,
  midCents: null,
  highestCents: null,
  directLowestCents: null,
  ageMs: 0,
})

const percent = ({ fromCents, toCents }: PriceMove): number => Math.abs(toCents - fromCents) / fromCents
const cents = ({ fromCents, toCents }: PriceMove): number => Math.abs(toCents - fromCents)

test('the biggest moves between any two days are those that comparing all their prices finds', async (t) => {
  const opened = await openSqliteStore({ file: join(tempFolder(t), 'prices.db'), durability: 'process', now: Date.now })
  t.after(() => opened.close())
  const store = opened.archive
  const days = makeDays()
  for (const [day, prices] of days.entries()) {
    const observedAtMs = firstMs + day * dayMs
    const observations = [...prices].map(([sku, marketCents]) => observation(sku, marketCents))
    const batch = { source, observedAtMs, isComplete: true, observations }
    await recordBatch({ store, batch, now: () => new Date(observedAtMs + 60_000), onConflict: 'correct', keep: 'all' })
  }
  const headers = await store.headers(source)
  for (const [first, second] of [
    [0, 1],
    [5, 11],
    [6, 7],
    [11, 12],
    [0, 25],
    [3, 20],
    [12, 25],
    [25, 4],
    [9, 9],
  ] as const) {
    const [from, to] = [headers[first], headers[second]]
    assert.ok(from && to)
    const all: PriceMove[] = []
    for (const [sku, fromCents] of days[first] ?? []) {
      const toCents = days[second]?.get(sku) ?? null
      if (fromCents !== null && toCents !== null && fromCents !== toCents)
        all.push({ productId: 1 + (sku % 331), skuId: sku, fromCents, toCents })
    }
    for (const [by, sizeOf] of [
      ['percent', percent],
      ['cents', cents],
    ] as const) {
      const found = await biggestMoves({ store, source, from, to, limit: 25, by })
      const sizes = all
        .map(sizeOf)
        .sort((a, b) => b - a)
        .slice(0, 25)
      assert.deepEqual(found.map(sizeOf), sizes, `days ${first} and ${second} by ${by}`)
      for (const move of found)
        assert.ok(
          all.some(
            (one) =>
              one.skuId === move.skuId &&
              one.toCents === move.toCents &&
              one.fromCents === move.fromCents &&
              one.productId === move.productId,
          ),
        )
    }
  }
})
