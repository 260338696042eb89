import { fieldCount, type SeriesTable } from './series-table.ts'

/** Bits of a change: one for each of `archivedFields`, lowest first, or this one alone where the series is gone. */
export const goneBit = 1 << fieldCount

export interface TableChanges {
  /** For each series of the base what changed, 0 for nothing. */
  readonly masks: Uint8Array
  /** Rows of the new table that the base has not. A series whose words changed is gone and inserted anew. */
  readonly inserted: Uint32Array
}

export const compareTables = (base: SeriesTable, next: SeriesTable): TableChanges => {
  const masks = new Uint8Array(base.count)
  const inserted: number[] = []
  const [baseA, baseB, baseC, baseD, baseE] = base.amounts
  const [nextA, nextB, nextC, nextD, nextE] = next.amounts
  let row = 0
  let other = 0
  while (row < base.count && other < next.count) {
    const order =
      (base.productIds[row] as number) - (next.productIds[other] as number) ||
      (base.skuIds[row] as number) - (next.skuIds[other] as number)
    if (order > 0) inserted.push(other++)
    else if (order < 0) masks[row++] = goneBit
    else if (base.wordNumbers[row] !== next.wordNumbers[other]) {
      masks[row++] = goneBit
      inserted.push(other++)
    } else {
      masks[row] =
        (baseA[row] === nextA[other] ? 0 : 1) |
        (baseB[row] === nextB[other] ? 0 : 2) |
        (baseC[row] === nextC[other] ? 0 : 4) |
        (baseD[row] === nextD[other] ? 0 : 8) |
        (baseE[row] === nextE[other] ? 0 : 16)
      row += 1
      other += 1
    }
  }
  masks.fill(goneBit, row)
  while (other < next.count) inserted.push(other++)
  return { masks, inserted: Uint32Array.from(inserted) }
}
