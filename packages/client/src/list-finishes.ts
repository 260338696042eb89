import { cellWords, readCopyTerms } from './copy-words.ts'

/** Words of a head that say that a column counts. */
const countWords = new Set(
  'qty|quantity|quantities|count|counts|copies|amount|owned|number|anzahl|menge|quantite|cantidad'.split('|'),
)
/** Words of a head about a finish that are none of the market's. */
const plainWords = new Set(['reg', 'regular', 'standard', 'normal', 'nonfoil', 'non'])

/** The finish or edition that a head names. */
export interface FinishHead {
  /** As a copy is asked for. */
  readonly finish: string
  /** Whether the head says that the column counts copies. */
  readonly isCount: boolean
}

/** Reads a head that names a finish or an edition and nothing else, as `Foil`, `Reg Qty` or `Reverse Holo Count`. */
export const readFinishHead = (head: string): FinishHead | null => {
  const words = cellWords(head).filter((word) => word !== 'is')
  const named = words.filter((word) => !countWords.has(word))
  if (named.length === 0 || named.some((word) => word.length === 1)) return null
  const isCount = named.length < words.length
  if (named.length === 1 && plainWords.has(named[0] as string)) return { finish: 'Normal', isCount }
  const finish = named.join(' ')
  // Copies of a foil that the market does not know are counted too, so that none of them is taken for a plain one.
  if (isCount && named.includes('foil')) return { finish, isCount }
  const terms = readCopyTerms(finish, 'variant')
  return terms?.every(({ field }) => field === 'finish' || field === 'edition') ? { finish, isCount } : null
}

/** What a column under the head of a finish is: copies of that finish, marks of the rows that are of it, or prices. */
export type FinishColumn = 'counts' | 'marks' | 'other'

const isWhole = (cell: string): boolean => /^[x×]?\d{1,6}[x×]?(?:[.,]0{1,2})?$/i.test(cell)

/** What stands in the cells of a column that are not blank. */
interface Tally {
  cells: number
  whole: number
  amounts: number
  /** Whole numbers above one. */
  several: number
}

const tallyOf = (rows: readonly (readonly string[])[], isAsked: (at: number) => boolean): Map<number, Tally> => {
  const tallies = new Map<number, Tally>()
  for (const row of rows)
    for (const [at, cell] of row.entries()) {
      if (cell === '' || !isAsked(at)) continue
      const tally = tallies.get(at) ?? { cells: 0, whole: 0, amounts: 0, several: 0 }
      tallies.set(at, tally)
      tally.cells++
      if (isWhole(cell)) tally.whole++
      if (/^[$€£]?\s?\d/.test(cell)) tally.amounts++
      if (isWhole(cell) && Number(cell) > 1) tally.several++
    }
  return tallies
}

/** By more than half of its cells, so that a slip of a person's in one does not change the column. */
const kindOf = (tally: Tally | undefined): 'counts' | 'digits' | 'prices' | 'words' => {
  if (tally === undefined) return 'words'
  if (tally.whole * 2 > tally.cells) return tally.several > 0 ? 'counts' : 'digits'
  return tally.amounts * 2 > tally.cells ? 'prices' : 'words'
}

/**
 * What the columns under heads of finishes are, by all of their cells: numbers are never words. Several columns of
 * whole numbers count, and so does one with a number above one; a single one of ones and zeros marks.
 */
export const finishColumns = (
  heads: readonly (FinishHead | null)[],
  rows: readonly (readonly string[])[],
): (FinishColumn | null)[] => {
  const tallies = tallyOf(rows, (at) => heads[at] != null)
  const kinds = heads.map((head, at) => (head === null ? null : kindOf(tallies.get(at))))
  const numeric = kinds.filter((kind) => kind === 'counts' || kind === 'digits').length
  return kinds.map((kind, at) => {
    if (kind === null) return null
    if (heads[at]?.isCount || kind === 'counts' || (kind === 'digits' && numeric > 1)) return 'counts'
    return kind === 'prices' ? 'other' : 'marks'
  })
}
