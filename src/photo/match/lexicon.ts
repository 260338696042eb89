import { printSimilarity } from '../../cards/edit-distance.ts'
import { foldLetters } from '../../cards/fold.ts'
import { pairlessSkeletonOf } from '../../cards/look-alikes.ts'
import { readProductName } from '../../cards/product-name.ts'
import { memoizeByKey } from '../../concurrency/memoize.ts'
import type { CardLexicon, NameMatch } from '../reading.ts'
import { findByNumber, numberKey, packNumberIndex } from './number-index.ts'
import { highestNumbers, type LexiconEntry, printedNumbers } from './printed.ts'

const slotCount = 1 << 16
const sectionCount = 13

/**
 * Packs names and their numbers into one flat buffer that threads share: names, folded names, numbers, for every
 * trigram the names that have it (postings), and for every number those that bear it. Both faces of a double card are
 * names of their own.
 * A name in another language stands for the catalogue's own, where it means but one.
 */
export const packLexicon = (entries: Iterable<LexiconEntry>): SharedArrayBuffer => {
  const all = [...entries]
  const highest = highestNumbers(all)
  const byFold = new Map<string, { name: string; numbers: Set<string>; keys: Set<string> }>()
  const add = (name: string, numbers: readonly string[], keys: readonly string[]) => {
    const fold = foldLetters(name)
    if (fold.length < 2) return
    const known = byFold.get(fold) ?? { name, numbers: new Set<string>(), keys: new Set<string>() }
    for (const number of numbers) known.numbers.add(number)
    for (const key of keys) known.keys.add(key)
    byFold.set(fold, known)
  }
  for (const entry of all) {
    const { printed } = readProductName(entry.name)
    const numbers = printedNumbers(entry, highest)
    const keys = numbers.map((number) => numberKey(number, entry.setCode ?? null)).filter((key) => key !== null)
    add(printed, numbers, keys)
    if (printed.includes(' // ')) for (const face of printed.split(' // ')) add(face, numbers, keys)
  }
  const known = [...byFold.values()].map((entry) => ({ ...entry, translation: '' }))
  const folds = [...byFold.keys()]
  for (const [fold, { name, translation }] of translationsOf(all)) {
    if (name === null || byFold.has(fold)) continue
    folds.push(fold)
    known.push({ name, translation, numbers: new Set(), keys: new Set() })
  }
  const counts = new Uint32Array(slotCount + 1)
  const slotsOf = folds.map(trigramSlots)
  for (const list of slotsOf) for (const slot of list) counts[slot + 1] = (counts[slot + 1] ?? 0) + 1
  for (let i = 0; i < slotCount; i++) counts[i + 1] = (counts[i + 1] ?? 0) + (counts[i] ?? 0)
  const postings = new Uint32Array(counts[slotCount] ?? 0)
  const fill = counts.slice()
  slotsOf.forEach((list, id) => {
    for (const slot of list) {
      const at = fill[slot] ?? 0
      postings[at] = id
      fill[slot] = at + 1
    }
  })
  return joinSections([
    counts,
    postings,
    Uint8Array.from(slotsOf, (list) => Math.min(255, list.length)),
    ...texts(known.map((entry) => entry.name)),
    ...texts(folds),
    ...texts(known.map((entry) => [...entry.numbers].join('\n'))),
    ...packNumberIndex(known.map((entry) => entry.keys)),
    ...texts(known.map((entry) => entry.translation)),
  ])
}

/** Scripts that the recognizer cannot read, and passcodes, which are nearly those of many cards. */
const unreadable = /\p{Script=Hangul}|\p{Script=Thai}|^[0-9]+$/u

/** Names in other languages by their folded form, each with the catalogue's own, or `null` where it means several. */
const translationsOf = (entries: readonly LexiconEntry[]) => {
  const found = new Map<string, { readonly name: string | null; readonly translation: string }>()
  for (const { name, otherNames = [] } of entries) {
    if (otherNames.length === 0) continue
    const { printed } = readProductName(name)
    for (const translation of otherNames) {
      const fold = foldLetters(translation)
      if (fold.length < 2 || unreadable.test(translation)) continue
      const known = found.get(fold)
      if (known === undefined) found.set(fold, { name: printed, translation })
      else if (known.name !== null && foldLetters(known.name) !== foldLetters(printed))
        found.set(fold, { name: null, translation })
    }
  }
  return found
}

/** Strings as one run of bytes, and where each starts. */
const texts = (list: readonly string[]): [Uint32Array, Uint8Array] => {
  const starts = new Uint32Array(list.length + 1)
  const bytes = Buffer.from(list.join(''), 'utf8')
  let at = 0
  list.forEach((text, i) => {
    at += Buffer.byteLength(text, 'utf8')
    starts[i + 1] = at
  })
  return [starts, bytes]
}

