import type { PlacedLine } from '../text/placed-line.ts'
import { type GradeLine, readGradeLine } from './grade-words.ts'
import { editionOrFinish, setOnLabel } from './label-words.ts'

/** A line of a label; what its place is measured in plays no part. */
export type LabelLine = Pick<PlacedLine, 'text' | 'confidence' | 'middle' | 'left' | 'right' | 'height'>

/** The label in the holder of a graded card. */
export interface SlabLabel {
  /** As `PSA`; `Graded` where nothing tells whose it is. */
  readonly company: string
  /** `null` where it is not told beyond doubt. The card is graded all the same. */
  readonly grade: string | null
  readonly certificate: string | null
  readonly variant: string | null
  readonly set: string | null
}

/** Set by hand on the open slabs and on made ones (`npm run eval:slabs`). */
const parameters = {
  minConfidence: 0.6,
  /** For what no other line bears out: a company, the words of a grade, a figure. */
  sure: 0.85,
  sureCertificate: 0.96,
  /** How far from one mark of a label the others stand, in heights of the frame. */
  reach: 0.22,
  /** How far apart the right ends of a column are. */
  aligned: 0.07,
  /** How much taller than the words of a label its grade is where it is set as a figure. */
  figure: 1.4,
} as const

/** The words behind a company's name are mostly read without the space between. */
const behindName = '(?:(?![A-Z0-9])| ?(?:UNIVERSAL|GRAD|CARDS|TRADING|CERT))'
const companies = ['BCCG', 'BVG', 'BGS', 'CGC', 'SGC', 'PSA', 'AGS', 'TAG', 'ACE', 'GMA', 'HGA'].map((name) => ({
  name,
  form: new RegExp(`(?<![A-Z0-9])${name.split('').join(' ?')}${behindName}${name === 'BGS' ? '|BECKETT' : ''}`),
}))

const subgrade = /^(?:CENT(?:E?R|RE)ING|CORNERS?|EDGES?|SURFACE)\b/
/** What makes a grade another one, or none: only authentic, altered, or with a qualifier. */
const qualified =
  /AUTHENTIC(?!A)|ALTERED|TRIMMED|\((?:OC|MC|ST|PD|MK|OF)\)$|^(?:[0-9.]*|.*(?:MT|MINT|NM|EX|VG)) ?(?:OC|MC|PD|MK)$/
const certificateForm = /^[^0-9]{0,14}?((?:(?<![A-Z])[A-HJKMNP-Z])?[0-9]{7,10})$/

interface Mark extends LabelLine {
  readonly grade: GradeLine | null
  readonly certificate: string | null
}

const toMark = (line: LabelLine): Mark => {
  const text = line.text.normalize('NFKC').toUpperCase().trim()
  const certificate = certificateForm.exec(text.replace(/(?<=[0-9])[\s-](?=[0-9])/g, ''))?.[1] ?? null
  return { ...line, text, certificate, grade: readGradeLine(text) }
}

const isSure = ({ confidence }: Mark): boolean => confidence >= parameters.sure
const isNamed = (mark: Mark): boolean => isSure(mark) && companies.some(({ form }) => form.test(mark.text))
const isSubgrade = ({ text }: Mark): boolean => subgrade.test(text)
const hasWords = (mark: Mark): boolean => isSure(mark) && (mark.grade?.meant.length ?? 0) > 0
const hasLongWord = (mark: Mark): boolean => isSure(mark) && mark.grade?.isLongWord === true

const isBeside = (word: LabelLine, number: LabelLine): boolean => {
  const drop = Math.abs(word.middle[1] - number.middle[1])
  const isApart = number.left > word.right + parameters.aligned || word.left > number.right + parameters.aligned
  return (
    drop < 2.2 * Math.max(word.height, number.height) && (!isApart || drop < 0.6 * Math.min(word.height, number.height))
  )
}

