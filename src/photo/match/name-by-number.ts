import { printSimilarity } from '../../cards/edit-distance.ts'
import { foldLetters } from '../../cards/fold.ts'
import type { CardLexicon } from '../reading.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import type { PlacedNumber } from './choose-number.ts'
import { isOutOfPlace, namePieces } from './name-pieces.ts'
import { printedTitles } from './unlisted-title.ts'
import { numberNames, unknownTitle } from './weights.ts'

/** A name that a number brings where the title does not, and the piece of a title that fits it. */
export interface NumberName {
  readonly name: string
  readonly number: PlacedNumber
  /** How much of the name the best piece of text shows, 0 to 1. */
  readonly fit: number
  readonly lines: readonly PlacedLine[]
}

const languages = 'EN|DE|FR|IT|ES|SP|PT|JP|JA|KR|KO|RU|CS|CT'
const signed = new RegExp(`(?:^|[^A-Z0-9])([A-Z0-9]{3,4}) ?[·•∙・.*-] ?(${languages})(?![A-Z])`)
/** The sign between was not read: many words end in such letters, so the code must have a digit or stand apart. */
const unsigned = new RegExp(`^((?=[A-Z]*[0-9])[A-Z0-9]{3,4}|[A-Z]{3} (?=[A-Z]{2}(?:$| )))(${languages})(?![A-Z])`)

interface PrintedSet {
  readonly code: string
  readonly isEnglish: boolean
}

/** Magic prints set and language below the number: `FDN · DE`. */
export const printedSet = (lines: readonly PlacedLine[]): PrintedSet | null => {
  const low = lines
    .filter(({ confidence, middle }) => confidence >= numberNames.minConfidence && middle[1] >= numberNames.setLineFrom)
    .map(({ text }) => text.normalize('NFKC').toUpperCase())
  for (const pattern of [signed, unsigned])
    for (const text of low) {
      const [, code, language] = pattern.exec(text) ?? []
      if (code !== undefined && /[A-Z]/.test(code)) return { code: code.trim(), isEnglish: language === 'EN' }
    }
  return null
}

/** Codes of one card whatever its language, whose foreign prints say so, or that all languages share. */
const foreignCode = /^[A-Z0-9]{3,4}-(?!EN|AE|E[0-9])[A-Z]{1,2}[0-9]{3}$|^(?:OP|ST|EB|PRB)[0-9]{2}-/

/**
 * The name that a well-read number brings: the one of its names that a piece of the title fits, or the only one of a
 * code or set that needs no title, since it is printed on a card in another language. A bare number brings no name.
 */
export const nameByNumber = (
  numbers: readonly PlacedNumber[],
  lines: readonly PlacedLine[],
  lexicon: CardLexicon,
): NumberName | null => {
  const set = printedSet(lines)
  const title = printedTitles(lines)
    .slice(0, 1)
    .map(({ line }) => line)
  const isUntitled = title.every(({ confidence }) => confidence <= unknownTitle.clear)
  for (const number of numbers) {
    if (number.certainty < numberNames.minCertainty || number.kind === 'guess' || number.kind === 'pokedex') continue
    const ofSet = set === null ? [] : lexicon.namesWith(number.text.split('/')[0] ?? '', set.code)
    const inSet = ofSet.length > 0 ? set : null
    const names = inSet === null ? lexicon.namesWith(number.text, null) : ofSet
    const fitting = fittingName(names, lines)
    if (fitting !== null) return { ...fitting, number }
    const [only] = names
    if (only === undefined || names.length > 1) continue
    const isForeign = inSet === null ? foreignCode.test(number.text) : !inSet.isEnglish
    if (isForeign || (isUntitled && number.certainty >= numberNames.untitled))
      return { name: only, number, fit: 0, lines: title }
  }
  return null
}

// The name that text fits best, clearly before the others of that number.
const fittingName = (names: readonly string[], lines: readonly PlacedLine[]): Omit<NumberName, 'number'> | null => {
  if (names.length === 0) return null
  const pieces = namePieces(lines).filter((piece) => !isOutOfPlace(piece.lines))
  const [first, second] = names
    .map((name) => {
      const folded = foldLetters(name)
      const best = pieces
        .map((piece) => ({ lines: piece.lines, fit: printSimilarity(foldLetters(piece.text), folded) }))
        .reduce((a, b) => (b.fit > a.fit ? b : a), { lines: [] as readonly PlacedLine[], fit: 0 })
      return { name, ...best }
    })
    .sort((a, b) => b.fit - a.fit)
  if (!first || first.fit < numberNames.minFit || first.fit - (second?.fit ?? 0) < numberNames.ahead) return null
  return first
}
