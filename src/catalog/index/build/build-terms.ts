import { foldedWords, foldText } from '../../../cards/fold.ts'
import { skeletonOf } from '../../../cards/look-alikes.ts'
import { foldedPossessive, possessiveStems } from '../../../cards/possessive.ts'
import { readProductName } from '../../../cards/product-name.ts'
import { concatenateLists, createInterner, encodeTexts, groupBy } from '../format/flat-arrays.ts'
import { buildHashTable, hashText } from '../format/hash-table.ts'
import { shortOfOthers } from '../format/layout.ts'
import { pushDeleteHashes } from '../format/symmetric-deletes.ts'
import { lowerBound } from '../query/lower-bound.ts'
import type { OtherNames } from './build-other-names.ts'

const countBelow = (sorted: Uint32Array, limit: number): number =>
  lowerBound(0, sorted.length, (at) => (sorted[at] as number) < limit)

/** Not below 0.4: a word of every other name still says something. */
const inverseDocumentFrequency = (names: number, holding: number): number =>
  Math.max(0.4, Math.log(1 + names / Math.max(1, holding)))

/**
 * Inverse document frequency of each word (Spärck Jones, 1972) among the products' own names, and its sum over the
 * words of each name. Other names count by the share of one language, so that they hardly change what an own word
 * weighs.
 */
const weigh = (
  tokenBases: { readonly start: Uint32Array; readonly entries: Uint32Array },
  lists: { readonly start: Uint32Array; readonly entries: Uint32Array },
  ownNames: number,
  languages: number,
) => {
  const { start, entries } = tokenBases
  const tokenWeight = new Float32Array(start.length - 1).map((_, token) => {
    const bases = entries.subarray(start[token], start[token + 1])
    // Groups keep the order of bases, in which those of other names are the last.
    const own = bases.length === 0 || (bases.at(-1) as number) < ownNames ? bases.length : countBelow(bases, ownNames)
    return inverseDocumentFrequency(ownNames, Math.max(own, (bases.length - own) / languages))
  })
  const names = lists.start.length - 1
  const baseWeight = new Float32Array(names)
  for (let base = 0; base < names; base++) {
    for (let at = lists.start[base] as number; at < (lists.start[base + 1] as number); at++) {
      baseWeight[base] = (baseWeight[base] as number) + (tokenWeight[lists.entries[at] as number] as number)
    }
  }
  return { tokenWeight, baseWeight }
}

/** Words under the hashes of their deletes; `own` are those that stand in the products' own names. */
const buildDeletes = (dictionary: readonly string[], own: ReadonlySet<string>) => {
  const hashes: number[] = []
  const tokens: number[] = []
  for (const [token, word] of dictionary.entries()) {
    pushDeleteHashes(skeletonOf(word), own.has(word) ? 'dictionary' : 'other languages', hashes)
    while (tokens.length < hashes.length) tokens.push(token)
  }
  return buildHashTable(hashes, tokens, dictionary.length)
}

/** The name that a card goes by stands before a comma or a dash: `Ragavan, Nimble Pilferer`, `Elsa - Snow Queen`. */
const beforeEpithet = /^.+?(?=,| [-–] )/

/** How many words of each base are the name that its card goes by. */
const countShortWords = (printed: readonly string[], nameBase: Uint32Array, bases: readonly string[]): Uint8Array => {
  const shortNames = printed.map((text) => foldText(beforeEpithet.exec(text)?.[0] ?? ''))
  const known = new Set(shortNames)
  const counts = Uint8Array.from(bases, (base) => (known.has(base) ? shortOfOthers : 0))
  for (const [name, short] of shortNames.entries())
    if (short !== '') counts[nameBase[name] as number] = new Set(foldedWords(short)).size
  return counts
}

/** Words that stand in names with an apostrophe before their `s`, and those names, each in order. */
const buildPossessives = (printed: readonly string[], nameBase: Uint32Array, tokenOf: ReadonlyMap<string, number>) => {
  const basesOf = new Map<number, Set<number>>()
  for (const [name, text] of printed.entries()) {
    for (const stem of possessiveStems(text)) {
      const token = tokenOf.get(foldedPossessive(stem))
      if (token === undefined) continue
      basesOf.set(token, (basesOf.get(token) ?? new Set()).add(nameBase[name] as number))
    }
  }
  const sorted = [...basesOf].sort(([a], [b]) => a - b)
  const { start, entries } = concatenateLists(sorted.map(([, bases]) => [...bases]))
  return {
    possessiveTokens: Uint32Array.from(sorted, ([token]) => token),
    possessiveStart: start,
    possessiveBases: entries,
  }
}

/**
 * The names on cards and their other names, their words and qualifiers, and the ways to find them: by word, misspelt,
 * and by all their letters.
 */
export const buildTerms = (names: readonly string[], others: OtherNames) => {
  const parted = names.map(readProductName)
  const printed = parted.map((name) => name.printed)
  const own = createInterner()
  const nameBase = Uint32Array.from(parted, ({ base }) => own.idOf(base))
  const bases = [...own.values, ...others.bases]
  const baseWords = bases.map(foldedWords)
  const qualifierWords = parted.map(({ qualifier }) => foldedWords(qualifier))
  const ownWords = new Set([...baseWords.slice(0, own.values.length).flat(), ...qualifierWords.flat()])
  const dictionary = [...ownWords.union(new Set(baseWords.flat()))].sort()
  const tokenOf = new Map(dictionary.map((word, token) => [word, token]))
  const toTokens = (words: readonly string[]): number[] =>
    [...new Set(words)].map((word) => tokenOf.get(word) as number)
  const baseTokens = concatenateLists(baseWords.map(toTokens))
  const qualifiers = concatenateLists(qualifierWords.map(toTokens))
  const tokenBases = groupBy(baseTokens.entries, dictionary.length, baseTokens.owners)
  const tokenNames = groupBy(qualifiers.entries, dictionary.length, qualifiers.owners)
  const gluedHashes = bases.map((base) => hashText(skeletonOf(base.replaceAll(' ', ''))))
  const glued = buildHashTable(gluedHashes, [...gluedHashes.keys()], gluedHashes.length)
  const deletes = buildDeletes(dictionary, ownWords)
  const sections = {
    ...encodeTexts('name', names),
    nameBase,
    nameQualifierStart: qualifiers.start,
    nameQualifiers: qualifiers.entries,
    baseShortWords: countShortWords(printed, nameBase, bases),
    baseTokenStart: baseTokens.start,
    baseTokens: baseTokens.entries,
    ...weigh(tokenBases, baseTokens, own.values.length, Math.max(1, others.languages)),
    gluedStart: glued.start,
    gluedEntries: glued.entries,
    ...encodeTexts('token', dictionary),
    ...buildPossessives(printed, nameBase, tokenOf),
    tokenBaseStart: tokenBases.start,
    tokenBases: tokenBases.entries,
    tokenNameStart: tokenNames.start,
    tokenNames: tokenNames.entries,
    deleteStart: deletes.start,
    deleteEntries: deletes.entries,
    ...encodeTexts('otherName', others.texts),
  }
  return { ownBases: own.values.length, baseCount: bases.length, sections }
}
