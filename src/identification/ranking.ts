import { readCollectorNumber } from '../cards/collector-number.ts'
import { foldText, hasUnspacedScript } from '../cards/fold.ts'
import { readProductName } from '../cards/product-name.ts'
import type { NumberReading, Printing, SetMention, TextSpan } from '../catalog/ports.ts'
import type { MatchReason } from '../contract/identification.ts'
import { createEvidenceScorer, type Evidence } from './evidence.ts'
import { isUncertain, reasonsOf, type SetRelation, toMatchScore, totalPoints } from './points.ts'
import { type ComparedLine, prepareText } from './prepared-text.ts'
import { mayMeanAnotherSet } from './unknown-hint.ts'
import { counts, nameLikeness, namePoints, numberPoints, scoring } from './weights.ts'

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

/** Printings in the order of their fit. */
export interface Ranking {
  readonly printings: readonly RankedPrinting[]
  /** True when the leading ones cannot be told apart by what was given. */
  readonly ambiguous: boolean
  /** True when what was given may mean another printing than the first, whichever of its equals leads. */
  readonly isDoubtful: boolean
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
  readonly mentions: readonly SetMention[]
}

interface Scored extends RankedPrinting {
  readonly score: number
  readonly named: number
  readonly unexplained: number
  /** True when the printing's number differs from that of the text by a letter behind it. */
  readonly hasOtherSuffix: boolean
  /** True when a fraction or code of the text is left that is not the printing's. */
  readonly numberLeft: boolean
  readonly exact: boolean
}

const isToken = ({ rarity, name }: Printing): boolean => /^t(?:oken)?$/i.test(rarity ?? '') || /\btoken\b/i.test(name)

/** True where the text is the whole name of a token and the first name of another card, as `Ragavan`. */
const mayBeginAnother = (best: Scored, printings: readonly Scored[]): boolean => {
  if (best.number !== null || !isToken(best.product)) return false
  const beginning = `${readProductName(best.product.name).base} `
  return printings.some(({ product }) => !isToken(product) && readProductName(product.name).base.startsWith(beginning))
}

const isOpen = ({ explained }: Scored, { from, to }: TextSpan): boolean =>
  explained.subarray(from, to).every((share) => share === 0)

/**
 * True where the text says something that the best printing does not bear out, so that it may mean another one: words
 * of a name, a set in which nothing fits, what stands in brackets, another number, or another suffix of it.
 */
const contradictsText = (best: Scored, { text, copyTerms }: ComparedLine, unmet: readonly SetMention[]): boolean => {
  const { maxUnread, maxUnreadBesideNumber, maxUnreadInSet } = nameLikeness
  const inSet = best.matchReasons.some((reason) => reason === 'set_exact' || reason === 'set_inferred')
  const limit = best.number === null || !best.exact ? maxUnread : inSet ? maxUnreadInSet : maxUnreadBesideNumber
  const isCopy = ({ from, to }: TextSpan): boolean => copyTerms.some((term) => term.from < to && term.to > from)
  const isStopwords = ({ from, to }: TextSpan): boolean =>
    text.words.slice(from, to).every(({ isStopword }) => isStopword)
  return (
    best.unexplained > limit ||
    best.hasOtherSuffix ||
    best.numberLeft ||
    best.matchReasons.includes('set_conflict') ||
    [...unmet, ...text.brackets].some((span) => isOpen(best, span) && !isCopy(span) && !isStopwords(span))
  )
}

/** True for the only printing of its name that bears the number of the text. */
const isOnlyBearer = (best: Scored, printings: readonly Scored[]): boolean =>
  best.number !== null &&
  best.named >= namePoints.minBesideBare &&
  printings.every((other) => other === best || other.number === null || other.named < namePoints.minBesideBare)

/** The text begins with the whole name of another card, which was taken for the code of a set: `Mew 25/165`. */
const takesNameForSet = (best: Scored, printings: readonly Scored[], { words }: ComparedLine['text']): boolean => {
  const begins = best.named === 0 ? best.inSet.find(({ from }) => from === 0) : undefined
  if (begins === undefined) return false
  const named = words.slice(begins.from, begins.to).map(({ text }) => text)
  const name = named.filter((word) => /\D/.test(word)).join(' ')
  return name !== '' && printings.some(({ product }) => readProductName(product.name).base === name)
}

/** True where nothing but a bare number speaks for a printing, which hundreds bear. */
const isBareNumberAlone = ({ isNameless, named, number, matchReasons }: Scored): boolean =>
  isNameless &&
  named === 0 &&
  number?.strength === 'bare' &&
  !matchReasons.some((reason) => reason === 'set_exact' || reason === 'set_inferred')

