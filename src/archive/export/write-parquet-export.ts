import { zstdCompressSync } from 'node:zlib'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { PriceObservation, SegmentHeader } from '../ports.ts'
import { type ByteSink, type ExportedSegment, exportColumns } from './exported-rows.ts'

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

/** Rows of a group, which is held in memory: some 40 MB. */
const groupRows = 100_000

const instant = (name: string): SchemaElement => ({
  name,
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  repetition_type: 'REQUIRED',
})
const integer = (name: string): SchemaElement => ({ name, type: 'INT64', repetition_type: 'REQUIRED' })
const text = (name: string, isRequired = false): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
  repetition_type: isRequired ? 'REQUIRED' : 'OPTIONAL',
})
const dollars = (name: string): SchemaElement => ({
  name,
  type: 'INT64',
  converted_type: 'DECIMAL',
  logical_type: { type: 'DECIMAL', precision: 18, scale: 2 },
  precision: 18,
  scale: 2,
  repetition_type: 'OPTIONAL',
})

const schema: SchemaElement[] = [
  { name: 'prices', num_children: exportColumns.length },
  text('source', true),
  instant('observedAt'),
  instant('recordedAt'),
  integer('sequence'),
  integer('productId'),
  integer('skuId'),
  text('condition'),
  text('variant'),
  text('language'),
  dollars('marketPrice'),
  dollars('lowestPrice'),
  dollars('midPrice'),
  dollars('highestPrice'),
  dollars('directLowestPrice'),
]

/** Rows of one group in columns. */
const createGroup = () => {
  const integers = () => new BigInt64Array(groupRows)
  const words = (): (string | null)[] => []
  const amounts = (): (bigint | null)[] => []
  return {
    source: words(),
    observedAt: integers(),
    recordedAt: integers(),
    sequence: integers(),
    productId: integers(),
    skuId: integers(),
    condition: words(),
    variant: words(),
    language: words(),
    marketPrice: amounts(),
    lowestPrice: amounts(),
    midPrice: amounts(),
    highestPrice: amounts(),
    directLowestPrice: amounts(),
  } satisfies Record<(typeof exportColumns)[number], unknown>
}

type Group = ReturnType<typeof createGroup>

const unscaled = (cents: number | null): bigint | null => (cents === null ? null : BigInt(cents))

const addRow = (group: Group, row: number, header: SegmentHeader, observation: PriceObservation): void => {
  group.source.push(header.source)
  group.observedAt[row] = BigInt(header.observedAtMs - observation.ageMs)
  group.recordedAt[row] = BigInt(header.recordedAtMs)
  group.sequence[row] = BigInt(header.sequence)
  group.productId[row] = BigInt(observation.productId)
  group.skuId[row] = BigInt(observation.skuId)
  group.condition.push(observation.condition)
  group.variant.push(observation.variant)
  group.language.push(observation.language)
  group.marketPrice.push(unscaled(observation.marketCents))
  group.lowestPrice.push(unscaled(observation.lowestCents))
  group.midPrice.push(unscaled(observation.midCents))
  group.highestPrice.push(unscaled(observation.highestCents))
  group.directLowestPrice.push(unscaled(observation.directLowestCents))
}

/** Ids stand in order, so that the steps between them are small. */
const steppedColumns: readonly string[] = ['productId', 'skuId']

/** A writer of the library whose bytes go to a sink after each group of rows. */
const writerTo = (sink: ByteSink): ByteWriter => {
  const writer = new ByteWriter(2 ** 20)
  const flush = async (): Promise<void> => {
    await sink(writer.getBytes())
    writer.index = 0
  }
  return Object.assign(writer, { flush, finish: flush })
}

/**
 * Writes every observation as a row of a Parquet file: instants in UTC, ids as 64-bit integers, amounts as decimals,
 * which sum up exactly. What is unknown is null.
 * @returns the number of rows
 */
export const writeParquetExport = async (
  segments: AsyncIterable<ExportedSegment>,
  sink: ByteSink,
  createdBy: string,
): Promise<number> => {
  const parquet = new ParquetWriter({
    writer: writerTo(sink),
    schema,
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    createdBy,
  })
  const group = createGroup()
  let waiting = 0
  let rows = 0
  const writeGroup = async (): Promise<void> => {
    const columnData = exportColumns.map((name) => ({
      name,
      data: group[name].slice(0, waiting),
      offsetIndex: false,
      // Readers skip groups by day and product, hardly by price.
      statistics: !name.endsWith('Price'),
      ...(steppedColumns.includes(name) ? { encoding: 'DELTA_BINARY_PACKED' as const } : {}),
    }))
    await parquet.write({ columnData, rowGroupSize: groupRows })
    for (const column of Object.values(group)) if (Array.isArray(column)) column.length = 0
    waiting = 0
  }
  for await (const { header, observations } of segments) {
    for (const observation of observations) {
      addRow(group, waiting, header, observation)
      rows++
      if (++waiting === groupRows) await writeGroup()
    }
  }
  if (waiting > 0) await writeGroup()
  await parquet.finish()
  return rows
}
