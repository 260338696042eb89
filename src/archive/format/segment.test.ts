import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { observation as observationOf } from '../../../test/support/archive.ts'
import { ArchiveDamagedError } from '../damage.ts'
import type { PriceObservation } from '../ports.ts'
import { createByteReader, createByteWriter } from './bytes.ts'
import { decodeSegment } from './decode-segment.ts'
import { encodeSegment } from './encode-segment.ts'
import { contentFormats, pack, unpack } from './packing.ts'
import { createWordTable, observationAt, type SeriesTable, tableOfBatch, type WordTable } from './series-table.ts'

const cents = fc.option(fc.oneof(fc.maxSafeNat(), fc.nat(300)), { freq: 4 })

const observation: fc.Arbitrary<PriceObservation> = fc.record(
  {
    productId: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 31 - 1 })),
    skuId: fc.oneof(fc.nat(20), fc.maxSafeNat()),
    condition: fc.constantFrom(null, 'Near Mint'),
    variant: fc.option(fc.string()),
    language: fc.constantFrom(null, 'English', '日本語'),
    marketCents: cents,
    lowestCents: cents,
    midCents: cents,
    highestCents: cents,
    directLowestCents: cents,
    ageMs: fc.constant(0),
  },
  { noNullPrototype: true },
)

const observations = fc.uniqueArray(observation, {
  maxLength: 40,
  selector: ({ productId, skuId }) => `${productId} ${skuId}`,
})

const batchOf = (given: readonly PriceObservation[], isComplete = true) => ({
  source: 'tcgcsv',
  observedAtMs: 0,
  isComplete,
  observations: given,
})

const rowsOf = (table: SeriesTable, words: WordTable) =>
  Array.from({ length: table.count }, (_, row) => observationAt(table, words, row))

const inOrder = (given: readonly PriceObservation[]) =>
  given.toSorted((a, b) => a.productId - b.productId || a.skuId - b.skuId)

test('integers from −2⁵³ to 2⁵³ come back as they were written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, 63, 64, -63, -64, 127, 128, 2 ** 53, -(2 ** 53)))),
      (values) => {
        const out = createByteWriter(1)
        for (const value of values) out.signed(value)
        for (const value of values) out.unsigned(Math.abs(value))
        const input = createByteReader(out.view())
        assert.deepEqual(
          values.map(() => input.signed()),
          values.map((value) => value + 0),
        )
        assert.deepEqual(
          values.map(() => input.unsigned()),
          values.map(Math.abs),
        )
        input.end()
      },
    ),
  )
})

test('a segment says every observation that was written, by itself and over any base', () => {
  fc.assert(
    fc.property(observations, observations, (first, second) => {
      const words = createWordTable()
      const [base, next] = [first, second].map((given) => tableOfBatch(batchOf(given), words)) as [
        SeriesTable,
        SeriesTable,
      ]
      const alone = decodeSegment(encodeSegment(null, base, words), null, first.length, createWordTable())
      assert.equal(alone.table.count, first.length)
      const others = createWordTable()
      const start = decodeSegment(encodeSegment(null, base, words), null, first.length, others).table
      const { table } = decodeSegment(encodeSegment(base, next, words), start, second.length, others)
      assert.deepEqual(rowsOf(start, others), inOrder(first))
      assert.deepEqual(rowsOf(table, others), inOrder(second))
    }),
  )
})

test('prices as they were fetched keep their ages', () => {
  const words = createWordTable()
  const given = [1, 2].map((productId) =>
    observationOf({ productId, skuId: productId, marketCents: 5, ageMs: productId * 1_000 }),
  )
  const content = encodeSegment(null, tableOfBatch(batchOf(given, false), words), words)
  assert.deepEqual(rowsOf(decodeSegment(content, null, 2, words).table, words), given)
})

test('a raw segment with a byte changed, cut or added is another sound one or refused, never too large', () => {
  const words = createWordTable()
  const [first, second] = fc.sample(observations, { numRuns: 2, seed: 5 }) as [PriceObservation[], PriceObservation[]]
  const base = tableOfBatch(batchOf(first), words)
  const content = encodeSegment(base, tableOfBatch(batchOf(second), words), words)
  const raw = unpack(contentFormats.segment, content, 2 ** 20)
  const check = (mutated: Uint8Array): void => {
    try {
      const { table } = decodeSegment(pack(contentFormats.segment, mutated), base, second.length, words)
      assert.equal(table.count, second.length)
      for (const column of table.amounts)
        for (const value of column.subarray(0, table.count)) assert.ok(value >= 0 && value <= 2 ** 53)
    } catch (error) {
      if (!(error instanceof ArchiveDamagedError)) throw error
    }
  }
  fc.assert(
    fc.property(fc.nat(raw.length - 1), fc.nat(255), fc.nat(raw.length), (at, value, length) => {
      check(Uint8Array.from(raw, (byte, index) => (index === at ? value : byte)))
      check(raw.slice(0, length))
      check(Buffer.concat([raw.subarray(0, length), Buffer.from([value]), raw.subarray(length)]))
    }),
    { numRuns: 500 },
  )
})

test('a stored content with any one bit flipped is refused', () => {
  const words = createWordTable()
  const given = fc.sample(observations, { numRuns: 1, seed: 9 })[0] as PriceObservation[]
  const content = encodeSegment(null, tableOfBatch(batchOf(given), words), words)
  for (let bit = 0; bit < content.length * 8; bit++) {
    const flipped = Uint8Array.from(content)
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
    assert.throws(() => decodeSegment(flipped, null, given.length, words), ArchiveDamagedError)
  }
})

test('a content that unpacks to more than its observations can take is refused before it is unpacked', () => {
  const bomb = pack(contentFormats.segment, new Uint8Array(2 ** 26))
  assert.ok(bomb.length < 10_000)
  assert.throws(() => decodeSegment(bomb, null, 3, createWordTable()), /claims a length/)
})

test('a batch with a SKU twice, or with a number that cannot be kept, is refused', () => {
  const [one] = fc.sample(observation, { numRuns: 1, seed: 1 }) as [PriceObservation]
  const words = createWordTable()
  for (const given of [
    [one, one],
    [{ ...one, productId: 0 }],
    [{ ...one, marketCents: 1.5 }],
    [{ ...one, marketCents: -1 }],
    [{ ...one, lowestCents: 2 ** 53 }],
    [{ ...one, skuId: -1 }],
    [{ ...one, ageMs: 1 }],
  ])
    assert.throws(() => tableOfBatch(batchOf(given), words), RangeError)
})
