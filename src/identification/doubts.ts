import { readCollectorNumber } from '../cards/collector-number.ts'
import { foldedWords, foldText } from '../cards/fold.ts'
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

/**
 * True where nothing but a bare number speaks for a printing, which hundreds bear, or letters and digits that mean its
 * number otherwise than it is written: `RA01` is more likely a set than the card RA1.
 */
const isNumberAlone = ({ isNameless, named, number, agreement, total, relation }: Scored): boolean =>
  isNameless &&
  named === 0 &&
  !isNamedSet(relation) &&
  (number?.strength === 'bare' || (number?.strength === 'prefixed' && agreement === 'normalized' && total === 'agrees'))

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

/**
 * True where the catalogue has no total of the card that the text says, and the name is only near or a part, or another
 * printing of that name and number has another total.
 */
const lacksWitness = (first: Scored, printings: readonly Scored[]): boolean => {
  const { exact, named, number, total, relation, product } = first
  if (total !== 'missing' || number === null) return false
  if (named === 0) return !isNamedSet(relation) && /^\d+$/.test(number.number.total ?? '')
  const isOtherTotal = ({ product: other }: Scored): boolean =>
    readProductName(other.name).base === readProductName(product.name).base &&
    other.number?.includes('/') === true &&
    readCollectorNumber(other.number)?.head === number.number.head
  return (!exact && !isNamedSet(relation)) || printings.some(isOtherTotal)
}

/** True where the number is that of a card of a near name, and the name is all of another card's: `Aipom 056/111`. */
const isOfOtherName = (first: Scored, printings: readonly Scored[]): boolean =>
  !first.exact && first.named > 0 && printings.some(({ exact, named }) => exact && named > first.named)

/** True where a code and a number in one word, as `MRD-026`, are another printing's whole number. */
const isOthersNumber = (first: Scored, printings: readonly Scored[]): boolean =>
  first.isGlued && printings.some(({ isGlued, agreement }) => !isGlued && agreement === 'exact')

const rarityWords: ReadonlySet<string> = new Set(['rare', 'common', 'uncommon', 'basic', 'r', 'c', 'u', 'uc'])

/** True where brackets hold nothing but a rarity, as `(Rare)`, that is not the printing's. */
const isInOtherRarity = ({ product: { rarity } }: Scored, { text: { words, brackets } }: ComparedLine): boolean =>
  rarity !== null &&
  brackets.some(({ from, to }) => {
    const word = words[from]?.text ?? ''
    return to - from === 1 && rarityWords.has(word) && !foldedWords(foldText(rarity)).includes(word)
  })

/** Whether the text may mean another printing than the first, or none that is known here. */
export const isInDoubt = (request: RankingRequest, first: Scored, printings: readonly Scored[]): boolean =>
  mayCountCopies(request, first, printings) ||
  isHintOpen(request, first) ||
  isNumberAlone(first) ||
  takesNameForSet(first, printings, request.line.text) ||
  contradictsText(first, request.line, request.unmet) ||
  mayBeginAnother(first, printings) ||
  isPartlyRead(first) ||
  lacksWitness(first, printings) ||
  isInOtherRarity(first, request.line) ||
  isOfOtherName(first, printings) ||
  isOthersNumber(first, printings) ||
  isAnotherName(first, request.line) ||
  hasOtherPokemonSuffix(first, request.line) ||
  isEnergyWithoutSet(first)
