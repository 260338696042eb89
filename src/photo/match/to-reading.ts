import type { ReadCard } from '../../identification/ports.ts'
import { sidesOf } from '../image/geometry.ts'
import type { Look } from '../look.ts'
import type { CardLexicon, FullReading } from '../reading.ts'
import { printedEdition } from '../slab/label-words.ts'
import { readLabel } from '../slab/read-label.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import type { PlacedNumber } from './choose-number.ts'
import { certaintyOf } from './confidence.ts'
import { languageOf } from './language.ts'
import type { Match } from './match.ts'
import { printedSet } from './name-by-number.ts'
import { isOutOfPlace } from './name-pieces.ts'
import { agreementWeights, reporting, titlePlaces, unknownTitle } from './weights.ts'

const textLimit = 4000

const isOver = (upper: PlacedLine, lower: PlacedLine): boolean =>
  Math.abs(upper.middle[1] - lower.middle[1]) < 0.5 * upper.height &&
  lower.middle[0] > upper.left &&
  lower.middle[0] < upper.right

/** What was looked at again lies over what was read before: of such lines the one that says most, and surest, stays. */
export const withoutRereadings = (lines: readonly PlacedLine[]): PlacedLine[] => {
  const kept: PlacedLine[] = []
  for (const line of lines.toSorted((a, b) => b.text.length * b.confidence - a.text.length * a.confidence))
    if (!kept.some((other) => isOver(other, line))) kept.push(line)
  return lines.filter((line) => kept.includes(line))
}

// What a picture says goes into an answer: no control characters, nothing that turns the direction of text around.
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')

/** What games draw as a logo behind a name, where no reader of letters finds it. */
const logos = ['ex', 'GX', 'V', 'VMAX', 'VSTAR', 'LV.X', 'BREAK']
/** Whether only its number tells a name from a longer one: `Alakazam` from an `Alakazam ex` whose logo was not read. */
export const mayLackLogo = ({ name }: Pick<Match, 'name'>, lexicon: CardLexicon): boolean =>
  name !== null && logos.some((logo) => lexicon.numbersOf(`${name} ${logo}`).length > 0)

/** Magic's numbers have no total in the catalogue; Yu-Gi-Oh!'s codes name a region. Both print titles on top alone. */
const titledOnTop = /^[0-9]+$|^[A-Z0-9]{3,4}-(?:EN|E)/
const isBelowItsPlace = ({ name, title }: Match, lexicon: CardLexicon): boolean =>
  name !== null &&
  title.every(({ middle }) => middle[1] >= titlePlaces[0].below) &&
  lexicon.numbersOf(name).some((number) => titledOnTop.test(number))

const nameChance = (match: Match, isCard: boolean, lexicon: CardLexicon): number => {
  const { name } = certaintyOf(match, isCard)
  if ((match.agreement ?? 0) >= agreementWeights.min && match.isDoubtful !== true) return name
  const chance = mayLackLogo(match, lexicon) ? name * reporting.withoutLogo : name
  const isMisplaced = isOutOfPlace(match.title) || isBelowItsPlace(match, lexicon)
  if (isMisplaced) return Math.min(chance * reporting.outOfPlace, reporting.maxOutOfPlace)
  return match.isDoubtful ? Math.min(chance, reporting.maxDoubtful) : chance
}

const toReadNumber = ({ text, kind }: PlacedNumber): ReadCard['number'] => ({
  text,
  strength: text.includes('/') ? 'fraction' : text.includes('-') ? 'code' : kind === 'code' ? 'prefixed' : 'bare',
})

/** Chances, 0 to 1, of what is reported; 0 of what is not. */
interface Chances {
  readonly name: number
  readonly number: number
  readonly both: number
}

const hasNumber = ({ number }: Match, minCertainty: number): boolean =>
  number !== null && number.certainty >= minCertainty

// A name of the catalogue, or without one whatever the title says.
const ofListed = (match: Match, isCard: boolean, lexicon: CardLexicon | null): Chances => {
  const certainty = certaintyOf(match, isCard)
  const name = lexicon ? nameChance(match, isCard, lexicon) : reporting.unaided * match.score
  const isStrange = match.agreement === 0
  const number = hasNumber(match, isStrange ? reporting.minStrangeNumber : reporting.minNumber)
    ? Math.max(reporting.doubtfulNumber, certainty.number)
    : 0
  return { name, number, both: name * (number || 1) }
}

