import { csvCell } from '../../../packages/client/src/write-csv.ts'
import type { PriceObservation } from '../ports.ts'
import { type ByteSink, type ExportedSegment, exportColumns } from './exported-rows.ts'

const pieceLength = 2 ** 18

/** Cents as dollars with two digits, digit by digit: no double is between. */
const dollarCell = (cents: number | null): string => {
  if (cents === null) return ''
  const rest = cents % 100
  return `${(cents - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`
}

const isoOf = (atMs: number): string => new Date(atMs).toISOString()

/**
 * Writes every observation as a row of CSV (RFC 4180). What is unknown is an empty cell. @returns the number of rows
 */
export const writeCsvExport = async (segments: AsyncIterable<ExportedSegment>, sink: ByteSink): Promise<number> => {
  let piece = `${exportColumns.join(',')}\r\n`
  let rows = 0
  const words = new Map<string | null, string>()
  const cellOf = (word: string | null): string => {
    const known = words.get(word)
    if (known !== undefined) return known
    const cell = csvCell(word)
    words.set(word, cell)
    return cell
  }
  const rowOf = (start: string, observation: PriceObservation): string => {
    const { productId, skuId, condition, variant, language } = observation
    const { marketCents, lowestCents, midCents, highestCents, directLowestCents } = observation
    const sku = `${productId},${skuId},${cellOf(condition)},${cellOf(variant)},${cellOf(language)}`
    const listings = `${dollarCell(midCents)},${dollarCell(highestCents)},${dollarCell(directLowestCents)}`
    return `${start}${sku},${dollarCell(marketCents)},${dollarCell(lowestCents)},${listings}\r\n`
  }
  for await (const { header, observations } of segments) {
    const { source, observedAtMs, recordedAtMs, sequence } = header
    const startOf = (ageMs: number): string =>
      `${csvCell(source)},${isoOf(observedAtMs - ageMs)},${isoOf(recordedAtMs)},${sequence},`
    const start = startOf(0)
    for (const observation of observations) {
      piece += rowOf(observation.ageMs === 0 ? start : startOf(observation.ageMs), observation)
      rows++
      if (piece.length > pieceLength) {
        await sink(Buffer.from(piece))
        piece = ''
      }
    }
  }
  await sink(Buffer.from(piece))
  return rows
}
