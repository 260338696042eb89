import type { CardLexicon } from '../reading.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import { isAmongOthers } from './among-others.ts'
import { bestNumber, type PlacedNumber, placedNumbers, standsAlone } from './choose-number.ts'
import { type NumberName, nameByNumber } from './name-by-number.ts'
import { nameCandidates } from './name-candidates.ts'
import { isOutOfPlace } from './name-pieces.ts'
import { isOtherTitle, printedTitles } from './unlisted-title.ts'
import { agreementWeights, nameWeights } from './weights.ts'

/** What the lines amount to. `name` and `number` are the best there is, however poor; the confidence judges them. */
export interface Match {
  readonly name: string | null
  /** The name is one of the lexicon. */
  readonly known: boolean
  /** The title is that name in another language. */
  readonly isTranslated: boolean
  /** The number brought the name; the title shows a piece of it at most, or is in another language. */
  readonly isByNumber: boolean
  readonly similarity: number
  readonly score: number
  /** Score of the best other name, whose line is not the same. */
  readonly rival: number
  readonly number: PlacedNumber | null
  /** How well the number agrees with those the name has; null when it has none. */
  readonly agreement: number | null
  /** What else was seen does not bear the name out. */
  readonly isDoubtful?: boolean
  /** The lines that the name was read from. */
  readonly title: readonly PlacedLine[]
  /** A second title stands in the row of the first, as tall: cards lie side by side. */
  readonly amongOthers: boolean
}

/** Puts names and numbers together: the pair that similarity, place, size and the catalogue's numbers bear out best. */
export const matchCard = (lines: readonly PlacedLine[], lexicon: CardLexicon | null): Match => {
  const numbers = placedNumbers(lines)
  const candidates = lexicon ? nameCandidates(lines, lexicon) : []
  const joined = candidates
    .map((candidate) => {
      const chosen = bestNumber(candidate.numbers, numbers, lines)
      const evidence = (chosen.agreement ?? 0) ** 2 * (chosen.number?.certainty ?? 0)
      return { ...candidate, ...chosen, score: candidate.score * (1 + nameWeights.number * evidence) }
    })
    .filter(({ isOfLabel, agreement, lines }) => !isOfLabel || (isBorneOut(agreement) && !isOutOfPlace(lines)))
    .sort((a, b) => b.score - a.score)
  const best = joined[0]
  if (!best || best.score < nameWeights.minScore || isOtherTitle(best, best.agreement)) {
    const brought = lexicon && nameByNumber(numbers, lines, lexicon)
    return brought ? asBrought(brought) : asPrinted(lines, numbers)
  }
  const rival = joined.find((other) => !other.lines.some((line) => best.lines.includes(line)))
  const twin = joined.find(
    (other) => other !== best && other.name !== best.name && other.lines.some((line) => best.lines.includes(line)),
  )
  const unsure = twin && twin.score > best.score * nameWeights.twin ? twin.score * nameWeights.twinShare : 0
  return {
    name: best.name,
    known: true,
    isTranslated: best.spelling !== best.name,
    isByNumber: false,
    similarity: best.similarity,
    score: best.score,
    rival: Math.max(rival?.score ?? 0, unsure),
    number: best.number,
    agreement: best.agreement,
    title: best.lines,
    amongOthers: isAmongOthers(best, joined, lines),
  }
}

const isBorneOut = (agreement: number | null): boolean => (agreement ?? 0) >= agreementWeights.min

// The catalogue lacks the title, or there is none: what stands there as printed.
const asPrinted = (lines: readonly PlacedLine[], numbers: readonly PlacedNumber[]): Match => {
  const [first, second] = printedTitles(lines)
  return {
    name: first?.text ?? null,
    known: false,
    isTranslated: false,
    isByNumber: false,
    similarity: 0,
    score: first?.score ?? 0,
    rival: second?.score ?? 0,
    number: numbers.find(standsAlone) ?? null,
    agreement: null,
    title: first ? [first.line] : [],
    amongOthers: false,
  }
}

const asBrought = ({ name, number, fit, lines }: NumberName): Match => ({
  name,
  known: true,
  isTranslated: false,
  isByNumber: true,
  similarity: fit,
  score: fit,
  rival: 0,
  number,
  agreement: agreementWeights.same,
  title: lines,
  amongOthers: false,
})