const joinSections = (sections: readonly (Uint32Array | Uint8Array)[]): SharedArrayBuffer => {
  const head = new Uint32Array(sections.length * 2)
  let at = Math.ceil(head.byteLength / 4) * 4
  sections.forEach((section, i) => {
    head[i * 2] = at
    head[i * 2 + 1] = section.byteLength
    at += Math.ceil(section.byteLength / 4) * 4
  })
  const buffer = new SharedArrayBuffer(at)
  const bytes = new Uint8Array(buffer)
  bytes.set(new Uint8Array(head.buffer), 0)
  sections.forEach((section, i) => {
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), head[i * 2] ?? 0)
  })
  return buffer
}

/** The distinct trigrams of a name's skeleton, with one mark at each end, hashed. */
const trigramSlots = (folded: string): number[] => {
  const marked = `^${pairlessSkeletonOf(folded)}$`
  const found = new Set<number>()
  for (let i = 0; i + 3 <= marked.length; i++) {
    const hash = (marked.charCodeAt(i) * 961 + marked.charCodeAt(i + 1)) * 961 + marked.charCodeAt(i + 2)
    found.add(((Math.imul(hash, 0x9e3779b1) >>> 16) ^ hash) & (slotCount - 1))
  }
  return [...found]
}

const shortlistSize = 24
/** A shorter list would lose names that only share a quarter of the text's trigrams. */
const minSharedTrigrams = 0.25

/**
 * Opens a packed lexicon: a trigram index shortlists names by Dice coefficient, weighted Levenshtein distance orders
 * them. Nothing is copied, so that several threads can open the same one.
 */
export const openLexicon = (buffer: SharedArrayBuffer): CardLexicon => {
  const head = new Uint32Array(buffer, 0, sectionCount * 2)
  const words = (i: number) => new Uint32Array(buffer, head[i * 2] ?? 0, (head[i * 2 + 1] ?? 0) / 4)
  const bytes = (i: number) => Buffer.from(buffer, head[i * 2] ?? 0, head[i * 2 + 1] ?? 0)
  const [starts, postings, sizes] = [words(0), words(1), bytes(2)]
  const textAt = (starts: Uint32Array, bytes: Buffer) => (id: number) =>
    bytes.toString('utf8', starts[id] ?? 0, starts[id + 1] ?? 0)
  const nameOf = textAt(words(3), bytes(4))
  const foldOf = textAt(words(5), bytes(6))
  const numbersAt = textAt(words(7), bytes(8))
  const [hashes, ids] = [words(9), words(10)]
  const translationOf = textAt(words(11), bytes(12))
  const shared = new Uint8Array(sizes.length)

  /** The names whose trigrams are most like the text's by the Dice coefficient, 2·shared / (text's + name's). */
  const shortlist = (folded: string): number[] => {
    const slotsOfText = trigramSlots(folded)
    const touched: number[] = []
    for (const slot of slotsOfText) {
      for (let at = starts[slot] ?? 0, end = starts[slot + 1] ?? 0; at < end; at++) {
        const id = postings[at] ?? 0
        const count = shared[id] ?? 0
        if (count === 0) touched.push(id)
        shared[id] = count + 1
      }
    }
    const minCount = Math.max(1, slotsOfText.length * minSharedTrigrams)
    const scored: [score: number, id: number][] = []
    for (const id of touched) {
      const count = shared[id] ?? 0
      shared[id] = 0
      if (count >= minCount) scored.push([(2 * count) / (slotsOfText.length + (sizes[id] ?? 0)), id])
    }
    return scored
      .sort((a, b) => b[0] - a[0])
      .slice(0, shortlistSize)
      .map(([, id]) => id)
  }

  const idOf = (folded: string): number | undefined => shortlist(folded).find((id) => foldOf(id) === folded)
  return {
    nearestNames(text, limit) {
      const folded = foldLetters(text)
      if (folded.length < 2) return []
      return shortlist(folded)
        .map((id): NameMatch => {
          const translation = translationOf(id)
          const similarity = printSimilarity(folded, foldOf(id))
          return { name: nameOf(id), similarity, ...(translation !== '' && { translation }) }
        })
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, limit)
    },
    numbersOf(name) {
      const id = idOf(foldLetters(name))
      return id === undefined ? [] : numbersAt(id).split('\n').filter(Boolean)
    },
    namesWith(number, setCode) {
      const key = numberKey(number, setCode)
      return key === null ? [] : findByNumber(hashes, ids, key).map(nameOf)
    },
  }
}

/** The same lexicon with its answers kept: matching repeats its questions with every line that is read. */
export const memoizeLexicon = (lexicon: CardLexicon): CardLexicon => {
  const names = memoizeByKey((limit: number) => memoizeByKey((text: string) => lexicon.nearestNames(text, limit)))
  const numbered = memoizeByKey((setCode: string) =>
    memoizeByKey((number: string) => lexicon.namesWith(number, setCode || null)),
  )
  return {
    nearestNames: (text, limit) => names(limit)(text),
    numbersOf: memoizeByKey(lexicon.numbersOf),
    namesWith: (number, setCode) => numbered(setCode ?? '')(number),
  }
}
