import { limits } from '../contract/limits.ts'
import { bearsLeading, isInDoubt } from './doubts.ts'
import { createEvidenceScorer } from './evidence.ts'
import { toMatchScore } from './points.ts'
import { prepareText } from './prepared-text.ts'
import { isRival, isWitnessed } from './rivals.ts'
import {
  type RankedPrinting,
  type RankingInput,
  type RankingRequest,
  type Scored,
  scorePrinting,
  toRequest,
} from './scored-printing.ts'
import { counts, numberPoints, scoring } from './weights.ts'

/** Printings in the order of their fit. */
export interface Ranking {
  readonly printings: readonly RankedPrinting[]
  /** True when the leading ones cannot be told apart by what was given. */
  readonly ambiguous: boolean
  /** How many of the leading ones may be meant; 0 where the first is certain. */
  readonly inQuestion: number
  /** True when what was given may mean another printing than the first, whichever of its equals leads. */
  readonly isDoubtful: boolean
}

const byScore = (a: Scored, b: Scored): number =>
  b.score - a.score || b.uncapped - a.uncapped || a.product.productId - b.product.productId

const withScore = (one: Scored, score: number): Scored =>
  score === one.score ? one : { ...one, score, matchScore: toMatchScore(score) }

/** A number whose total is that of the text comes first. */
const byNumber = (a: Scored, b: Scored): number =>
  Number(b.total === 'agrees') - Number(a.total === 'agrees') || byScore(a, b)

/**
 * Puts the printings at the top that the text does not tell from the best one, with nearly its score.
 * @param printings by their scores
 * @returns with `rivals`, how many they are, the best one counted
 */
const leadWithRivals = (printings: readonly Scored[]): { printings: readonly Scored[]; rivals: number } => {
  const [best] = printings
  if (best === undefined) return { printings, rivals: 0 }
  const isTied = (other: Scored): boolean => best.score - other.score < scoring.minGap || isRival(best, other)
  const least = best.score - scoring.minGap / 2
  let above = best.score
  const leading = printings
    .filter(isTied)
    .sort(byNumber)
    .map((one, at) => {
      above = Math.min(above, at === 0 ? best.score : Math.max(one.score, least))
      return withScore(one, above)
    })
  return { printings: [...leading, ...printings.filter((other) => !isTied(other))], rivals: leading.length }
}

/** Creates the ranker: candidates and a card text in, order, scores and reasons out. */
export const createRanking = () => {
  const scorerOf = createEvidenceScorer()

  const scoreAll = (request: RankingRequest, mayCount: boolean): Scored[] => {
    const scoreEvidence = scorerOf(prepareText(request.line, request.met, mayCount))
    const scored = request.products.map((product) => scorePrinting(request, product, scoreEvidence(product)))
    return scored.map((one) =>
      isWitnessed(one, scored) ? withScore(one, Math.min(one.score, numberPoints.maxOpen)) : one,
    )
  }

  return (input: RankingInput): Ranking => {
    const request = toRequest(input)
    const { leadingNumber } = request.line
    const counted = scoreAll(request, leadingNumber !== null)
    const isNoCount = leadingNumber !== null && leadingNumber > counts.maxUsual && counted.some(bearsLeading)
    const scored = (isNoCount ? scoreAll(request, false) : counted)
      .filter(({ matchScore }) => matchScore >= scoring.min)
      .sort(byScore)
    const { printings, rivals } = leadWithRivals(scored)
    const [first] = printings
    if (first === undefined) return { printings, ambiguous: false, inQuestion: 0, isDoubtful: false }
    const isDoubtful = isInDoubt(request, first, printings)
    const ambiguous = rivals > 1 || isDoubtful
    const isOpen = ambiguous || first.matchScore < limits.confidentScore
    const near = printings.filter(({ score }) => first.score - score <= limits.choiceScoreGap).length
    return { printings, ambiguous, inQuestion: isOpen ? Math.max(rivals, near) : 0, isDoubtful }
  }
}