/** A grade on which its words and its number agree; where there are no words, the figure above all others. */
const gradeOf = (marks: readonly Mark[], isCompanyKnown: boolean): { value: number; at: Mark } | null => {
  if (marks.some(({ text }) => qualified.test(text))) return null
  const words = marks.filter(hasWords)
  const part = marks.find(isSubgrade)
  const tallest = Math.max(...marks.map(({ grade, height }) => (grade === null ? height : 0)))
  const isFigure = ({ height }: Mark): boolean => height >= parameters.figure * (part?.height ?? tallest)
  const found = marks.flatMap((number) => {
    const value = number.grade?.number ?? null
    if (value === null || (part && !isFigure(number))) return []
    if (words.length === 0) return isCompanyKnown && isSure(number) && isFigure(number) ? [{ value, at: number }] : []
    return words
      .filter((word) => (word === number || isBeside(word, number)) && word.grade?.meant.includes(value))
      .map((at) => ({ value, at }))
  })
  return new Set(found.map(({ value }) => value)).size === 1 ? (found[0] ?? null) : null
}

/** PSA, whose name is a hologram, sets grade and certificate below one another at the right, beside year and number. */
const isOfPsa = (marks: readonly Mark[], grade: Mark, { certificate, right, middle }: Mark): boolean =>
  Math.abs(grade.right - right) < parameters.aligned &&
  grade.middle[1] < middle[1] &&
  /^[0-9]{7,9}$/.test(certificate ?? '') &&
  marks.some(({ text }) => /^(?:19|20)[0-9]{2}(?![0-9])|^#\s?[A-Z]{0,4}[0-9]/.test(text))

const labelOf = (marks: readonly Mark[]): SlabLabel | null => {
  const naming = marks.filter(isNamed)
  const company = companies.find(({ form }) => naming.some(({ text }) => form.test(text)))
  const hasSubgrades = marks.filter(isSubgrade).length >= 2
  const certified = marks.find(({ certificate }) => certificate !== null)
  const grade = gradeOf(marks, company !== undefined)
  const isWorded = (grade !== null && hasWords(grade.at)) || marks.some(hasLongWord)
  const witnesses = [company, certified, isWorded, hasSubgrades].filter(Boolean).length
  if (witnesses < 2) return null
  const isBeckett = hasSubgrades && /^00[0-9]{8}$/.test(certified?.certificate ?? '')
  const isPsa = grade && certified && isOfPsa(marks, grade.at, certified)
  // A label is mostly read twice, and nothing else bears the digits out.
  const certificates = new Set(marks.flatMap(({ certificate }) => certificate ?? []))
  const isLegible = marks.some((mark) => mark.certificate && mark.confidence >= parameters.sureCertificate)
  const texts = marks.map(({ text }) => text)
  return {
    company: company?.name ?? (isBeckett ? 'BGS' : isPsa ? 'PSA' : 'Graded'),
    grade: grade && String(grade.value),
    certificate: isLegible && certificates.size === 1 ? (certified?.certificate ?? null) : null,
    variant: editionOrFinish(texts),
    set: setOnLabel(texts),
  }
}

const isAnchor = (mark: Mark): boolean =>
  mark.certificate !== null || hasLongWord(mark) || isSubgrade(mark) || isNamed(mark)

/** Whether a line may be one of a label: a company, a word beside a grade, a certificate. */
export const isLabelMark = (line: LabelLine): boolean => isAnchor(toMark(line))

/**
 * Reads the label of a graded card out of the lines of a card and of what stands above it; `null` where there is none.
 * Two independent marks make a label: company, words beside the grade, certificate, grades of corners and edges.
 */
export const readLabel = (lines: readonly LabelLine[]): SlabLabel | null => {
  const marks = lines.filter(({ confidence }) => confidence >= parameters.minConfidence).map(toMark)
  const labels = marks
    .filter(isAnchor)
    .map(({ middle }) => labelOf(marks.filter((mark) => Math.abs(mark.middle[1] - middle[1]) < parameters.reach)))
    .filter((label) => label !== null)
  const best = labels.find(({ grade }) => grade !== null) ?? labels[0]
  const areSeveral = new Set(labels.flatMap(({ grade }) => grade ?? [])).size > 1
  return best === undefined ? null : { ...best, grade: areSeveral ? null : best.grade }
}
