import { RowRejected } from './row-fields.ts'

export interface RejectedRow {
  readonly file: string
  /** Line or position within the file, from 1. */
  readonly row: number
  readonly reason: string
}

/** Rows rejected: how many, why, and the first of them. */
export interface Rejections {
  readonly total: number
  readonly reasons: Readonly<Record<string, number>>
  readonly first: readonly RejectedRow[]
}

/** Rows rejected that a report shows. */
const maxShown = 20

/** Creates an empty count of rows that were left out. */
export const createRejections = () => {
  const reasons: Record<string, number> = {}
  const first: RejectedRow[] = []
  let total = 0
  return {
    /** What was read of a row; `null` for one that cannot be read, which is counted. */
    attempt: <T>(file: string, row: number, read: () => T): T | null => {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof RowRejected || error instanceof SyntaxError)) throw error
        const reason = error instanceof RowRejected ? error.message : 'not valid JSON'
        total++
        reasons[reason] = (reasons[reason] ?? 0) + 1
        if (first.length < maxShown) first.push({ file, row, reason })
        return null
      }
    },
    summary: (): Rejections => ({ total, reasons, first }),
  }
}
