/** Companies that grade cards, as people write them; `graded` stands for any. */
export const graders = [
  ...['psa', 'bgs', 'bvg', 'bccg', 'beckett', 'cgc', 'sgc', 'tag', 'ace', 'ags', 'gma', 'hga'],
  'graded',
] as const

/** Words that stand beside a grade. */
export const gradeWords = ['gem', 'mint', 'pristine', 'mt', 'nm', 'ex', 'vg', 'graded', 'grade'] as const

const grade = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${graders.join('|')})[\\s:-]*(?:(?:${gradeWords.join('|')})[\\s-]+)*` +
    '(?:10|[1-9](?:[.,]\\d{1,2})?)(?![\\p{L}\\p{N}/-])(?:\\s+(?:gem|mint|pristine)(?!\\p{L}))*',
  'giu',
)

/** A text without grades as `PSA 10` or `BGS 9.5 Gem Mint`, which say nothing about which card it is. */
export const withoutGrades = (text: string): string => text.replace(grade, ' ')
