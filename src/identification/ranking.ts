import { readCollectorNumber } from '../cards/collector-number.ts'
import { foldText, hasUnspacedScript } from '../cards/fold.ts'
import { readProductName } from '../cards/product-name.ts'
import type { NumberReading, NumberStrength, Printing, SetMention, TextSpan } from '../catalog/ports.ts'
import type { MatchReason } from '../contract/identification.ts'
import { createEvidenceScorer, type Evidence } from './evidence.ts'
import type { NumberMatch } from './number-match.ts'
import { type ComparedLine, prepareText } from './prepared-text.ts'
import { mayMeanAnotherSet } from './unknown-hint.ts'
import { contextPoints, counts, nameLikeness, namePoints, numberPoints, scoring } from './weights.ts'

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
  /** For each word of the text how well the printing's name explains it, 0 for not at all; the words that name its set; and how well anything explains each. */
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

/** Points for a number by itself. */
const numberAlone = ({ named, setNamed, glued, numberLeft }: Evidence, strength: NumberStrength): number =>
  (glued ? numberPoints.aloneBehindCode : Math.max(numberPoints.alone[strength], setNamed ? numberPoints.aloneInSet : 0)) +
  (numberLeft && named === 0 ? numberPoints.numberLeft : 0)

/** Points for name and number together. */
const pointsOf = (evidence: Evidence, hasNumber: boolean): number => {
  const { match, openNumber, named, begun, holdsText, isNameless } = evidence
  if (match === null) {
    if (!openNumber) return Math.max(nameAlone(named), begun ? namePoints.begun : holdsText ? namePoints.holdsText : 0)
    return hasNumber ? Math.min(numberPoints.maxConflict, numberPoints.conflict * named) : numberPoints.missing * named
  }
  const strength = strengthOf(match.reading)
  const alone = numberAlone(evidence, strength)
  if (match.agreement === 'variant') return isNameless ? alone * numberPoints.variantAlone : numberPoints.variant * named
  if (isNameless && match.agreement === 'misread') return alone + numberPoints.misreadAlone
  return (isNameless ? alone : numberAndName(strength, named)) + numberPoints.agreement[match.agreement]
}

/** How a printing's set relates to the one that hint or text named; `none` where neither did, `near` where the hint resembles its name. */
type SetRelation = 'none' | 'exact' | 'near' | 'inferred' | 'other' | 'conflict'

/** Whether the hint or the text names the printing's set. */
const isNamedSet = (relation: SetRelation): boolean => relation === 'exact' || relation === 'near' || relation === 'inferred'