// A title that the catalogue lacks, as printed: nothing but its number can bear it out.
const ofUnlisted = (match: Match, isCard: boolean): Chances => {
  const { alone, min, max } = reporting.unlisted
  if (!hasNumber(match, reporting.minStrangeNumber)) return { name: alone, number: 0, both: alone }
  const { number } = certaintyOf(match, isCard)
  const name = min + (max - min) * number
  return { name, number: Math.max(reporting.doubtfulNumber, number), both: name }
}

// A name that was dropped has no say in the number either. A strip of a card shows no more than a number; on a whole
// card the name is part of the answer.
const ofNumberAlone = (match: Match, isCard: boolean, isStrip: boolean): Chances => {
  const { number } = certaintyOf({ ...match, agreement: null }, isCard)
  if (!hasNumber(match, reporting.minNumber)) return { name: 0, number: 0, both: 0 }
  return { name: 0, number, both: isStrip ? number : Math.min(number, reporting.maxNameless) }
}

// The number's chance is the name's too, and that the catalogue may lack the true card takes a share of it.
const ofBrought = (match: Match, isCard: boolean): Chances => {
  const { number } = certaintyOf(match, isCard)
  const name = reporting.byNumber * number
  return { name, number, both: name }
}

const isStripOf = ({ quad, isCard }: Look): boolean =>
  !isCard && sidesOf(quad).top > reporting.stripShape * sidesOf(quad).right

const isUnlisted = ({ known, title }: Match, isCard: boolean): boolean =>
  !known && isCard && title.length > 0 && title.every(({ confidence }) => confidence > unknownTitle.clear)

const chancesOf = (look: Look, lexicon: CardLexicon | null): Chances => {
  const { match, isCard } = look
  const isStrip = isStripOf(look)
  if (match.isByNumber && !isStrip) return ofBrought(match, isCard)
  if ((match.known && !match.isByNumber) || lexicon === null) {
    const listed = ofListed(match, isCard, lexicon)
    if (listed.name >= reporting.minName) return listed
  } else if (isUnlisted(match, isCard)) return ofUnlisted(match, isCard)
  return ofNumberAlone(match, isCard, isStrip)
}

const inHundredths = (chance: number): number => Math.round(100 * chance)

/** What is reported of a look: name and number where they are sure enough, and the confidence in each and in both. */
export const toReading = (look: Look, lexicon: CardLexicon | null): FullReading => {
  const { lines, match, amongOthers } = look
  const chances = chancesOf(look, lexicon)
  const name = chances.name > 0 ? match.name : null
  const number = chances.number > 0 && match.number ? toReadNumber(match.number) : null
  const isEnglish = match.known && !match.isTranslated && match.similarity >= reporting.wellRead
  const label = readLabel(lines)
  const upright = lines.toSorted((a, b) => a.middle[1] - b.middle[1] || a.left - b.left)
  return {
    text: withoutRereadings(upright)
      .map((line) => printable(line.text))
      .filter(Boolean)
      .join('\n')
      .slice(0, textLimit),
    confidence: Math.min(inHundredths(chances.both), amongOthers ? reporting.maxAmongSeveral : 100),
    nameConfidence: inHundredths(chances.name),
    numberConfidence: inHundredths(chances.number),
    lines: upright.map(({ text, confidence, box, height }) => ({ text: printable(text), confidence, box, height })),
    card: {
      name,
      isListed: name !== null && (match.known || lexicon === null),
      number,
      isByNumber: name !== null && match.isByNumber,
      setCode: label?.set ?? printedSet(lines)?.code ?? null,
      language: languageOf(upright, { name: isEnglish ? name : null, number: number?.text ?? null }),
      variant: label ? label.variant : printedEdition(lines),
      slab: label && { grade: label.grade && `${label.company} ${label.grade}`, certificate: label.certificate },
    },
  }
}
