import { readCollectorNumber } from '../cards/collector-number.ts'
import { foldText } from '../cards/fold.ts'
import { isTellingRarity, otherRarity, yugiohRarity } from '../cards/rarities.ts'
import type { Printing, TextSpan } from '../catalog/ports.ts'
import { type NameFit, type PreparedName, type Word, wordSimilarity } from './name-fit.ts'
import type { KnownNumber, NumberMatch } from './number-match.ts'
import type { PreparedMention, PreparedText } from './prepared-text.ts'
import { wordLikeness } from './weights.ts'

/** What the set says for a printing. */
export interface SetEvidence {
  /** True when words of the text beside the name are the printing's set. */
  readonly isNamed: boolean
  /** Those words. */
  readonly spans: readonly PreparedMention[]
  /** True when the set's code and the number are one word. */
  readonly isGlued: boolean
  /** Share of the words of the set's name and code that the rest of the text holds. */
  readonly share: number
}

/** What qualifiers in brackets behind the name say for and against a printing. */
export interface QualifierEvidence {
  /** Share of the qualifiers that the text names, or `null` for a plain printing. */
  readonly share: number | null
  /** True when the catalogue added the printing's own number to its name. */
  readonly ownNumber: boolean
}

/** The place of the word of the text that is this one, perhaps misspelt, and that nothing explains yet; or -1. */
const findOpenWord = (words: readonly Word[], explained: Float32Array, wanted: Word): number => {
  const { minMisspelt } = wordLikeness
  // `SWSH06` is no misspelt `SWSH05`.
  const isFuzzy = wanted.text.length >= minMisspelt && !/\d/.test(wanted.text)
  let found = -1
  let best: number = wordLikeness.minBeside
  for (let at = 0; at < words.length; at++) {
    if ((explained[at] as number) > 0) continue
    const given = words[at] as Word
    if (given.text === wanted.text) return at
    const fit = isFuzzy && given.text.length >= minMisspelt ? wordSimilarity(given, wanted) : 0
    if (fit > best) [best, found] = [fit, at]
  }
  return found
}

/** Share of these words that stand in the rest of the text, which are marked as explained. */
export const explainWords = ({ words }: PreparedText['words'], wanted: readonly Word[], explained: Float32Array) => {
  let hits = 0
  for (const word of wanted) {
    const at = findOpenWord(words, explained, word)
    if (at < 0) continue
    explained[at] = 1
    hits++
  }
  return wanted.length === 0 ? 0 : hits / wanted.length
}

/** Mentions of the printing's own set whose words are no words of its name, or all that the text has of it. */
export const mentionsOfSet = (
  { mentions }: PreparedText,
  { setId }: Printing,
  { explained, exact }: NameFit,
): readonly PreparedMention[] => {
  if (setId === null || mentions.length === 0) return []
  const isBesideName = ({ words }: PreparedMention): boolean => words.every((at) => explained[at] !== 1)
  const isAllOfName = ({ from, to }: PreparedMention): boolean =>
    !exact && explained.every((share, at) => share === 0 || (at >= from && at < to))
  return mentions.filter((one) => one.setIds.has(setId) && (isBesideName(one) || isAllOfName(one)))
}

/**
 * The mentions that name the printing's set, whose words are marked as explained. A code with a number behind it names
 * the set of the printing that bears this number.
 */
export const explainSet = (
  mentions: readonly PreparedMention[],
  match: NumberMatch | null,
  explained: Float32Array,
): readonly PreparedMention[] => {
  const naming = mentions.filter(({ number }) => number === null || number.reading === match?.reading)
  for (const { from, to } of naming) explained.fill(1, from, to)
  return naming
}

/** The qualifiers, but for a bracketed number that is the printing's own and sets it apart from nothing. */
const qualifiersOf = ({ qualifiers }: PreparedName, known: KnownNumber | null): readonly Word[] =>
  known === null || qualifiers.length === 0
    ? qualifiers
    : qualifiers.filter(({ text: word }) => readCollectorNumber(word)?.head !== known.number?.head)

/** Words about the copy are a qualifier's only where they are all that it needs: `holo` is no `Cosmos Holo`. */
const explainQualifiers = (text: PreparedText, qualifiers: readonly Word[], explained: Float32Array): number => {
  if (text.copyWords.length === 0) return explainWords(text.words, qualifiers, explained)
  const withCopy = explained.slice()
  let share = explainWords(text.words, qualifiers, withCopy)
  if (share < 1) {
    withCopy.set(explained)
    for (const at of text.copyWords) withCopy[at] = 1
    share = explainWords(text.words, qualifiers, withCopy)
  }
  explained.set(withCopy)
  return share
}

/** Finds the evidence of the qualifiers, and marks the words that name them as explained. */
export const findQualifierEvidence = (
  text: PreparedText,
  name: PreparedName,
  known: KnownNumber | null,
  explained: Float32Array,
): QualifierEvidence => {
  const qualifiers = qualifiersOf(name, known)
  return {
    share: qualifiers.length === 0 ? null : explainQualifiers(text, qualifiers, explained),
    ownNumber: qualifiers.length < name.qualifiers.length,
  }
}

/** The rarities that a text names beside the name: that of the printing, and others. */
export interface RarityEvidence {
  readonly own: readonly TextSpan[]
  readonly others: readonly TextSpan[]
  /** True where the printing's qualifier is nothing but the rarity that was named. */
  readonly isQualifier: boolean
}

/** Finds the rarities that a text names: a printing of another one is another printing. */
export const findRarityEvidence = (
  { rarities }: PreparedText,
  { categorySlug, rarity }: Printing,
  { qualifiers }: PreparedName,
  inName: Float32Array,
): RarityEvidence => {
  const none = { own: [], others: [], isQualifier: false }
  if (rarities.length === 0 || rarity === null) return none
  const isYugioh = categorySlug === 'yugioh'
  const read = isYugioh ? yugiohRarity : otherRarity
  const folded = foldText(rarity)
  if (!isYugioh && !isTellingRarity(folded)) return none
  const known = [read(qualifiers.map(({ text }) => text).join(' ')), read(folded)] as const
  const named = rarities.flatMap(({ from, to, words }) => {
    const isBeside = inName.subarray(from, to).some((share) => share !== 1)
    const meant = isBeside ? read(words) : null
    return meant === null ? [] : [{ from, to, meant }]
  })
  return {
    own: named.filter(({ meant }) => known.includes(meant)),
    others: named.filter(({ meant }) => !known.includes(meant)),
    isQualifier: named.some(({ meant }) => meant === known[0]),
  }
}
