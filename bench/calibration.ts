import { printTable } from './figures.ts'
import { type Answer, isCertain } from './measure.ts'

/** Lowest score of each band of the curve. */
const bands = [0, 50, 60, 70, 80, 85, 90, 93, 96, 98]

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`)
const row = (name: string, answers: readonly Answer[]): (string | number)[] => {
  const wrong = answers.filter(({ right }) => !right).length
  return [name, answers.length, wrong, percent(wrong, answers.length)]
}

/**
 * Prints how often answers of each band of `matchScore` were wrong: those that are not ambiguous, and the ambiguous
 * ones in one row.
 */
export const printCalibration = (answers: readonly Answer[]): void => {
  const clear = answers.filter(({ ambiguous }) => !ambiguous)
  printTable(
    ['matchScore', 'answers', 'wrong', 'share'],
    [
      ...bands.map((from, at) => {
        const below = bands[at + 1] ?? 101
        return row(
          `${from} to ${below - 1}`,
          clear.filter(({ matchScore }) => matchScore >= from && matchScore < below),
        )
      }),
      row('50 and more, not ambiguous', answers.filter(isCertain)),
      row(
        'ambiguous',
        answers.filter(({ ambiguous }) => ambiguous),
      ),
    ],
  )
}
