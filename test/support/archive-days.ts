import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { ArchiveStore, Segment, StagedRows } from '../../src/archive/ports.ts'
import { noRows, segmentAfter, series, source } from './archive.ts'

/** How many pages a day may touch, and how many series it adds. */
export interface DaySize {
  readonly pages: number
  readonly series: number
}

const month = '2026-11'
const pageBytes = 1_200

const touches = (sequence: number, number: number): boolean => (sequence * 7 + number) % 3 !== 0

/** The bytes of a page as one day leaves it: they tell the day and the page. */
const contentOf = (sequence: number, number: number): Buffer =>
  Buffer.alloc(pageBytes, `${sequence} ${number} ${hash('sha256', `${sequence} ${number}`, 'hex')} `)

/** What day `sequence` writes; two thirds of the pages. */
export const rowsOfDay = (sequence: number, size: DaySize): StagedRows => ({
  ...noRows,
  months: Array.from({ length: size.pages }, (_, number) => number)
    .filter((number) => touches(sequence, number))
    .map((number) => ({ month, page: number, content: contentOf(sequence, number) })),
  products: [{ page: sequence % 2, content: contentOf(sequence, 0) }],
  series: Array.from({ length: size.series }, (_, index) => series(sequence * size.series + index)),
})

/** A segment whose hash follows from the one before it. */
export const segmentOfDay = (previous: Segment | null, bytes = 100_000): Segment => {
  const segment = segmentAfter(previous)
  const content = contentOf(segment.sequence, -1)
  return {
    ...segment,
    content: Buffer.alloc(bytes, content),
    hash: hash('sha256', `${segment.previousHash} ${segment.sequence}`, 'hex'),
  }
}

/** Appends the day after the head. */
export const appendDay = async (archive: ArchiveStore, size: DaySize, bytes?: number): Promise<Segment> => {
  await archive.discardStaged(source)
  const head = await archive.head(source)
  const segment = segmentOfDay(head && { ...head, content: Buffer.alloc(0) }, bytes)
  await archive.stage(source, segment.sequence, rowsOfDay(segment.sequence, size))
  assert.equal(await archive.commit(segment), true)
  // A reader may be one day behind.
  await archive.sweep(source, segment.recordedAtMs)
  return segment
}

/**
 * Holds what can be read against what the days up to the head wrote: all of it, and nothing of a later day. @returns
 * the head's sequence
 */
export const assertWholeDays = async (archive: ArchiveStore, size: DaySize): Promise<number> => {
  const head = await archive.head(source)
  const headers = await archive.headers(source)
  assert.deepEqual(
    headers.map(({ sequence }) => sequence),
    Array.from({ length: head?.sequence ?? 0 }, (_, index) => index + 1),
  )
  if (head === null) return 0
  headers.forEach((header, index) => {
    assert.equal(header.previousHash, headers[index - 1]?.hash ?? '0'.repeat(64))
    assert.equal(header.hash, hash('sha256', `${header.previousHash} ${header.sequence}`, 'hex'))
  })
  assert.deepEqual(headers.at(-1), head)
  const segment = await archive.segment(source, head.sequence)
  assert.ok(
    segment && Buffer.from(segment.content).equals(Buffer.alloc(segment.content.length, contentOf(head.sequence, -1))),
  )
  const newest = (number: number) => {
    for (let sequence = head.sequence; sequence > 0; sequence--) if (touches(sequence, number)) return sequence
    return null
  }
  const expected = Array.from({ length: size.pages }, (_, number) => ({ number, sequence: newest(number) })).filter(
    ({ sequence }) => sequence !== null,
  )
  let seen = 0
  for await (const { page, content } of archive.monthPages(source, month, head.sequence)) {
    const { number, sequence } = expected[seen++] ?? { number: null, sequence: null }
    assert.equal(page, number)
    assert.ok(
      Buffer.from(content).equals(contentOf(sequence as number, page)),
      `page ${page} is not that of day ${sequence}`,
    )
  }
  assert.equal(seen, expected.length)
  assert.equal(
    (await archive.series(source, 0, Number.MAX_SAFE_INTEGER, head.sequence)).length,
    head.sequence * size.series,
  )
  return head.sequence
}