/** A request to rank with what is worked out of it once for all printings. */
interface Request extends RankingInput {
  /** The mentions of sets in which something was found, and the others. */
  readonly met: readonly SetMention[]
  readonly unmet: readonly SetMention[]
  readonly foldedHint: string | null
  /** True when the text is written in a script without spaces, as Japanese is. */
  readonly isUnspaced: boolean
}

const toRequest = (input: RankingInput): Request => ({
  ...input,
  met: input.mentions.filter(({ sets }) => sets.length > 0),
  unmet: input.mentions.filter(({ sets }) => sets.length === 0),
  foldedHint: input.setHint === null ? null : foldText(input.setHint),
  isUnspaced: input.line.text.words.some(({ text }) => hasUnspacedScript(text)),
})

const relationOf = (
  { foldedHint, matchedSet, isHintExact, met }: Request,
  { setName, setSlug, setCode }: Printing,
  setNamed: boolean,
): SetRelation => {
  if (foldedHint === null) return setNamed ? 'inferred' : met.length === 0 ? 'none' : 'other'
  if (matchedSet !== null && setName === matchedSet) return isHintExact ? 'exact' : 'near'
  if ([setName, setSlug, setCode].some((known) => known !== null && foldText(known) === foldedHint)) return 'exact'
  return matchedSet === null ? 'other' : 'conflict'
}

const scorePrinting = (request: Request, product: Printing, evidence: Evidence): Scored => {
  const { name, number, set, unexplained, isNameless, explained } = evidence
  const { match } = number
  const relation = relationOf(request, product, set.isNamed)
  const total = totalPoints(evidence, product, relation, request.isUnspaced)
  const score = isUncertain(evidence, relation, request.line.isGuess) ? Math.min(total, numberPoints.maxOpen) : total
  const isVariant = match?.agreement === 'variant'
  return {
    product,
    score,
    named: name.named,
    unexplained,
    numberLeft: number.isSureLeft,
    exact: name.exact,
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

/** True for a printing whose number is the one before its name, which then is no count for sure. */
const bearsLeading = ({ number, named }: Scored): boolean =>
  number !== null && number.from === 0 && number.to === 1 && named >= namePoints.minBesideBare

/** True where the number before the name may count copies as well as be that of the first printing. */
const mayCountCopies = ({ line: { leadingNumber } }: Request, first: Scored, printings: readonly Scored[]): boolean =>
  leadingNumber !== null &&
  leadingNumber <= counts.maxUsual &&
  bearsLeading(first) &&
  printings.some((other) => !bearsLeading(other) && other.named >= first.named)

/** True where the hint, by which no set is known, may mean one that the catalogue lacks. */
const isHintOpen = ({ setHint, matchedSet }: Request, first: Scored, printings: readonly Scored[]): boolean =>
  setHint !== null &&
  matchedSet === null &&
  !first.matchReasons.includes('set_exact') &&
  mayMeanAnotherSet(setHint, first.product, isOnlyBearer(first, printings))

/** Creates the ranker: candidates and a card text in, order, scores and reasons out. */
export const createRanking = () => {
  const scorerOf = createEvidenceScorer()

  const scoreAll = (request: Request, mayCount: boolean): Scored[] => {
    const scoreEvidence = scorerOf(prepareText(request.line, request.met, mayCount))
    return request.products.map((product) => scorePrinting(request, product, scoreEvidence(product)))
  }

  return (input: RankingInput): Ranking => {
    const request = toRequest(input)
    const { line, unmet } = request
    const { leadingNumber } = line
    const counted = scoreAll(request, leadingNumber !== null)
    const isNoCount = leadingNumber !== null && leadingNumber > counts.maxUsual && counted.some(bearsLeading)
    const printings = (isNoCount ? scoreAll(request, false) : counted)
      .filter(({ matchScore }) => matchScore >= scoring.min)
      .sort((a, b) => b.score - a.score || a.product.productId - b.product.productId)
    const [first, second] = printings
    if (first === undefined) return { printings, ambiguous: false, isDoubtful: false }
    const isTied = second !== undefined && first.score - second.score < scoring.minGap
    const isDoubtful =
      mayCountCopies(request, first, printings) ||
      isHintOpen(request, first, printings) ||
      isBareNumberAlone(first) ||
      takesNameForSet(first, printings, line.text) ||
      contradictsText(first, line, unmet) ||
      mayBeginAnother(first, printings)
    return { printings, ambiguous: isTied || isDoubtful, isDoubtful }
  }
}
