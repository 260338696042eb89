import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { observation, segmentAfter } from '../../../test/support/archive.ts'
import type { PriceObservation } from '../ports.ts'
import { type ByteSink, type ExportedSegment, exportColumns } from './exported-rows.ts'
import { writeCsvExport } from './write-csv-export.ts'
import { writeParquetExport } from './write-parquet-export.ts'

const segment = (sequence: number, day: string, observations: Iterable<PriceObservation>): ExportedSegment => ({
  header: segmentAfter(null, {
    sequence,
    observedAtMs: Date.parse(`${day}T20:05:33Z`),
    recordedAtMs: Date.parse('2026-11-23T02:00:00.250Z'),
  }),
  observations,
})

const written = async (
  write: (segments: AsyncIterable<ExportedSegment>, sink: ByteSink) => Promise<number>,
  ...segments: readonly ExportedSegment[]
) => {
  const pieces: Uint8Array[] = []
  const sink = async (bytes: Uint8Array): Promise<void> => void pieces.push(bytes.slice())
  const rows = await write(
    (async function* () {
      yield* segments
    })(),
    sink,
  )
  return { rows, bytes: Buffer.concat(pieces), pieces: pieces.length }
}

const parquet = (segments: AsyncIterable<ExportedSegment>, sink: ByteSink) => writeParquetExport(segments, sink, 'test')

const rowsOfParquet = (bytes: Buffer) =>
  parquetReadObjects({
    file: new Uint8Array(bytes).buffer,
    compressors: { ZSTD: (input) => zstdDecompressSync(input) },
  })

test('CSV has a row for each observation, dollars with two digits, and an empty cell for what is unknown', async () => {
  const { rows, bytes } = await written(
    writeCsvExport,
    segment(1, '2025-10-15', [
      observation({ marketCents: 5, lowestCents: 0, midCents: 100, highestCents: 9_007_199_254_740_991 }),
    ]),
    segment(2, '2025-10-16', [
      observation({ ageMs: 1_000, condition: 'Near Mint', language: 'English, "UK"', directLowestCents: 21_465_066 }),
    ]),
  )
  assert.equal(rows, 2)
  assert.equal(
    bytes.toString(),
    [
      'source,observedAt,recordedAt,sequence,productId,skuId,condition,variant,language,' +
        'marketPrice,lowestPrice,midPrice,highestPrice,directLowestPrice',
      'tcgcsv,2025-10-15T20:05:33.000Z,2026-11-23T02:00:00.250Z,1,42,1000000042001,,Normal,,' +
        '0.05,0.00,1.00,90071992547409.91,',
      'tcgcsv,2025-10-16T20:05:32.000Z,2026-11-23T02:00:00.250Z,2,42,1000000042001,Near Mint,Normal,' +
        '"English, ""UK""",,,,,214650.66',
      '',
    ].join('\r\n'),
  )
})

test('no word of a source runs as a formula in a spreadsheet', async () => {
  const words = ['=1+1', '+A1', '-2+3', '@SUM(A1)', ' =1', '＝1']
  const { bytes } = await written(
    writeCsvExport,
    segment(
      1,
      '2025-10-15',
      words.map((variant) => observation({ variant })),
    ),
  )
  const cells = bytes.toString().trim().split('\r\n').slice(1)
  assert.deepEqual(
    cells.map((line) => line.split(',')[7]),
    words.map((word) => `'${word}`),
  )
})

test('a word that some program would part stands in quotes', async () => {
  const words = ['Foil;=1+1', 'Foil|2', 'Foil "x"', 'Foil, x']
  const { bytes } = await written(
    writeCsvExport,
    segment(
      1,
      '2025-10-15',
      words.map((variant) => observation({ variant })),
    ),
  )
  for (const word of ["Foil;'=1+1", ...words.slice(1)])
    assert.ok(bytes.includes(`,"${word.replaceAll('"', '""')}",`), word)
})

test('Parquet reads back as it was: instants, integers beyond 32 bits, exact decimals, nulls and words', async () => {
  const { rows, bytes } = await written(
    parquet,
    segment(1, '2025-10-15', [
      observation({ marketCents: 5, lowestCents: 0, midCents: null, highestCents: 21_465_066 }),
    ]),
    segment(2, '2025-10-16', [
      observation({ ageMs: 1_500, condition: 'Near Mint', variant: '=1+1', language: 'Français' }),
    ]),
  )
  assert.equal(rows, 2)
  const same = {
    source: 'tcgcsv',
    recordedAt: new Date('2026-11-23T02:00:00.250Z'),
    productId: 42n,
    skuId: 1_000_000_042_001n,
    midPrice: null,
    directLowestPrice: null,
  }
  const first = { observedAt: new Date('2025-10-15T20:05:33.000Z'), sequence: 1n, condition: null, language: null }
  const second = { observedAt: new Date('2025-10-16T20:05:31.500Z'), sequence: 2n, condition: 'Near Mint' }
  assert.deepEqual(await rowsOfParquet(bytes), [
    { ...same, ...first, variant: 'Normal', marketPrice: 0.05, lowestPrice: 0, highestPrice: 214_650.66 },
    {
      ...{ ...same, ...second, variant: '=1+1', language: 'Français' },
      ...{ marketPrice: null, lowestPrice: null, highestPrice: null },
    },
  ])
  const { schema } = parquetMetadata(new Uint8Array(bytes).buffer)
  assert.deepEqual(
    schema.slice(1).map(({ name }) => name),
    [...exportColumns],
  )
  const logical = (name: string) => schema.find((column) => column.name === name)?.logical_type
  assert.deepEqual(logical('marketPrice'), { type: 'DECIMAL', precision: 18, scale: 2 })
  assert.deepEqual(logical('observedAt'), { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' })
})

test('Parquet is written in groups of bounded size, each before the next is gathered', async () => {
  let gathered = 0
  let ahead = 0
  const many = function* () {
    for (let at = 1; at <= 100_001; at++) {
      gathered = at
      yield observation({ productId: at, skuId: 1_000_000_000_001 + at * 1000, marketCents: at })
    }
  }
  let groups = 0
  const { bytes } = await written(
    (segments, sink) =>
      parquet(segments, async (piece) => {
        groups++
        ahead = Math.max(ahead, gathered - groups * 100_000)
        await sink(piece)
      }),
    segment(1, '2025-10-15', many()),
  )
  const { row_groups } = parquetMetadata(new Uint8Array(bytes).buffer)
  assert.deepEqual(
    row_groups.map(({ num_rows }) => num_rows),
    [100_000n, 1n],
  )
  assert.ok(ahead <= 0, `${ahead} rows ahead of what was written`)
})

test('an export of nothing is a whole file without rows', async () => {
  assert.equal((await written(writeCsvExport)).bytes.toString().split('\r\n').length, 2)
  assert.deepEqual(await rowsOfParquet((await written(parquet)).bytes), [])
})