const setPoints = (relation: SetRelation, setShare: number): number => {
  if (relation === 'exact' || relation === 'near') return contextPoints.setExact
  if (relation === 'inferred') return contextPoints.setInferred
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

const nameReason = ({ exact, begun, holdsText, coverage, named, unexplained, openNumber, extent }: Evidence): MatchReason => {
  if (begun) return 'name_prefix'
  if (holdsText) return 'name_partial'
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
  if (relation === 'inferred' || relation === 'near') reasons.push('set_inferred')
  if (relation === 'conflict') reasons.push('set_conflict')
  if (evidence.qualified !== null) reasons.push(evidence.qualified > 0.99 ? 'qualifier_exact' : 'qualifier_extra')
  return reasons
}

const toMatchScore = (points: number): number => {
  const from = scoring.compressedFrom
  return Math.round(Math.min(100, Math.max(0, points > from ? from + (points - from) / 2 : points)))
}

/** `118a/219` beside `118/219`. */
const variantNumber = /\d[a-z★*]+(?:\/|$)/i

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
 * True where the text says something that the best printing does not bear out, so that it may mean another one: words of a name, a set in which nothing fits, what stands
 * in brackets, another number, or another suffix of it.
 */
const contradictsText = (best: Scored, { text, copyTerms }: ComparedLine, unmet: readonly SetMention[]): boolean => {
  const { maxUnread, maxUnreadBesideNumber, maxUnreadInSet } = nameLikeness
  const inSet = best.matchReasons.some((reason) => reason === 'set_exact' || reason === 'set_inferred')
  const limit = best.number === null || !best.exact ? maxUnread : inSet ? maxUnreadInSet : maxUnreadBesideNumber
  const isCopy = ({ from, to }: TextSpan): boolean => copyTerms.some((term) => term.from < to && term.to > from)
  const isStopwords = ({ from, to }: TextSpan): boolean => text.words.slice(from, to).every(({ isStopword }) => isStopword)
  return (
    best.unexplained > limit ||
    best.hasOtherSuffix ||
    best.numberLeft ||
    best.matchReasons.includes('set_conflict') ||
    [...unmet, ...text.brackets].some((span) => isOpen(best, span) && !isCopy(span) && !isStopwords(span))
  )
}

/** Whether a printing is the only one of its name that bears the number of the text. */
const isOnlyBearer = (best: Scored, printings: readonly Scored[]): boolean =>
  best.number !== null &&
  best.named >= namePoints.minBesideBare &&
  printings.every((other) => other === best || other.number === null || other.named < namePoints.minBesideBare)

/** Whether the text begins with the whole name of another card, which was taken for the code of a set: `Mew 25/165`. */
const takesNameForSet = (best: Scored, printings: readonly Scored[], { words }: ComparedLine['text']): boolean => {
  const begins = best.named === 0 ? best.inSet.find(({ from }) => from === 0) : undefined
  if (begins === undefined) return false
  const named = words.slice(begins.from, begins.to).map(({ text }) => text)
  const name = named.filter((word) => /\D/.test(word)).join(' ')
  return name !== '' && printings.some(({ product }) => readProductName(product.name).base === name)
}

/** Whether nothing but a bare number speaks for a printing, which hundreds bear. */
const isBareNumberAlone = ({ isNameless, named, number, matchReasons }: Scored): boolean =>
  isNameless &&
  named === 0 &&
  number?.strength === 'bare' &&
  !matchReasons.some((reason) => reason === 'set_exact' || reason === 'set_inferred')

/** Creates the ranker: candidates and a card text in, order, scores and reasons out. */
export const createRanking = () => {
  const scorerOf = createEvidenceScorer()

  return ({ line, products, setHint, matchedSet, isHintExact, mentions: named }: RankingInput): Ranking => {
    const mentions = named.filter(({ sets }) => sets.length > 0)
    const unmet = named.filter(({ sets }) => sets.length === 0)
    const { leadingNumber } = line
    const hint = setHint === null ? null : foldText(setHint)
    const isUnspaced = line.text.words.some(({ text }) => hasUnspacedScript(text))

    const relationOf = (product: Printing, setNamed: boolean): SetRelation => {
      if (hint === null) return setNamed ? 'inferred' : mentions.length === 0 ? 'none' : 'other'
      if (matchedSet !== null && product.setName === matchedSet) return isHintExact ? 'exact' : 'near'
      const named = [product.setName, product.setSlug, product.setCode].some(
        (known) => known !== null && foldText(known) === hint,
      )
      return named ? 'exact' : matchedSet === null ? 'other' : 'conflict'
    }

    const scoreWith =
      (scoreEvidence: (product: Printing) => Evidence) =>
      (product: Printing): Scored => {
        const evidence = scoreEvidence(product)
        const { setShare, rarityShare, qualified, match, extent, ownNumber, setNamed, named, unexplained } = evidence
        const relation = relationOf(product, setNamed)
        const hasNumber = product.number !== null
        const total =
          pointsOf(evidence, hasNumber) +
          setPoints(relation, setShare) +
          qualifierPoints(qualified) +
          contextPoints.rarity * rarityShare * rarityShare +
          (bearsItsSet(product) ? contextPoints.ownSetCode : 0) +
          namePoints.extent[extent] +
          (ownNumber ? contextPoints.ownNumberInName : 0) +
          (match === null && variantNumber.test(product.number ?? '') ? contextPoints.variantLetter : 0) +
          (!isUnspaced && hasUnspacedScript(product.name) ? contextPoints.otherScript : 0)
        // Neither a number that it does not bear nor a part of its name makes a printing certain, and what is a guess needs its set.
        const isPart =
          match === null &&
          (evidence.begun || evidence.holdsText) &&
          (nameAlone(named) < namePoints.begun || evidence.missesNumber)
        const isGuess = line.isGuess && (!evidence.isNameless || !isNamedSet(relation))
        const points = evidence.openNumber || isPart || isGuess ? Math.min(total, numberPoints.maxOpen) : total
        return {
          product,
          score: points,
          named,
          unexplained,
          numberLeft: evidence.sureNumberLeft,
          exact: evidence.exact,
          hasOtherSuffix:
            match?.agreement === 'variant' && readCollectorNumber(product.number ?? '')?.card !== match.reading.number.card,
          matchScore: toMatchScore(points),
          matchReasons: reasonsOf(evidence, relation, hasNumber),
          number: match === null || match.agreement === 'variant' ? null : match.reading,
          isNameless: evidence.isNameless,
          inName: evidence.inName,
          inSet: evidence.inSet,
          explained: evidence.explained,
        }
      }

    const scoreAll = (mayCount: boolean): Scored[] => products.map(scoreWith(scorerOf(prepareText(line, mentions, mayCount))))
    /** Printings of the name whose number is the one before it, which then is no count for sure. */
    const bearsLeading = ({ number, named }: Scored): boolean =>
      number !== null && number.from === 0 && number.to === 1 && named >= namePoints.minBesideBare

    const counted = scoreAll(leadingNumber !== null)
    const leadingIsOwn = leadingNumber !== null && counted.some(bearsLeading)
    const scored = leadingIsOwn && leadingNumber > counts.maxUsual ? scoreAll(false) : counted
    const printings = scored
      .filter(({ matchScore }) => matchScore >= scoring.min)
      .sort((a, b) => b.score - a.score || a.product.productId - b.product.productId)
    const [first, second] = printings
    if (first === undefined) return { printings, ambiguous: false, isDoubtful: false }
    const isTied = second !== undefined && first.score - second.score < scoring.minGap
    const mayCount =
      leadingIsOwn &&
      leadingNumber <= counts.maxUsual &&
      bearsLeading(first) &&
      printings.some((other) => !bearsLeading(other) && other.named >= first.named)
    // A hint that no set is known by may mean one that the catalogue lacks.
    const isHintOpen =
      setHint !== null &&
      matchedSet === null &&
      !first.matchReasons.includes('set_exact') &&
      mayMeanAnotherSet(setHint, first.product, isOnlyBearer(first, printings))
    const isDoubtful =
      mayCount ||
      isHintOpen ||
      isBareNumberAlone(first) ||
      takesNameForSet(first, printings, line.text) ||
      contradictsText(first, line, unmet) ||
      mayBeginAnother(first, printings)
    return { printings, ambiguous: isTied || isDoubtful, isDoubtful }
  }
}
