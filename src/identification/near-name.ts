import { foldedWords, foldText, hasUnspacedScript } from '../cards/fold.ts'
import { readProductName } from '../cards/product-name.ts'
import type { TextSpan } from '../catalog/ports.ts'
import { isGlueWord, toWord, type Word, wordSimilarity } from './name-fit.ts'
import { isNamedSet } from './points.ts'
import type { ComparedLine } from './prepared-text.ts'
import type { Scored } from './scored-printing.ts'
import { wordLikeness } from './weights.ts'

/** Words behind the name of a Pokémon that make it another card. */
const pokemonSuffixes: ReadonlySet<string> = new Set('ex gx v vmax vstar break prime star lv x'.split(' '))

/** The words of the name, and those of the text that neither number nor set nor rarity nor qualifier explain. */
const wordsOf = ({ product, otherName, inSet }: Scored, { text }: ComparedLine): { base: Word[]; written: Word[] } => {
  const { base } = readProductName(otherName ?? product.name)
  const { base: own, qualifier } = readProductName(product.name)
  const besideName = new Set([
    ...foldedWords(qualifier),
    ...foldedWords(otherName === null ? '' : own),
    ...foldedWords(foldText(product.rarity ?? '')),
  ])
  const known = foldedWords(base)
  const isIn = (spans: readonly TextSpan[], at: number): boolean => spans.some(({ from, to }) => at >= from && at < to)
  const written = text.words.filter(
    ({ text: word, isStopword }, at) =>
      !isIn(inSet, at) && (known.includes(word) || !(isStopword || besideName.has(word) || isIn(text.numbers, at))),
  )
  return { base: known.map(toWord), written: written.map(({ text: word }) => toWord(word)) }
}

const glued = (words: readonly Word[]): string => words.map(({ skeleton }) => skeleton).join('')

/**
 * Words that are the same, or begin alike and are as long, give or take some letters: a slip of the pen. Look-alikes
 * and spaces count as no difference.
 */
const isSlip = (given: readonly Word[], known: readonly Word[], maxLetters: number): boolean => {
  if (glued(given) === glued(known)) return true
  const isNear = (a: string, b: string): boolean => a[0] === b[0] && Math.abs(a.length - b.length) <= maxLetters
  const areNear = (a: Word, b: Word): boolean => isNear(a.text, b.text) || isNear(a.skeleton, b.skeleton)
  return given.length === known.length
    ? given.every((word, at) => areNear(word, known[at] as Word))
    : isNear(glued(given), glued(known))
}

const hasCounterpart = (word: Word, others: readonly Word[]): boolean =>
  others.some((other) => Math.max(wordSimilarity(word, other), wordSimilarity(other, word)) >= wordLikeness.min)

/** Words on both sides that nothing on the other resembles: another card, whatever else they share. */
const haveOtherWords = (given: readonly Word[], missing: readonly Word[]): boolean =>
  given.some((word) => !hasCounterpart(word, missing)) && missing.some((word) => !hasCounterpart(word, given))

/**
 * Whether the text names a card that is not the printing's, and perhaps none that is known here: a near name is its own
 * only by a slip of equal length. Its set or a number bears out a letter more or less, and a number that says more than
 * digits more.
 */
export const isAnotherName = (best: Scored, line: ComparedLine): boolean => {
  const isUnspaced = hasUnspacedScript(best.otherName ?? best.product.name)
  if (best.named === 0 || (best.exact && (best.number !== null || isUnspaced))) return false
  const { base, written } = wordsOf(best, line)
  if (best.number === null) return !isSlip(written, base, isNamedSet(best.relation) ? 1 : 0)
  const isOf = (words: readonly Word[], { text }: Word): boolean =>
    isGlueWord(text) || words.some((word) => word.text === text)
  const given = written.filter((word) => !isOf(base, word))
  const missing = base.filter((word) => !isOf(written, word))
  if (given.length === 0 || missing.length === 0) return false
  if (haveOtherWords(given, missing)) return true
  return best.number.strength === 'bare' && !isNamedSet(best.relation) && !isSlip(given, missing, 1)
}

/** Whether text and name differ by a word such as `ex` behind the name of a Pokémon, which makes another card. */
export const hasOtherPokemonSuffix = (
  { product, named, qualified, inName, inSet }: Scored,
  { text: { words } }: ComparedLine,
): boolean => {
  if (named === 0 || !product.categorySlug?.startsWith('pokemon')) return false
  const { base: name, qualifier } = readProductName(product.name)
  // `Blissey (Prime)` is called so here.
  const inQualifier = qualified === 1 ? foldedWords(qualifier) : []
  const isSuffix = (word: string): boolean => pokemonSuffixes.has(word) && !inQualifier.includes(word)
  const written = words.map(({ text }) => text).join('')
  const base = foldedWords(name)
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
export const isEnergyWithoutSet = ({ product, relation, number, total }: Scored): boolean =>
  !isNamedSet(relation) &&
  !(number?.number.total != null && total === 'agrees') &&
  basicEnergy.test(readProductName(product.name).base)
