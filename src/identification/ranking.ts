import { readCollectorNumber } from '../cards/collector-number.ts'
import { foldText } from '../cards/fold.ts'
import type { CardText, NumberReading, NumberStrength, Printing } from '../catalog/ports.ts'
import type { MatchReason } from '../contract/identification.ts'
import { prepareText } from './asked-text.ts'
import { createWitness, type Evidence } from './evidence.ts'
import type { NumberMatch } from './number-match.ts'

/** A printing with its rank and the reasons for it. */
export interface RankedPrinting {
  readonly product: Printing
  /** 0 to 100; 50 and more is a confident match. */
  readonly matchScore: number
  readonly matchReasons: readonly MatchReason[]
  /** Which number of the text the printing bears, or `null`. */
  readonly number: NumberReading | null
}

/** Printings in the order of their fit. */
export interface Ranking {
  readonly printings: readonly RankedPrinting[]
  /** True when the leading ones cannot be told apart by what was given. */
  readonly ambiguous: boolean
}

/** What is ranked against what. */
export interface RankingInput {
  readonly text: CardText
  readonly products: readonly Printing[]
  /** The set hint of the caller. */
  readonly setHint: string | null
  /** Name of the set that hint or text resolved to. */
  readonly matchedSet: string | null
}

interface Scored extends RankedPrinting {
  readonly score: number
}

/** What a number is worth by itself: a whole code names a card, a bare number hardly. */
const numberAlone: Readonly<Record<NumberStrength, number>> = { code: 88, prefixed: 84, fraction: 76, bare: 56 }
/** What it is worth beside a name that says something else. */
const numberAgainstName: Readonly<Record<NumberStrength, number>> = { code: 60, prefixed: 46, fraction: 38, bare: 22 }

/** A name must fit this well to stand beside an agreeing number. */
const namedEnough = 0.3

/** A bare number beside a name that is less like the text says little: such a printing stays above those in conflict, but is no confident match. */
const namedEnoughForBare = 0.62

/** Points for a name by itself: what is far from the text is quickly worth nothing. */
const nameAlone = (named: number): number => 94 * named - (named < 0.85 ? 120 * (0.85 - named) : 0)

/** Points for an agreeing number and the name beside it. */
const numberAndName = (strength: NumberStrength, named: number): number => {
  if (named < namedEnough) return numberAgainstName[strength] * (0.6 + (0.4 * named) / namedEnough)
  return strength === 'bare' && named < namedEnoughForBare ? 47 + 2 * named : 52 + 46 * named
}

/** What an agreeing number is worth more or less than one written otherwise. */
const agreementPoints = { exact: 0.6, normalized: 0, other_language: -1, misread: -5 } as const

/** Points for name and number together. A number in conflict keeps any name below a confident match. */
const pointsOf = ({ match, openNumber, named }: Evidence, nameless: boolean, hasNumber: boolean): number => {
  if (match === null) return openNumber ? (hasNumber ? Math.min(46, 48 * named) : 66 * named) : nameAlone(named)
  const { strength } = match.reading
  if (match.agreement === 'variant') return nameless ? numberAlone[strength] * 0.55 : 68 * named
  // A misread number that no name stands by is a guess.
  const nudge = agreementPoints[match.agreement] - (nameless && match.agreement === 'misread' ? 39 : 0)
  return (nameless ? numberAlone[strength] : numberAndName(strength, named)) + nudge
}

/** How a printing's set stands to the one that was asked for. */
type SetRelation = 'unasked' | 'exact' | 'inferred' | 'other' | 'conflict'

const setPoints = (relation: SetRelation, setShare: number): number => {
  if (relation === 'exact') return 2.5
  if (relation === 'inferred') return 1 + 2 * setShare
  if (relation === 'conflict') return -12
  return relation === 'unasked' && setShare > 0.99 ? 2 : 0
}

/** A name that is all of the text fits better than one that leaves words to the set or to noise. */
const extentPoints = { all: 2.8, name: 1.2, part: 0 } as const

/** Named qualifiers speak for a printing; those that nobody named speak against it, so that the plain printing wins. */
const qualifierPoints = (qualified: number | null): number => (qualified === null ? 0 : 8 * qualified - 4)

