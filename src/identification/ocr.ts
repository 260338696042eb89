import { foldText } from '../cards/fold.ts'
import { readProductName } from '../cards/product-name.ts'
import {
  type Candidate,
  type IdentifyResult,
  type MatchReason,
  type PlacedCard,
  type ReadingAdvice,
  type ReadingEvidence,
  readingEvidence,
} from '../contract/identification.ts'
import type { CardReading, ReadCard } from './ports.ts'

/** Least confidence, in hundredths, for each advice; their frequencies stand in docs/photo-measured.md. */
export const adviceFrom = { take: 80, show_printings: 60, review: 40 } as const

/** From this `matchScore` on a candidate is a confident match. */
const confidentFrom = 50
/** Candidates whose scores differ by this much at most are equals, as in the ranking. */
const maxGap = 1

const agreeing: ReadonlySet<MatchReason> = new Set(['number_exact', 'number_normalized', 'number_other_language'])
const ofSet: ReadonlySet<MatchReason> = new Set(['set_exact', 'set_inferred'])
const ofName: ReadonlySet<MatchReason> = new Set(['name_exact', 'name_prefix', 'name_partial'])
const ofTitle: ReadonlySet<MatchReason> = new Set([...ofName, 'name_fuzzy', 'name_other_language'])

const hasReason = ({ matchReasons }: Candidate, reasons: ReadonlySet<MatchReason>): boolean =>
  matchReasons.some((reason) => reasons.has(reason))

/**
 * Whether a picture shows no difference: the rarities and finishes of one number in one set; without a name every card
 * of that number, unless the set tells.
 */
const isEqual = (best: Candidate, other: Candidate, isNameless: boolean): boolean => {
  if (!hasReason(best, agreeing) || !hasReason(other, agreeing)) return false
  if (best.setName === other.setName && best.cardNumber === other.cardNumber) return true
  return isNameless && (!hasReason(best, ofSet) || hasReason(other, ofSet))
}

const editions: ReadonlySet<string | null | undefined> = new Set(['1st Edition', 'Shadowless', 'Unlimited'])

/**
 * Whether a graded card may be another printing than the best: its edition was not read, or it reads as the other's
 * name says, `Prerelease`.
 */
const isOtherEdition = ({ card: { slab, variant }, text }: CardReading, best: Candidate, other: Candidate): boolean => {
  if (!slab || other.cardNumber !== best.cardNumber) return false
  const qualifier = foldText(readProductName(other.name).qualifier)
  return (
    (other.name === best.name && !editions.has(variant)) ||
    (/[a-z]{4}/.test(qualifier) && foldText(text).includes(qualifier))
  )
}

/** How many printings fit what was read as well as the best; pictures that were compared settle it, but no edition. */
const countEquals = ({ ambiguous, candidates }: IdentifyResult, best: Candidate, reading: CardReading): number => {
  const isOpen = candidates.some((other) => other !== best && isOtherEdition(reading, best, other))
  if (!ambiguous && best.matchReasons.includes('artwork_match')) return isOpen ? 2 : 1
  const others = candidates.filter(
    (other) =>
      other !== best &&
      ((ambiguous && best.matchScore - other.matchScore <= maxGap) ||
        isEqual(best, other, isNamelessReading(reading.card))),
  )
  return Math.max(1 + others.length, ambiguous || isOpen ? 2 : 1)
}

const isNamelessReading = ({ name, isListed, number }: ReadCard): boolean =>
  name === null || (!isListed && number !== null)

/**
 * What speaks for the printing. Beside a title in another language a whole code names the card by itself; where there
 * are several cards, nothing does.
 */
const readChance = ({ confidence, numberConfidence, card: { name, isListed, number } }: CardReading): number =>
  name !== null && !isListed && number?.strength === 'code' && confidence >= adviceFrom.review
    ? numberConfidence
    : confidence

/**
 * The chance that the first candidate is the printing: shared among equals, and no more than its score where it is no
 * confident match.
 */
const printingConfidenceOf = (reading: CardReading, identification: IdentifyResult | null): number => {
  const best = identification?.candidates[0]
  if (identification === null || best === undefined) return 0
  const share = readChance(reading) / countEquals(identification, best, reading)
  const isConfident = best.matchScore >= confidentFrom && !best.matchReasons.includes('name_conflict')
  const most = reading.card.slab?.grade === null ? adviceFrom.take - 1 : share
  return Math.round(isConfident ? Math.min(share, most) : Math.min(share, best.matchScore, confidentFrom - 1))
}

/**
 * The chance that the first candidates are printings of the card: by its name, or where no name of the catalogue was
 * read by a number that names cards.
 */
const cardChance = ({ nameConfidence, confidence, card }: CardReading, best: Candidate | undefined): number => {
  if (best === undefined) return 0
  if (isNamelessReading(card)) return best.matchScore >= confidentFrom ? confidence : 0
  return card.isListed && hasReason(best, ofName) ? nameConfidence : 0
}

const adviceOf = (reading: CardReading, best: Candidate | undefined, printingConfidence: number): ReadingAdvice => {
  const { confidence } = reading
  if (Math.min(confidence, printingConfidence) >= adviceFrom.take) return 'take'
  if (confidence < adviceFrom.review) return 'retry'
  return cardChance(reading, best) >= adviceFrom.show_printings ? 'show_printings' : 'review'
}

/** What was read of the card and that the first candidate agrees with. */
const evidenceOf = ({ card }: CardReading, best: Candidate | undefined): ReadingEvidence[] => {
  if (best === undefined) return []
  const isNumbered = card.number !== null && hasReason(best, agreeing)
  const isWhole = card.number?.strength === 'code'
  const found: Readonly<Record<ReadingEvidence, boolean>> = {
    title: card.name !== null && card.isByNumber !== true && hasReason(best, ofTitle),
    number: isNumbered && !isWhole,
    code: isNumbered && isWhole,
    set_line: card.setCode != null && !card.slab && hasReason(best, ofSet),
    art: best.matchReasons.includes('artwork_match'),
    label: card.slab != null,
  }
  return readingEvidence.filter((kind) => found[kind])
}

/** A reading and its lookup as the API gives them. */
export const toOcr = (reading: CardReading, identification: IdentifyResult | null): PlacedCard['ocr'] => {
  const { text, confidence, nameConfidence, card } = reading
  const printingConfidence = printingConfidenceOf(reading, identification)
  return {
    text,
    confidence,
    nameConfidence,
    printingConfidence,
    advice: adviceOf(reading, identification?.candidates[0], printingConfidence),
    evidence: evidenceOf(reading, identification?.candidates[0]),
    suggested: {
      name: card.name,
      cardNumber: card.number?.text ?? null,
      query: identification?.query ?? null,
      language: card.language,
      condition: card.slab?.grade ?? null,
      variant: card.variant ?? null,
      certificate: card.slab?.certificate ?? null,
    },
  }
}
