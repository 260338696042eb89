import { readProductName } from '../cards/product-name.ts'
import type { Printing, SetMention, TextSpan } from '../catalog/ports.ts'
import { hasOtherPokemonSuffix, isAnotherName, isEnergyWithoutSet } from './near-name.ts'
import { isNamedSet } from './points.ts'
import type { ComparedLine } from './prepared-text.ts'
import type { RankingRequest, Scored } from './scored-printing.ts'
import { counts, nameLikeness, namePoints } from './weights.ts'

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

/** True for a printing whose number is the one before its name, which then is no count for sure. */
export const bearsLeading = ({ number, named }: Scored): boolean =>
  number !== null && number.from === 0 && number.to === 1 && named >= namePoints.minBesideBare

/** True where the number before the name may count copies as well as be that of the first printing. */
const mayCountCopies = (
  { line: { leadingNumber } }: RankingRequest,
  first: Scored,
  printings: readonly Scored[],
): boolean =>
  leadingNumber !== null &&
  leadingNumber <= counts.maxUsual &&
  bearsLeading(first) &&
  printings.some((other) => !bearsLeading(other) && other.named >= first.named)

/** True where no set is known by the hint, which then may mean one that the catalogue lacks. */
const isHintOpen = ({ setHint, matchedSet }: RankingRequest, { relation }: Scored): boolean =>
  setHint !== null && matchedSet === null && relation !== 'exact'

/** True where number, set and rarity are all that was understood, and something was not. */
const isPartlyRead = ({ isNameless, named, unexplained }: Scored): boolean =>
  named === 0 && !isNameless && unexplained > 0

/** True where a near name or a part of one stands beside a total that the catalogue does not have of the card. */
const lacksWitness = ({ exact, named, total, relation }: Scored): boolean =>
  total === 'missing' && named > 0 && !exact && !isNamedSet(relation)

/** Whether the text may mean another printing than the first, or none that is known here. */
export const isInDoubt = (request: RankingRequest, first: Scored, printings: readonly Scored[]): boolean =>
  mayCountCopies(request, first, printings) ||
  isHintOpen(request, first) ||
  isBareNumberAlone(first) ||
  takesNameForSet(first, printings, request.line.text) ||
  contradictsText(first, request.line, request.unmet) ||
  mayBeginAnother(first, printings) ||
  isPartlyRead(first) ||
  lacksWitness(first) ||
  isAnotherName(first, request.line) ||
  hasOtherPokemonSuffix(first, request.line) ||
  isEnergyWithoutSet(first)
