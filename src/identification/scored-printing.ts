import { readCollectorNumber } from '../cards/collector-number.ts'
import { foldText, hasUnspacedScript } from '../cards/fold.ts'
import type { NumberReading, Printing, SetMention, TextSpan } from '../catalog/ports.ts'
import type { MatchReason } from '../contract/identification.ts'
import type { Evidence } from './evidence.ts'
import { isUncertain, reasonsOf, type SetRelation, toMatchScore, totalPoints } from './points.ts'
import type { ComparedLine } from './prepared-text.ts'
import type { Borne } from './rivals.ts'
import { numberPoints } from './weights.ts'

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
  /**
   * For each word of the text how well the printing's name explains it, 0 for not at all; the words that name its set;
   * and how well anything explains each.
   */
  readonly inName: Float32Array
  readonly inSet: readonly TextSpan[]
  readonly explained: Float32Array
}

/** What is ranked against what. */
export interface RankingInput {
  readonly line: ComparedLine
  readonly products: readonly Printing[]
  /** The set hint of the caller. */
  readonly setHint: string | null
  /** Name of the set that the hint resolved to. */
  readonly matchedSet: string | null
  /** True where the hint is that set's name, slug or code, and no part of it or error in it. */
  readonly isHintExact: boolean
  /** True where all products are of the sets that the hint names. */
  readonly isWithinHint: boolean
  readonly mentions: readonly SetMention[]
}

/** A printing with all that its place and the doubts about it follow from. */
export interface Scored extends RankedPrinting, Borne {
  readonly score: number
  /** The score before any cap, which orders those that share one. */
  readonly uncapped: number
  readonly unexplained: number
  /** True when the printing's number differs from that of the text by a letter behind it. */
  readonly hasOtherSuffix: boolean
  /** True when a fraction or code of the text is left that is not the printing's. */
  readonly numberLeft: boolean
  /** The name that the text is compared with, where it is not the product's own. */
  readonly otherName: string | null
}

/** A request to rank, with what is worked out of it once for all printings. */
export interface RankingRequest extends RankingInput {
  /** The mentions of sets in which something was found, and the others. */
  readonly met: readonly SetMention[]
  readonly unmet: readonly SetMention[]
  readonly foldedHint: string | null
  /** True when the text is written in a script without spaces, as Japanese is. */
  readonly isUnspaced: boolean
}

export const toRequest = (input: RankingInput): RankingRequest => ({
  ...input,
  met: input.mentions.filter(({ sets }) => sets.length > 0),
  unmet: input.mentions.filter(({ sets }) => sets.length === 0),
  foldedHint: input.setHint === null ? null : foldText(input.setHint),
  isUnspaced: input.line.text.words.some(({ text }) => hasUnspacedScript(text)),
})

const relationOf = (
  { foldedHint, matchedSet, isHintExact, isWithinHint, met }: RankingRequest,
  { setName, setSlug, setCode }: Printing,
  setNamed: boolean,
): SetRelation => {
  if (foldedHint === null) return setNamed ? 'inferred' : met.length === 0 ? 'none' : 'other'
  if (isWithinHint || (matchedSet !== null && setName === matchedSet)) return isHintExact ? 'exact' : 'near'
  if ([setName, setSlug, setCode].some((known) => known !== null && foldText(known) === foldedHint)) return 'exact'
  return matchedSet === null ? 'other' : 'conflict'
}

/** Scores a printing by the evidence for and against it. */
export const scorePrinting = (request: RankingRequest, product: Printing, evidence: Evidence): Scored => {
  const { name, number, set, unexplained, isNameless, explained } = evidence
  const { match } = number
  const relation = relationOf(request, product, set.isNamed)
  const total = totalPoints(evidence, product, relation, request.isUnspaced)
  const score = isUncertain(evidence, relation, request.line.isGuess) ? Math.min(total, numberPoints.maxOpen) : total
  const isVariant = match?.agreement === 'variant'
  return {
    product,
    score,
    uncapped: total,
    named: name.named,
    relation,
    agreement: isVariant ? null : (match?.agreement ?? null),
    isGlued: set.isGlued,
    isAllOfText: name.extent === 'all',
    total: match?.total ?? null,
    qualified: evidence.qualifiers.share,
    unexplained,
    numberLeft: number.isSureLeft,
    exact: name.exact,
    otherName: evidence.otherName,
    hasOtherSuffix: isVariant && readCollectorNumber(product.number ?? '')?.card !== match.reading.number.card,
    matchScore: toMatchScore(score),
    matchReasons: reasonsOf(evidence, relation, product.number !== null),
    number: match === null || isVariant ? null : match.reading,
    isNameless,
    inName: name.explained,
    inSet: set.spans,
    explained,
  }
}
