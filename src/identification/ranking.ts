import { readCollectorNumber } from '../cards/collector-number.ts'
import { foldText } from '../cards/fold.ts'
import type { CardText, NumberReading, NumberStrength, Printing } from '../catalog/ports.ts'
import type { MatchReason } from '../contract/identification.ts'
import { createEvidenceScorer, type Evidence } from './evidence.ts'
import type { NumberMatch } from './number-match.ts'
import { prepareText } from './prepared-text.ts'
import { contextPoints, nameLikeness, namePoints, numberPoints, scoring } from './weights.ts'

/** A printing with its rank and the reasons for it. */
export interface RankedPrinting {
  readonly product: Printing
  /** 0 to 100; 50 and more is a confident match. */
  readonly matchScore: number
  readonly matchReasons: readonly MatchReason[]
  /** Which number of the text the printing bears, or `null`. */
  readonly number: NumberReading | null
  /** True when the text holds no word of a name beside what the printing explains. */
  readonly isNameless: boolean
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

/** Points for a name by itself. */
const nameAlone = (named: number): number =>
  namePoints.alone * named - namePoints.steepness * Math.max(0, namePoints.steepBelow - named)

/** Points for an agreeing number and the name beside it. */
const numberAndName = (strength: NumberStrength, named: number): number => {
  if (named < namePoints.minBesideNumber) {
    const share = numberPoints.againstNameShare
    return numberPoints.againstName[strength] * (share + ((1 - share) * named) / namePoints.minBesideNumber)
  }
  return strength === 'bare' && named < namePoints.minBesideBare
    ? namePoints.poorBesideBare + namePoints.poorShare * named
    : namePoints.withNumber + namePoints.besideNumber * named
}

/** How specific a number is; the letters before a fraction make it say no less than they do alone. */
const strengthOf = ({ strength, number }: NumberReading): NumberStrength =>
  strength === 'fraction' && /[a-z]/.test(number.head) ? 'prefixed' : strength

/** Points for name and number together. */
const pointsOf = ({ match, openNumber, named, isNameless }: Evidence, hasNumber: boolean): number => {
  if (match === null) {
    if (!openNumber) return nameAlone(named)
    return hasNumber ? Math.min(numberPoints.maxConflict, numberPoints.conflict * named) : numberPoints.missing * named
  }
  const strength = strengthOf(match.reading)
  const alone = numberPoints.alone[strength]
  if (match.agreement === 'variant') return isNameless ? alone * numberPoints.variantAlone : numberPoints.variant * named
  if (isNameless && match.agreement === 'misread') return alone + numberPoints.misreadAlone
  return (isNameless ? alone : numberAndName(strength, named)) + numberPoints.agreement[match.agreement]
}

/** How a printing's set relates to the one that hint or text named; `none` where neither did. */
type SetRelation = 'none' | 'exact' | 'inferred' | 'other' | 'conflict'

const setPoints = (relation: SetRelation, setShare: number): number => {
  if (relation === 'exact') return contextPoints.setExact
  if (relation === 'inferred') return contextPoints.setInferred + contextPoints.setInferredShare * setShare
  if (relation === 'conflict') return contextPoints.setConflict
  return relation === 'none' && setShare > 0.99 ? contextPoints.setMentioned : 0
}

const qualifierPoints = (qualified: number | null): number =>
  qualified === null ? 0 : contextPoints.qualifierNamed * qualified + contextPoints.qualifierUnnamed

/** True where a code begins with its set's: reprints elsewhere keep the code of the set they first came in. */
const bearsItsSet = ({ setCode, number }: Printing): boolean => {
  if (setCode === null || number === null || !number.includes('-')) return false
  const code = readCollectorNumber(setCode)?.head
  return code !== undefined && readCollectorNumber(number)?.head.startsWith(code) === true
}

const nameReason = ({ exact, coverage, named, unexplained, openNumber, extent }: Evidence): MatchReason => {
  if (named === 0) return 'name_conflict'
  // A number that the printing does not bear has a reason of its own, and says nothing against the name before it.
  if (exact) return unexplained < nameLikeness.whole || (openNumber && extent === 'name') ? 'name_exact' : 'name_partial'
  return coverage >= nameLikeness.fuzzy ? 'name_fuzzy' : 'name_partial'
}

const numberReason = {
  exact: 'number_exact',
  normalized: 'number_normalized',
  other_language: 'number_other_language',
  misread: 'number_normalized',
  variant: 'number_normalized',
} as const satisfies Record<NumberMatch['agreement'], MatchReason>

const reasonsOf = (evidence: Evidence, relation: SetRelation, hasNumber: boolean): MatchReason[] => {
  const reasons: MatchReason[] = []
  if (evidence.match !== null) reasons.push(numberReason[evidence.match.agreement])
  else if (evidence.openNumber) reasons.push(hasNumber ? 'number_conflict' : 'number_missing')
  if (!evidence.isNameless || evidence.named > 0) reasons.push(nameReason(evidence))
  if (relation === 'exact') reasons.push('set_exact')
  if (relation === 'inferred') reasons.push('set_inferred')
  if (relation === 'conflict') reasons.push('set_conflict')
  if (evidence.qualified !== null) reasons.push(evidence.qualified > 0.99 ? 'qualifier_exact' : 'qualifier_extra')
  return reasons
}

const toMatchScore = (points: number): number => {
  const from = scoring.compressedFrom
  return Math.round(Math.min(100, Math.max(0, points > from ? from + (points - from) / 2 : points)))
}

/** Creates the ranker: candidates and a card text in, order, scores and reasons out. */
export const createRanking = () => {
  const scorerOf = createEvidenceScorer()

  return ({ text, products, setHint, matchedSet }: RankingInput): Ranking => {
    const scoreEvidence = scorerOf(prepareText(text))
    const hint = setHint === null ? null : foldText(setHint)

    const relationOf = (product: Printing): SetRelation => {
      if (hint === null && matchedSet === null) return 'none'
      if (matchedSet !== null && product.setName === matchedSet) return hint === null ? 'inferred' : 'exact'
      if (hint === null) return 'other'
      const named = [product.setName, product.setSlug, product.setCode].some(
        (known) => known !== null && foldText(known) === hint,
      )
      return named ? 'exact' : matchedSet === null ? 'other' : 'conflict'
    }

    const score = (product: Printing): Scored => {
      const evidence = scoreEvidence(product)
      const relation = relationOf(product)
      const hasNumber = product.number !== null
      const { setShare, rarityShare, qualified, match, extent, ownNumber } = evidence
      const points =
        pointsOf(evidence, hasNumber) +
        setPoints(relation, setShare) +
        qualifierPoints(qualified) +
        contextPoints.rarity * rarityShare * rarityShare +
        (bearsItsSet(product) ? contextPoints.ownSetCode : 0) +
        namePoints.extent[extent] +
        (ownNumber ? contextPoints.ownNumberInName : 0)
      return {
        product,
        score: points,
        matchScore: toMatchScore(points),
        matchReasons: reasonsOf(evidence, relation, hasNumber),
        number: match === null || match.agreement === 'variant' ? null : match.reading,
        isNameless: evidence.isNameless,
      }
    }

    const printings = products.map(score).filter(({ matchScore }) => matchScore >= scoring.min)
    printings.sort((a, b) => b.score - a.score || a.product.productId - b.product.productId)
    const [first, second] = printings
    const ambiguous = first !== undefined && second !== undefined && first.score - second.score < scoring.minGap
    return { printings, ambiguous }
  }
}
