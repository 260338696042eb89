import { readCopyTerms } from './copy-words.ts'

/** Companies that put cards in slabs, by names that no card and no set has. */
const companies = 'psa|bgs|bvg|cgc|sgc|hga|beckett'

/** A grade wherever it stands: `PSA 9`, `BGS 9.5`, `CGC Pristine 10`, `psa: gem mint 10`. */
const graded = new RegExp(`\\b(?:${companies})[\\s:-]{0,3}(?:[a-z]{1,8}[\\s-]){0,3}\\d{1,2}(?:\\.5)?(?![\\d/])`, 'i')

/** What a column of grades says of a copy that is in no slab. */
const noGrade = /^(?:ungraded|not graded|raw|none|no|n\/?a|false|0|-|–|)$/i

/** What a row says of the grade of its copy. */
export interface GradeCells {
  /** The column of grades, and its head, which may name the company. */
  readonly grade: string
  readonly gradeHead: string
  readonly grader: string
  /** The number of a certificate. */
  readonly certificate: string
}

/** A grade as words that no copy of the market has, or a condition that stands in a column of grades. */
export interface Graded {
  readonly slab: string | null
  readonly condition: string | null
}

/** Reads what columns and other cells of a row say of a grade. */
export const readGrade = ({ grade, gradeHead, grader, certificate }: GradeCells, cells: readonly string[]): Graded => {
  if (!noGrade.test(grade)) {
    if (readCopyTerms(grade, 'condition') !== null) return { slab: null, condition: grade }
    const isNumber = /^\d/.test(grade)
    return { slab: [grader || (isNumber ? gradeHead : ''), grade].filter(Boolean).join(' '), condition: null }
  }
  if (!noGrade.test(grader) || !noGrade.test(certificate))
    return { slab: `Graded ${grader || certificate}`, condition: null }
  const found = cells.map((cell) => graded.exec(cell)?.[0]).find((text) => text !== undefined)
  return { slab: found ?? null, condition: null }
}
