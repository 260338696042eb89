import { numberSkeleton, readCollectorNumber, relateNumbers } from '../../cards/collector-number.ts'
import { type PrintedNumber, readPrintedNumbers } from '../../cards/printed-numbers.ts'
import { align } from '../text/alignment.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import { agreementWeights, alignmentLimits, barePlace, numberWeights } from './weights.ts'

/** A collector number with the chance that its digits are right, and the line it came from. */
export interface PlacedNumber extends PrintedNumber {
  readonly certainty: number
}

/** A number for a name, and how well it agrees with those that the name has; null when it has none. */
export interface ChosenNumber {
  readonly number: PlacedNumber | null
  readonly agreement: number | null
}

/** How well a number that was read agrees with one of the catalogue, 0 to 1. */
export const numberAgreement = (read: string, known: string): number => {
  const [a, b] = [readCollectorNumber(read), readCollectorNumber(known)]
  if (a === null || b === null) return 0
  const relation = relateNumbers(a, b)
  if (relation === 'conflict') return a.head === b.head ? agreementWeights.otherTotal : agreementWeights.conflict
  const isBare = (a.total === null || b.total === null) && !/[a-z]/.test(a.head)
  return relation === 'same' && isBare ? agreementWeights.bare : agreementWeights[relation]
}

/** All numbers of the lines, surest first; the lower edge is where most games print theirs. */
export const placedNumbers = (lines: readonly PlacedLine[]): PlacedNumber[] => {
  const inJapanese = isJapanese(lines)
  return lines
    .flatMap((line) =>
      readPrintedNumbers(line.text)
        .filter(({ kind, text }) => (kind === 'pokedex' ? inJapanese : kind !== 'bare' || isAtBarePlace(text, line)))
        .map((number): PlacedNumber => {
          const low = line.middle[1] > numberWeights.lowerEdge || number.kind === 'code' || number.kind === 'pokedex'
          return { ...number, certainty: number.fit * line.confidence * (low ? 1 : numberWeights.elsewhere) }
        }),
    )
    .sort((a, b) => b.certainty - a.certainty)
}

const isAtBarePlace = (number: string, { middle: [x, y], confidence }: PlacedLine): boolean => {
  const { left, right, minConfidence } = barePlace
  const isInPlace = number.length === 3 ? x < left.maxX && y > left.minY : x > right.minX && y > right.minY
  return isInPlace && confidence >= minConfidence
}

/** Whether a number says something without a name that bears it out. */
export const standsAlone = ({ kind }: PrintedNumber): boolean => kind !== 'guess' && kind !== 'bare'

// One line may be a misreading of a symbol; two clear ones are writing.
const isJapanese = (lines: readonly PlacedLine[]): boolean =>
  lines.filter(
    ({ text, confidence }) =>
      confidence > 0.8 && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u.test(text),
  ).length >= 2

/**
 * A number that the name really has, read as it stands or borne out by the columns of some line; else the surest one
 * read.
 */
export const bestNumber = (
  numbers: readonly string[],
  read: readonly PlacedNumber[],
  lines: readonly PlacedLine[],
): ChosenNumber => {
  const plain = read.find(standsAlone) ?? null
  if (numbers.length === 0) return { number: plain, agreement: null }
  const agreed = agreedNumber(numbers, read)
  if (worthOf(agreed) > numberWeights.sureWorth) return agreed ?? { number: plain, agreement: 0 }
  const aligned = alignedNumber(numbers, lines, agreed && !standsAlone(agreed.number) ? null : plain)
  const best = worthOf(aligned) > worthOf(agreed) ? aligned : agreed
  return best ?? { number: plain, agreement: 0 }
}

/** Catalogues write the 53 promotions of Pokémon of the first years with a total, which they do not print. */
const printedBare = /^[0-9]+(?:\/53)?$/

type AgreedNumber = { readonly [K in keyof ChosenNumber]: NonNullable<ChosenNumber[K]> }

const worthOf = (chosen: AgreedNumber | null): number => (chosen ? chosen.agreement * chosen.number.certainty : 0)

const agreedNumber = (numbers: readonly string[], read: readonly PlacedNumber[]): AgreedNumber | null => {
  let best: AgreedNumber | null = null
  for (const number of read) {
    const comparable = number.kind === 'bare' ? numbers.filter((own) => printedBare.test(own)) : numbers
    const chosen = asListed(number, comparable) ?? {
      number,
      agreement: Math.max(0, ...comparable.map((own) => numberAgreement(number.text, own))),
    }
    if (chosen.agreement >= agreementWeights.min && worthOf(chosen) > worthOf(best)) best = chosen
  }
  return best
}

const codeParts = /^([A-Z0-9]{2,4}-)([A-Z]{0,2})([A-Z]{0,2}[0-9]{1,3})$/

// A code of the name whose characters were mistaken for others that look alike; the region is that of the print.
const asListed = (number: PlacedNumber, numbers: readonly string[]): AgreedNumber | null => {
  const [, set, region, card] = (number.kind === 'code' && codeParts.exec(number.text)) || []
  if (set === undefined || region === undefined || card === undefined) return null
  const skeleton = numberSkeleton(`${set}${card}`)
  for (const own of numbers) {
    const [, ownSet = '', , ownCard = ''] = codeParts.exec(own) ?? []
    const text = `${ownSet}${region}${ownCard}`
    if (text !== number.text && numberSkeleton(`${ownSet}${ownCard}`) === skeleton)
      return { number: { ...number, text }, agreement: agreementWeights.aligned }
  }
  return null
}

const alignedNumber = (
  numbers: readonly string[],
  lines: readonly PlacedLine[],
  plain: PlacedNumber | null,
): AgreedNumber | null => {
  const wanted = numbers.filter((own) => own.length >= alignmentLimits.minCharacters && /[/-]|[A-Z]{2}/.test(own))
  if (wanted.length === 0) return null
  const found = lines
    .filter((line) => /[0-9OIl|].*[0-9OIl|]/.test(line.text) && line.middle[1] > alignmentLimits.minY)
    .flatMap((line) => wanted.map((text) => ({ text, line, loss: -align(line.columns, text) })))
    .map((entry) => ({ ...entry, worth: entry.text.length - entry.loss }))
    .sort((a, b) => b.worth - a.worth)
  const first = found[0]
  const second = found.find(({ text }) => text !== first?.text)
  // A clean reading yields only to a number that is nearly the same, or that it is a torn piece of.
  const allowed =
    plain && plain.certainty > numberWeights.sureReading && !isPieceOf(plain.text, first?.text ?? '')
      ? alignmentLimits.maxLossAgainstSure
      : alignmentLimits.maxLossPerCharacter * (first?.text.length ?? 0)
  if (!first || first.loss > allowed) return null
  const ahead = second ? first.worth - second.worth : alignmentLimits.noRivalAhead
  const certainty =
    Math.exp(-first.loss / first.text.length) *
    (1 - alignmentLimits.tie * Math.exp(-ahead / alignmentLimits.clearAhead))
  if (plain && !isPieceOf(plain.text, first.text) && certainty < alignmentLimits.againstReading * plain.certainty)
    return null
  const kind = first.text.includes('/') ? 'fraction' : 'code'
  return { number: { text: first.text, kind, fit: certainty, certainty }, agreement: agreementWeights.aligned }
}

// A line cut short at either end: 20/10 of 20/108, 6/269 of 046/269.
const isPieceOf = (read: string, whole: string): boolean =>
  read !== whole && (whole.startsWith(read) || whole.endsWith(read))
