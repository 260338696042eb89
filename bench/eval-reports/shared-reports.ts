import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ReportFile, RightCopy, RightRow } from './report-file.ts'

/** Lists after the shapes of real ones, beside the project; they are no part of it. */
const sharedReports = resolve(import.meta.dirname, '../../../shared/reports')

/** A row of `expected.json`; its INDEX says what the fields mean. */
interface ExpectedRow extends Partial<RightCopy> {
  readonly line: number
  readonly split?: readonly RightCopy[]
  readonly needs_review?: boolean
  readonly review_ok?: boolean
  readonly why?: string
}

const partsOf = ({ split, needs_review, productId, copies, finish, condition, language }: ExpectedRow): RightCopy[] => {
  if (split !== undefined) return [...split]
  if (needs_review === true || productId === undefined || copies === undefined) return []
  const said = Object.entries({ finish, condition, language }).filter(([, word]) => word !== undefined)
  return [{ productId, copies, ...Object.fromEntries(said) }]
}

const rightRow = (row: ExpectedRow): RightRow => {
  const parts = partsOf(row)
  const { line, review_ok, why } = row
  return { line, parts, mayBeAsked: parts.length === 0 || review_ok === true, ...(why === undefined ? {} : { why }) }
}

/** The shared lists; none, and one line that says so, where they are not there. */
export const readSharedReports = async (): Promise<ReportFile[]> => {
  if (!existsSync(join(sharedReports, 'expected.json'))) {
    process.stdout.write(`Skipped: there is no ${sharedReports}.\n`)
    return []
  }
  const read = (name: string): Promise<string> => readFile(join(sharedReports, name), 'utf8')
  const expected = JSON.parse(await read('expected.json')) as Record<string, readonly ExpectedRow[]>
  return await Promise.all(
    Object.entries(expected).map(async ([name, rows]) => ({ name, text: await read(name), rows: rows.map(rightRow) })),
  )
}
