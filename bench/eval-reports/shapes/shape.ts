import { quoted } from '../../prove-lists/make-export.ts'
import type { ReportFile, RightCopy } from '../report-file.ts'
import { createDraw, type Draw, type ShapeCatalog } from './draw.ts'

/** What a row must be priced as. */
export interface Answer {
  readonly parts: readonly RightCopy[]
  readonly mayBeAsked: boolean
  readonly why?: string
}

/** A kind of file, drawn by a seed. */
export interface Shape {
  readonly name: string
  readonly make: (catalog: ShapeCatalog, seed: number) => ReportFile
}

/** It says enough. */
export const priced = (...parts: readonly RightCopy[]): Answer => ({ parts, mayBeAsked: false })
/** It says enough for one who knows the program; a person may be asked. */
export const pricedOrAsked = (...parts: readonly RightCopy[]): Answer => ({ parts, mayBeAsked: true })
/** Nothing may be priced. */
export const asked = (why: string): Answer => ({ parts: [], mayBeAsked: true, why })

/** The same answer, where a person may be asked too. */
export const orAsked = (answer: Answer): Answer => ({ ...answer, mayBeAsked: true })

/** Another seed for each shape, so that each has other cards. */
const seedOf = (name: string, seed: number): number =>
  Array.from(name).reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, seed)

interface Lines {
  readonly name: string
  /** Of the byte order. */
  readonly mark?: string
  readonly before?: readonly string[]
  readonly lineEnd?: string
  /** In groups, as deck lists have them; an empty line stands between. */
  readonly rows: (draw: Draw) => readonly (readonly (Answer & { readonly text: string })[])[]
}

/** A list of lines. */
export const linesShape = ({ name, mark = '', before = [], lineEnd = '\n', rows }: Lines): Shape => ({
  name,
  make: (catalog, seed) => {
    const lines = [...before]
    const right = rows(createDraw(catalog, seedOf(name, seed))).flatMap((group, at) => {
      if (at > 0) lines.push('')
      return group.map(({ text, ...answer }) => ({ ...answer, line: lines.push(text) }))
    })
    return { name, text: mark + [...lines, ''].join(lineEnd), rows: right }
  },
})

export type Cells = Readonly<Record<string, string | number>>

interface Table extends Omit<Lines, 'rows'> {
  /** As the program has them, with commas between. */
  readonly columns: string
  readonly separator?: string
  readonly quotesAll?: boolean
  readonly rows: (draw: Draw) => readonly (Answer & { readonly cells: Cells })[]
}

/** A table. A column without a cell is empty. */
export const tableShape = ({
  columns,
  separator = ',',
  quotesAll = false,
  rows,
  before = [],
  ...lines
}: Table): Shape => {
  const heads = columns.split(',')
  const lineOf = (cells: readonly (string | number)[], isQuoted: boolean): string =>
    cells.map((cell) => quoted(String(cell), separator, isQuoted)).join(separator)
  return linesShape({
    ...lines,
    before: [...before, lineOf(heads, false)],
    rows: (draw) => [
      rows(draw).map(({ cells, ...answer }) => ({
        ...answer,
        text: lineOf(
          heads.map((head) => cells[head] ?? ''),
          quotesAll,
        ),
      })),
    ],
  })
}
