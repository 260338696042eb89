import { foldedWords, foldText } from '../cards/fold.ts'
import { readProductName } from '../cards/product-name.ts'
import { isGlueWord, toWord, type Word, wordSimilarity } from './name-fit.ts'
import { isNamedSet } from './points.ts'
import type { ComparedLine } from './prepared-text.ts'
import type { Scored } from './scored-printing.ts'
import { wordLikeness } from './weights.ts'

/** Words behind the name of a Pokémon that make it another card. */
const pokemonSuffixes: ReadonlySet<string> = new Set([
  'ex',
  'gx',
  'v',
  'vmax',
  'vstar',
  'break',
  'prime',
  'star',
  'lv',
  'x',
])

/** Words of the name that the text has otherwise, and the words of the text that may stand for them. */
const differencesOf = (best: Scored, { text }: ComparedLine, isLoose: boolean): { given: Word[]; missing: Word[] } => {
  const { base: name, qualifier } = readProductName(best.product.name)
  const base = foldedWords(name)
  const besideName = new Set([...foldedWords(qualifier), ...foldedWords(foldText(best.product.rarity ?? ''))])
  const spans = [...text.numbers, ...best.inSet]
  const written = text.words.map(({ text: word }) => word)
  const counts = (word: string): boolean => !isLoose || !isGlueWord(word)
  const given = text.words.filter(
    ({ text: word, isStopword }, at) =>
      !isStopword &&
      counts(word) &&
      !base.includes(word) &&
      !besideName.has(word) &&
      !spans.some(({ from, to }) => at >= from && at < to),
  )
  const missing = base.filter((word) => !written.includes(word) && counts(word))
  return { given: given.map(({ text: word }) => toWord(word)), missing: missing.map(toWord) }
}

const glued = (words: readonly Word[]): string => words.map(({ skeleton }) => skeleton).join('')

/**
 * Words that begin alike and are as long, give or take some letters: a slip of the pen. Look-alikes and spaces count as
 * no difference.
 */
const isSlip = (given: readonly Word[], missing: readonly Word[], maxLetters: number): boolean => {
  if (glued(given) === glued(missing)) return true
  const pairs =
    given.length === missing.length
      ? given.map((word, at) => [word.skeleton, (missing[at] as Word).skeleton])
      : [[glued(given), glued(missing)]]
  return pairs.every(([a = '', b = '']) => a[0] === b[0] && Math.abs(a.length - b.length) <= maxLetters)
}

const hasCounterpart = (word: Word, others: readonly Word[]): boolean =>
  others.some((other) => Math.max(wordSimilarity(word, other), wordSimilarity(other, word)) >= wordLikeness.min)

/** Words on both sides that nothing on the other resembles: another card, whatever else they share. */
const haveOtherWords = (given: readonly Word[], missing: readonly Word[]): boolean =>
  given.some((word) => !hasCounterpart(word, missing)) && missing.some((word) => !hasCounterpart(word, given))

/**
 * Whether the text names a card that is not the printing's, and perhaps none that is known here: a near name is its own
 * only by a slip of equal length. A number bears out a letter more or less, and more where it says more than digits.
 */
export const isAnotherName = (best: Scored, line: ComparedLine): boolean => {
  if (best.exact || best.named === 0) return false
  const { given, missing } = differencesOf(best, line, best.number !== null)
  if (best.number === null) return !isSlip(given, missing, 0)
  if (given.length === 0 || missing.length === 0) return false
  if (haveOtherWords(given, missing)) return true
  return best.number.strength === 'bare' && !isNamedSet(best.relation) && !isSlip(given, missing, 1)
}

/** Whether text and name differ by a word such as `ex` behind the name of a Pokémon, which makes another card. */
export const hasOtherPokemonSuffix = (
  { product, named, inName, inSet }: Scored,
  { text: { words } }: ComparedLine,
): boolean => {
  if (named === 0 || !product.categorySlug?.startsWith('pokemon')) return false
  const isSuffix = (word: string): boolean => pokemonSuffixes.has(word)
  const written = words.map(({ text }) => text).join('')
  const base = foldedWords(readProductName(product.name).base)
  return (
    words.some(
      ({ text }, at) =>
        at > 0 && isSuffix(text) && inName[at] === 0 && !inSet.some(({ from, to }) => at >= from && at < to),
    ) ||
    base.some(
      (word, at) =>
        at > 0 &&
        isSuffix(word) &&
        !written.includes(`${base[at - 1]}${word}`) &&
        !words.some(({ text }) => text === word),
    )
  )
}

const basicEnergy = /^(?:basic )?(?:grass|fire|water|lightning|psychic|fighting|darkness|metal|fairy) energy$/

/** Whether the text is a basic energy without its set, of which there are dozens under numbers that few people know. */
export const isEnergyWithoutSet = ({ product, relation, number }: Scored): boolean =>
  !isNamedSet(relation) && number?.number.total == null && basicEnergy.test(readProductName(product.name).base)
