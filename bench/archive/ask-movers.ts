import { biggestMoves } from '../../src/archive/biggest-moves.ts'
import type { ArchiveStore, SegmentHeader } from '../../src/archive/ports.ts'
import { yearSource } from './year.ts'

const rounds = 5
const limit = 100

/** Asks for the biggest movers of the whole catalogue between the last day and some before. @returns rows of a table, and the best of a day's */
export const askMovers = async (store: ArchiveStore, dayCount: number) => {
  const headers = await store.headers(yearSource)
  const at = (day: number): SegmentHeader => headers[Math.max(0, day)] as SegmentHeader
  const rows: (string | number)[][] = []
  let bestMs = 0
  for (const back of [1, 7, 30, 360].filter((days) => days < dayCount)) {
    const timesMs: number[] = []
    let found = 0
    for (let round = 0; round < rounds; round++) {
      const beganMs = performance.now()
      const by = round % 2 === 0 ? 'percent' : 'cents'
      found = (await biggestMoves({ store, source: yearSource, from: at(dayCount - 1 - back), to: at(dayCount - 1), limit, by }))
        .length
      timesMs.push(performance.now() - beganMs)
    }
    if (back === 1) bestMs = Math.min(...timesMs)
    rows.push([
      `the last day against ${back} days before`,
      Math.min(...timesMs).toFixed(0),
      Math.max(...timesMs).toFixed(0),
      found,
    ])
  }
  return { rows, bestMs }
}
