import { type CollectorNumber, relateNumbers } from '../cards/collector-number.ts'
import type { NumberReading } from '../catalog/ports.ts'
import { type KnownNumber, matchNumber, type NumberMatch } from './number-match.ts'
import type { PreparedMention, PreparedNumber, PreparedText } from './prepared-text.ts'
import { readingOrder } from './weights.ts'

/** What the collector number says for and against a printing. */
export interface NumberEvidence {
  readonly match: NumberMatch | null
  /** True when the text holds a number that neither the printing bears nor its name explains. */
  readonly isOpen: boolean
  /** True when a number of the text is left that is neither the printing's nor a part of its name or set. */
  readonly isLeft: boolean
  /** The same for a fraction or a code, which hardly is anything else than a collector number. */
  readonly isSureLeft: boolean
}

/**
 * The numbers that are not words of the name (`Lose 1 Turn 10`) nor a code of the set; all of them where there is none
 * beside the name.
 */
const numbersBeside = (
  text: PreparedText,
  inName: Float32Array,
  mentions: readonly PreparedMention[],
): readonly PreparedNumber[] => {
  const isCode = ({ reading: { from, to } }: PreparedNumber): boolean =>
    mentions.some((mention) => mention.number === null && mention.from <= from && mention.to >= to)
  const glued = mentions.flatMap(({ number }) => number ?? [])
  const numbers = mentions.length === 0 ? text.numbers : [...text.numbers.filter((one) => !isCode(one)), ...glued]
  if (numbers.length < 2) return numbers
  const beside = numbers.filter(({ reading: { from, to } }) => inName.subarray(from, to).some((share) => share !== 1))
  return beside.length > 0 ? beside : numbers
}

/** Marks the words of a number as explained, wherever it stands. */
const explainNumber = (
  { numbers }: PreparedText,
  { from, to }: NumberReading,
  known: CollectorNumber,
  explained: Float32Array,
): void => {
  explained.fill(1, from, to)
  for (const { reading } of numbers)
    if (relateNumbers(reading.number, known) === 'same') explained.fill(1, reading.from, reading.to)
}

/** Finds the number of the text that a printing bears, and marks its words as explained. */
export const findNumber = (
  text: PreparedText,
  known: KnownNumber | null,
  inName: Float32Array,
  mentions: readonly PreparedMention[],
  explained: Float32Array,
): NumberMatch | null => {
  const match = known === null ? null : matchNumber(numbersBeside(text, inName, mentions), known)
  if (match !== null && known?.number) explainNumber(text, match.reading, known.number, explained)
  return match
}

/** True for a number of which some word is still open. */
const isOpenNumber = ({ contradictsNothing, words }: PreparedNumber, explained: Float32Array): boolean =>
  !contradictsNothing && (words.length === 0 || words.some((at) => explained[at] !== 1))

/** True for a fraction or code of which no word is explained; small fractions may be power and toughness. */
const isSureNumber = (
  { reading: { strength, number }, contradictsNothing, words }: PreparedNumber,
  explained: Float32Array,
): boolean =>
  !contradictsNothing &&
  (strength === 'code' ||
    (strength === 'fraction' && Math.max(number.digits, Number(number.total)) > readingOrder.maxPower)) &&
  words.every((at) => explained[at] !== 1)

/** Finds the evidence of the numbers once all words are explained that can be. */
export const findNumberEvidence = (
  { numbers }: PreparedText,
  match: NumberMatch | null,
  isAllOfText: boolean,
  explained: Float32Array,
): NumberEvidence => {
  const isLeft = !isAllOfText && numbers.some((number) => isOpenNumber(number, explained))
  return {
    match,
    isOpen: match === null && isLeft,
    isLeft,
    isSureLeft: !isAllOfText && numbers.some((number) => isSureNumber(number, explained)),
  }
}