/** True where a code begins with its set's: reprints elsewhere keep the code of the set they first came in. */
const bearsItsSet = ({ setCode, number }: Printing): boolean => {
  if (setCode === null || number === null || !number.includes('-')) return false
  const code = readCollectorNumber(setCode)?.head
  return code !== undefined && readCollectorNumber(number)?.head.startsWith(code) === true
}

const nameReason = ({ exact, coverage, named, unexplained, openNumber, extent }: Evidence): MatchReason => {
  if (named === 0) return 'name_conflict'
  // A number that the printing does not bear has a reason of its own, and says nothing against the name before it.
  if (exact) return unexplained < 0.02 || (openNumber && extent === 'name') ? 'name_exact' : 'name_partial'
  return coverage >= 0.6 ? 'name_fuzzy' : 'name_partial'
}

const numberReason = {
  exact: 'number_exact',
  normalized: 'number_normalized',
  other_language: 'number_other_language',
  misread: 'number_normalized',
  variant: 'number_normalized',
} as const satisfies Record<NumberMatch['agreement'], MatchReason>

const reasonsOf = (evidence: Evidence, relation: SetRelation, nameless: boolean, hasNumber: boolean): MatchReason[] => {
  const reasons: MatchReason[] = []
  if (evidence.match !== null) reasons.push(numberReason[evidence.match.agreement])
  else if (evidence.openNumber) reasons.push(hasNumber ? 'number_conflict' : 'number_missing')
  if (!nameless || evidence.coverage > 0) reasons.push(nameReason(evidence))
  if (relation === 'exact') reasons.push('set_exact')
  if (relation === 'inferred') reasons.push('set_inferred')
  if (relation === 'conflict') reasons.push('set_conflict')
  if (evidence.qualified !== null) reasons.push(evidence.qualified > 0.99 ? 'qualifier_exact' : 'qualifier_extra')
  return reasons
}

/** Candidates below this are noise and left out. */
const leastScore = 8
/** Scores closer than this do not tell two printings apart. */
const tellingGap = 1.5
/** Everything above shares the last ten points, so that only a printing with all on its side reaches 100. */
const crowded = 90

const toMatchScore = (points: number): number =>
  Math.round(Math.min(100, Math.max(0, points > crowded ? crowded + (points - crowded) / 2 : points)))

/** Creates the ranker: candidates and a card text in, order, scores and reasons out. */
export const createRanking = () => {
  const bearWitness = createWitness()

  return ({ text, products, setHint, matchedSet }: RankingInput): Ranking => {
    const witness = bearWitness(prepareText(text))
    const hint = setHint === null ? null : foldText(setHint)

    const relationOf = (product: Printing): SetRelation => {
      if (hint === null && matchedSet === null) return 'unasked'
      if (matchedSet !== null && product.setName === matchedSet) return hint === null ? 'inferred' : 'exact'
      if (hint === null) return 'other'
      const named = [product.setName, product.setSlug, product.setCode].some(
        (known) => known !== null && foldText(known) === hint,
      )
      return named ? 'exact' : matchedSet === null ? 'other' : 'conflict'
    }

    const score = (product: Printing): Scored => {
      const evidence = witness(product)
      const relation = relationOf(product)
      const hasNumber = product.number !== null
      const { setShare, rarityShare, qualified, match, extent, ownNumber } = evidence
      const points =
        pointsOf(evidence, text.nameless, hasNumber) +
        setPoints(relation, setShare) +
        qualifierPoints(qualified) +
        4 * rarityShare * rarityShare +
        (bearsItsSet(product) ? 0.8 : 0) +
        extentPoints[extent] -
        (ownNumber ? 0.3 : 0)
      return {
        product,
        score: points,
        matchScore: toMatchScore(points),
        matchReasons: reasonsOf(evidence, relation, text.nameless, hasNumber),
        number: match === null || match.agreement === 'variant' ? null : match.reading,
      }
    }

    const printings = products.map(score).filter(({ matchScore }) => matchScore >= leastScore)
    printings.sort((a, b) => b.score - a.score || a.product.productId - b.product.productId)
    const [first, second] = printings
    const ambiguous = first !== undefined && second !== undefined && first.score - second.score < tellingGap
    return { printings, ambiguous }
  }
}
