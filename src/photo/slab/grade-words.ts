/** Grades and the words beside them, without signs between; a `+` behind adds a half. */
const meanings: readonly (readonly [grade: number, words: string])[] = [
  [10, 'PERFECT|PRISTINE|GEMMINT|GEMMT'],
  [9, 'MINT|MT'],
  [8, 'NEARMINTMINT|NMMINT|NMINT|NMMT'],
  [7, 'NEARMINT|NM'],
  [6, 'EXCELLENTNEARMINT|EXCELLENTMINT|EXMT|EXNM'],
  [5, 'EXCELLENT|EX'],
  [4, 'VERYGOODEXCELLENT|VGEX'],
  [3, 'VERYGOOD|VG'],
  [2, 'GOOD'],
  [1.5, 'FAIR|FR'],
  [1, 'POOR|PR'],
]
const gradeOfWord = new Map(
  meanings.flatMap(([grade, words]) => words.split('|').map((word) => [word, grade] as const)),
)

/** What a line says of a grade. */
export interface GradeLine {
  /** Grades that its words may stand for; empty where it has none. */
  readonly meant: readonly number[]
  /** `9.5`, also where it was read as 95; `null` where it has words alone. */
  readonly number: number | null
  /** A few letters stand anywhere, as `EX` does. */
  readonly isLongWord: boolean
}

const number = '10(?:[.,]0)?|[1-9](?:[.,]0|[.,]?5)?'
const gradeLine = new RegExp(`^(${number})?(?:(${[...gradeOfWord.keys()].join('|')})(\\+)?(${number})?)?$`)
const company = /^(?:PSA|BGS|BECKETT|CGC|SGC|TAG|ACE|AGS)?(?:GRAD(?:ING|ED?)|CARDS)?(?=.)/

/** `GEM MINT` is 9.5 at some companies; beside a number that has the half, a plus is easily missed. */
const gradesOf = (word: string, hasPlus: boolean): number[] => {
  const grade = gradeOfWord.get(word) ?? 0
  if (word.startsWith('GEM')) return [10, 9.5]
  return hasPlus ? [grade + 0.5] : grade === 10 ? [10] : [grade, Math.floor(grade) + 0.5]
}

/** Reads `NM-MT 8`, `GEM MINT`, `9.5`; `null` of a line that says anything else. */
export const readGradeLine = (text: string): GradeLine | null => {
  const bare = text
    .toUpperCase()
    .replace(/[^A-Z0-9+.,]/g, '')
    .replace(company, '')
  const digits = /^[0-9OIL]{1,2}$/.test(bare) ? bare.replaceAll('O', '0').replaceAll(/[IL]/g, '1') : bare
  const [all = '', before, word, plus, behind] = gradeLine.exec(digits) ?? []
  if (all === '') return null
  const value = Number((before ?? behind)?.replace(',', '.') ?? Number.NaN)
  return {
    meant: word === undefined ? [] : gradesOf(word, plus !== undefined),
    number: Number.isNaN(value) ? null : value > 10 ? value / 10 : value,
    isLongWord: word !== undefined && word.length > 3,
  }
}
