import { foldedWords } from '../../../cards/fold.ts'
import { skeletonOf } from '../../../cards/look-alikes.ts'
import { readProductName } from '../../../cards/product-name.ts'
import { concatenateLists, createInterner, encodeTexts, groupBy } from '../format/flat-arrays.ts'
import { buildHashTable, hashText } from '../format/hash-table.ts'
import { pushDeleteHashes } from '../format/symmetric-deletes.ts'

/** Not below 0.4: a word of every other name still says something. */
const inverseDocumentFrequency = (names: number, holding: number): number =>
  Math.max(0.4, Math.log(1 + names / Math.max(1, holding)))

/** Inverse document frequency of each word (Spärck Jones, 1972), and its sum over the words of each name. */
const weigh = (
  tokenBases: { readonly start: Uint32Array },
  lists: { readonly start: Uint32Array; readonly entries: Uint32Array },
) => {
  const names = lists.start.length - 1
  const { start } = tokenBases
  const tokenWeight = new Float32Array(start.length - 1).map((_, token) =>
    inverseDocumentFrequency(names, (start[token + 1] as number) - (start[token] as number)),
  )
  const baseWeight = new Float32Array(names)
  for (let base = 0; base < names; base++) {
    for (let at = lists.start[base] as number; at < (lists.start[base + 1] as number); at++) {
      baseWeight[base] = (baseWeight[base] as number) + (tokenWeight[lists.entries[at] as number] as number)
    }
  }
  return { tokenWeight, baseWeight }
}

/** Words under the hashes of their deletes. */
const buildDeletes = (dictionary: readonly string[]) => {
  const hashes: number[] = []
  const tokens: number[] = []
  for (const [token, word] of dictionary.entries()) {
    pushDeleteHashes(skeletonOf(word), 'dictionary', hashes)
    while (tokens.length < hashes.length) tokens.push(token)
  }
  return buildHashTable(hashes, tokens, dictionary.length)
}

/**
 * The names on cards, their words and qualifiers, and the ways to find them: by word, misspelt, and by all their
 * letters.
 */
export const buildTerms = (names: readonly string[]) => {
  const parted = names.map(readProductName)
  const bases = createInterner()
  const nameBase = Uint32Array.from(parted, ({ base }) => bases.idOf(base))
  const baseWords = bases.values.map(foldedWords)
  const qualifierWords = parted.map(({ qualifier }) => foldedWords(qualifier))
  const dictionary = [...new Set([...baseWords.flat(), ...qualifierWords.flat()])].sort()
  const tokenOf = new Map(dictionary.map((word, token) => [word, token]))
  const toTokens = (words: readonly string[]): number[] =>
    [...new Set(words)].map((word) => tokenOf.get(word) as number)
  const baseTokens = concatenateLists(baseWords.map(toTokens))
  const qualifiers = concatenateLists(qualifierWords.map(toTokens))
  const tokenBases = groupBy(baseTokens.entries, dictionary.length, baseTokens.owners)
  const tokenNames = groupBy(qualifiers.entries, dictionary.length, qualifiers.owners)
  const gluedHashes = bases.values.map((base) => hashText(skeletonOf(base.replaceAll(' ', ''))))
  const glued = buildHashTable(gluedHashes, [...gluedHashes.keys()], gluedHashes.length)
  const deletes = buildDeletes(dictionary)
  const sections = {
    ...encodeTexts('name', names),
    nameBase,
    nameQualifierStart: qualifiers.start,
    nameQualifiers: qualifiers.entries,
    baseTokenStart: baseTokens.start,
    baseTokens: baseTokens.entries,
    ...weigh(tokenBases, baseTokens),
    gluedStart: glued.start,
    gluedEntries: glued.entries,
    ...encodeTexts('token', dictionary),
    tokenBaseStart: tokenBases.start,
    tokenBases: tokenBases.entries,
    tokenNameStart: tokenNames.start,
    tokenNames: tokenNames.entries,
    deleteStart: deletes.start,
    deleteEntries: deletes.entries,
  }
  return { baseCount: bases.values.length, sections }
}
