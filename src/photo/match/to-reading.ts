import type { ReadCard } from '../../identification/ports.ts'
import type { Look } from '../look.ts'
import type { CardLexicon, FullReading } from '../reading.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import type { PlacedNumber } from './choose-number.ts'
import { certaintyOf } from './confidence.ts'
import type { Match } from './match.ts'
import { isOutOfPlace } from './name-pieces.ts'
import { agreementWeights, reporting } from './weights.ts'

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
// Only its number tells "Alakazam" from an "Alakazam ex" whose logo was not read.
const mayLackLogo = ({ name }: Match, lexicon: CardLexicon): boolean =>
  name !== null && logos.some((logo) => lexicon.numbersOf(`${name} ${logo}`).length > 0)

const shareLeft = (match: Match, lexicon: CardLexicon): number => {
  if ((match.agreement ?? 0) >= agreementWeights.min) return 1
  return (mayLackLogo(match, lexicon) ? reporting.withoutLogo : 1) * (isOutOfPlace(match.title) ? reporting.outOfPlace : 1)
}

const toReadNumber = ({ text, kind }: PlacedNumber): ReadCard['number'] => ({
  text,
  strength: text.includes('/') ? 'fraction' : text.includes('-') ? 'code' : kind === 'code' ? 'prefixed' : 'bare',
})

/** What is reported of a look: name and number where they are sure enough, and the confidence in both. */
export const toReading = ({ lines, match, isCard, amongOthers }: Look, lexicon: CardLexicon | null): FullReading => {
  const named = match.known || lexicon === null || (isCard && match.number === null)
  const certainty = certaintyOf(match, isCard)
  const ofName = lexicon ? certainty.name * shareLeft(match, lexicon) : reporting.unaided * match.score
  const name = named && ofName >= reporting.minName ? match.name : null
  const minCertainty = name !== null && match.agreement === 0 ? reporting.minStrangeNumber : reporting.minNumber
  const number = match.number && match.number.certainty >= minCertainty ? toReadNumber(match.number) : null
  // A name that was dropped has no say in the number either.
  const ofNumber =
    name === null
      ? certaintyOf({ ...match, agreement: null }, isCard).number
      : Math.max(reporting.doubtfulNumber, certainty.number)
  const both = (name === null ? 1 : ofName) * (number === null ? 1 : ofNumber)
  const upright = lines.toSorted((a, b) => a.middle[1] - b.middle[1] || a.left - b.left)
  return {
    text: withoutRereadings(upright)
      .map((line) => printable(line.text))
      .filter(Boolean)
      .join('\n')
      .slice(0, textLimit),
    confidence:
      name === null && number === null ? 0 : Math.round(Math.min(100 * both, amongOthers ? reporting.maxAmongSeveral : 100)),
    nameConfidence: name === null ? 0 : Math.round(100 * ofName),
    numberConfidence: number === null ? 0 : Math.round(100 * ofNumber),
    lines: upright.map(({ text, confidence, box, height }) => ({ text: printable(text), confidence, box, height })),
    card: { name, isListed: name !== null && match.known, number, language: null },
  }
}
