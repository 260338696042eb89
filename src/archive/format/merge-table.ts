import { ArchiveDamagedError } from '../damage.ts'
import { goneBit } from './compare-tables.ts'
import { createSeriesTable, type SeriesTable } from './series-table.ts'

interface MergedTable {
  /** The base without what is gone, with what is inserted; changed amounts still as in the base. */
  readonly table: SeriesTable
  /** Where the inserted series stand in it. */
  readonly insertedRows: Uint32Array
  /** Rows of it whose amounts changed, in order, and what changed. */
  readonly changedRows: Uint32Array
  readonly changedMasks: Uint8Array
}

/** The first row of the base that stands not before a series. */
const positionOf = (base: SeriesTable, productId: number, skuId: number, start: number): number => {
  let low = start
  let high = base.count
  while (low < high) {
    const middle = (low + high) >>> 1
    const before =
      (base.productIds[middle] as number) < productId ||
      (base.productIds[middle] === productId && (base.skuIds[middle] as number) < skuId)
    if (before) low = middle + 1
    else high = middle
  }
  return low
}

/** A chain of thirty tables of 40 MB each would keep the collector busy; two take turns instead. */
const tableFor = (count: number, hasAges: boolean, spare: SeriesTable | null): SeriesTable => {
  if (spare !== null && !hasAges && spare.productIds.length >= count) return { ...spare, count, ages: null }
  return { ...createSeriesTable(hasAges ? count : Math.ceil(count * 1.01), hasAges), count }
}

const copyRows = (from: SeriesTable, start: number, end: number, to: SeriesTable, at: number): void => {
  to.productIds.set(from.productIds.subarray(start, end), at)
  to.skuIds.set(from.skuIds.subarray(start, end), at)
  to.wordNumbers.set(from.wordNumbers.subarray(start, end), at)
  for (const [field, column] of to.amounts.entries())
    column.set((from.amounts[field] as Float64Array).subarray(start, end), at)
  if (to.ages !== null && from.ages !== null) to.ages.set(from.ages.subarray(start, end), at)
}

const countMasks = (masks: Uint8Array): { readonly gone: number; readonly changed: number } => {
  let gone = 0
  let changed = 0
  for (const mask of masks) {
    if (mask === goneBit) gone += 1
    else if (mask > goneBit) throw new ArchiveDamagedError('A segment has a change that nobody wrote.')
    else if (mask !== 0) changed += 1
  }
  return { gone, changed }
}

/**
 * Puts together a table from its base, what became of each series of it, and what is new. Ranges between two places
 * where the order changes are copied whole.
 * @param spare a table that nobody reads any more; its memory is used again where it suffices
 * @throws ArchiveDamagedError when a series is inserted that the base still has
 */
export const mergeTable = (
  base: SeriesTable,
  masks: Uint8Array,
  inserted: SeriesTable,
  spare: SeriesTable | null,
): MergedTable => {
  const { gone, changed } = countMasks(masks)
  const table = tableFor(base.count - gone + inserted.count, inserted.ages !== null, spare)
  const insertedRows = new Uint32Array(inserted.count)
  const changedRows = new Uint32Array(changed)
  const changedMasks = new Uint8Array(changed)
  let changes = 0
  let row = 0
  let at = 0

  /** Copies the base up to a row, which is not included. */
  const copyBase = (end: number): void => {
    while (row < end) {
      if (masks[row] === goneBit) {
        row += 1
        continue
      }
      const start = row
      for (; row < end; row++) {
        const mask = masks[row] as number
        if (mask === 0) continue
        if (mask === goneBit) break
        changedRows[changes] = at + row - start
        changedMasks[changes++] = mask
      }
      copyRows(base, start, row, table, at)
      at += row - start
    }
  }

  for (let start = 0; start < inserted.count; ) {
    const productId = inserted.productIds[start] as number
    const skuId = inserted.skuIds[start] as number
    const position = positionOf(base, productId, skuId, row)
    const isInBase = position < base.count && base.productIds[position] === productId && base.skuIds[position] === skuId
    if (isInBase && masks[position] !== goneBit)
      throw new ArchiveDamagedError('A segment inserts a series that its base has.')
    copyBase(position)
    const end = endOfRun(base, position, inserted, start)
    copyRows(inserted, start, end, table, at)
    for (let index = start; index < end; index++) insertedRows[index] = at++
    start = end
  }
  copyBase(base.count)
  return { table, insertedRows, changedRows, changedMasks }
}

/** How far inserted series stand before the same row of the base: the whole of them where there is none. */
const endOfRun = (base: SeriesTable, position: number, inserted: SeriesTable, start: number): number => {
  if (position >= base.count) return inserted.count
  const productId = base.productIds[position] as number
  const skuId = base.skuIds[position] as number
  let end = start + 1
  while (
    end < inserted.count &&
    ((inserted.productIds[end] as number) < productId ||
      (inserted.productIds[end] === productId && (inserted.skuIds[end] as number) < skuId))
  )
    end += 1
  return end
}
