import { editDistance } from '../cards/edit-distance.ts'
import { foldedWords } from '../cards/fold.ts'
import { skeletonOf } from '../cards/look-alikes.ts'
import { foldedPossessive, possessiveStems } from '../cards/possessive.ts'
import { readProductName } from '../cards/product-name.ts'
import { wordLikeness, wordWeights } from './weights.ts'

/** A word with its skeleton, which comparison needs again and again. */
export interface Word {
  readonly text: string
  readonly skeleton: string
  /** What stands before `'s` where the word ends so; else `null`. */
  readonly stem: string | null
}

/** A word made ready for comparison. */
export const toWord = (text: string): Word => ({ text, skeleton: skeletonOf(text), stem: null })

/** A product name made ready for comparison. */
export interface PreparedName {
  readonly base: readonly Word[]
  readonly weights: readonly number[]
  /** Sum of the weights. */
  readonly weight: number
  readonly gluedSkeleton: string
  readonly qualifiers: readonly Word[]
}

/** Words that carry little of a name. */
const glueWords = new Set(['of', 'the', 'and', 'a', 'an', 'to', 'in', 'de', 'no', 's', 'for', 'from'])

export const isGlueWord = (word: string): boolean => glueWords.has(word)

/** How much a word counts in a comparison: by its length, little for the glue words of a language. */
export const wordWeight = (word: string): number =>
  glueWords.has(word)
    ? wordWeights.glue
    : word.length === 1
      ? wordWeights.letter
      : Math.min(wordWeights.max, wordWeights.base + wordWeights.perLetter * word.length)

/** Prepares a product name; callers keep the result, as the same names come again and again. */
export const prepareName = (name: string): PreparedName => {
  const { base, qualifier } = readProductName(name)
  const words = foldedWords(base)
  const possessives = new Map(possessiveStems(name).map((stem) => [foldedPossessive(stem), stem]))
  const weights = words.map(wordWeight)
  return {
    base: words.map((word) => ({ ...toWord(word), stem: possessives.get(word) ?? null })),
    weights,
    weight: weights.reduce((sum, weight) => sum + weight, 0),
    gluedSkeleton: skeletonOf(base.replaceAll(' ', '')),
    qualifiers: qualifier === '' ? [] : foldedWords(qualifier).map(toWord),
  }
}

const letters = /\D+/g

/** `LV8` is no misspelt `LV4`. */
const haveOtherDigits = (given: string, known: string): boolean => {
  const digits = known.replace(letters, '')
  const read = digits === '' ? '' : given.replace(letters, '')
  return read !== '' && read !== digits
}

/** How alike two words are, from 0 to 1; look-alike letters cost little, each edit its share of the word. */
export const wordSimilarity = (given: Word, known: Word): number => {
  if (given.text === known.text) return 1
  if (given.text === known.stem) return wordLikeness.possessive
  const a = given.skeleton
  const b = known.skeleton
  if (a === b) return wordLikeness.sameSkeleton
  const shorter = Math.min(a.length, b.length)
  if (shorter < 3 || haveOtherDigits(given.text, known.text)) return 0
  const limit = shorter < 5 ? 1 : shorter < 9 ? 2 : 3
  let edits = editDistance(a, b, limit)
  // A typing error can make or break a pair that looks like one letter; then the letters themselves are closer.
  if (edits > 1 && (a.length < given.text.length || b.length < known.text.length)) {
    edits = Math.min(edits, editDistance(given.text, known.text, limit))
  }
  if (edits <= limit) {
    const perEdit = edits === 1 ? wordLikeness.oneEdit : wordLikeness.moreEdits
    return Math.max(0, wordLikeness.sameSkeleton - (perEdit * edits) / Math.max(a.length, b.length))
  }
  return given.text.length >= 3 && known.text.startsWith(given.text)
    ? wordLikeness.prefix + wordLikeness.prefixShare * (given.text.length / known.text.length)
    : 0
}

/** The words of a text with their neighbours glued, made once for all names that are compared with it. */
export interface PreparedWords {
  readonly words: readonly Word[]
  /** Each word with the next, and with the next two. */
  readonly pairs: readonly (Word | null)[]
  readonly triples: readonly (Word | null)[]
  /** Where each word stands for the first time. */
  readonly firstAt: readonly number[]
}

/** Prepares the words of a text. */
export const prepareWords = (texts: readonly string[]): PreparedWords => {
  const glue = (count: number) =>
    texts.map((_, at) => (at + count <= texts.length ? toWord(texts.slice(at, at + count).join('')) : null))
  const places = new Map<string, number>()
  const firstAt = texts.map((text, at) => {
    const first = places.get(text) ?? at
    places.set(text, first)
    return first
  })
  return { words: texts.map(toWord), pairs: glue(2), triples: glue(3), firstAt }
}

/** How a name and the words of a text cover each other. */
export interface NameFit {
  /** 0 to 1: how much of the name stands in the text. */
  readonly coverage: number
  /** True when the name stands there letter by letter. */
  readonly exact: boolean
  /** For each word of the text how well the name explains it, 0 for not at all. */
  readonly explained: Float32Array
}

/**
 * Weighted coverage of a name by the words of a text: first words that are whole, then misread ones, then split and
 * glued ones, each greedily the best that is left.
 */
export const fitName = (
  { words, pairs, triples, firstAt }: PreparedWords,
  { base, weights, weight }: PreparedName,
): NameFit => {
  const explained = new Float32Array(words.length)
  let gained = 0
  const missing: number[] = []
  for (let known = 0; known < base.length; known++) {
    const { text } = base[known] as Word
    let at = 0
    while (at < words.length && ((explained[at] as number) > 0 || (words[at] as Word).text !== text)) at++
    if (at === words.length) missing.push(known)
    else {
      explained[at] = 1
      gained += weights[known] as number
    }
  }
  const exact = missing.length === 0 && base.length > 0
  for (let turn = 0; turn < missing.length; turn++) {
    const known = missing[turn] as number
    const word = base[known] as Word
    const { length } = word.text
    const following = missing[turn + 1] === known + 1 ? (base[known + 1] as Word) : null
    const both =
      following === null
        ? null
        : { text: word.text + following.text, skeleton: word.skeleton + following.skeleton, stem: null }
    let best = 0
    let bestAt = -1
    let span = 1
    let taken = 1
    for (let at = 0; at < words.length; at++) {
      if ((explained[at] as number) > 0) continue
      const given = words[at] as Word
      // What a text repeats fits no better the second time.
      const first = firstAt[at] as number
      const isRepeated = first < at && explained[first] === 0
      const fit = isRepeated ? 0 : wordSimilarity(given, word)
      if (fit > best) [best, bestAt, span, taken] = [fit, at, 1, 1]
      const pair = pairs[at]
      if (
        pair &&
        !(isRepeated && firstAt[at + 1] !== at + 1) &&
        length >= 3 &&
        explained[at + 1] === 0 &&
        pair.text.length <= length + 2
      ) {
        const joined = wordSimilarity(pair, word) * wordLikeness.pairGlued
        if (joined > best && joined > wordLikeness.minGlued) [best, bestAt, span, taken] = [joined, at, 2, 1]
        const triple = triples[at]
        if (triple && explained[at + 2] === 0 && triple.text.length <= length + 2) {
          const whole = wordSimilarity(triple, word) * wordLikeness.tripleGlued
          if (whole > best && whole > wordLikeness.minGlued) [best, bestAt, span, taken] = [whole, at, 3, 1]
        }
      }
      if (both !== null && given.text.length > length && given.text.length >= both.text.length - 2) {
        const split = wordSimilarity(given, both) * wordLikeness.pairGlued
        if (split > best && split > wordLikeness.minGlued) [best, bestAt, span, taken] = [split, at, 1, 2]
      }
    }
    if (best < wordLikeness.min) continue
    explained.fill(best, bestAt, bestAt + span)
    gained += (weights[known] as number) * best
    if (taken === 2) {
      gained += (weights[known + 1] as number) * best
      turn++
    }
  }
  return { coverage: weight === 0 ? 0 : gained / weight, exact, explained }
}
