import { readCollectorNumber } from '../../../cards/collector-number.ts'
import { editDistance } from '../../../cards/edit-distance.ts'
import { foldLetters, foldText, wordsOf } from '../../../cards/fold.ts'
import { skeletonOf } from '../../../cards/look-alikes.ts'
import { readProductName } from '../../../cards/product-name.ts'
import { meaningOfNickname, raritySpellings } from '../../nicknames.ts'
import { createHashTableReader, hashText } from '../format/hash-table.ts'
import type { IndexData, IndexSections } from '../format/layout.ts'
import { idsNear, idsOf, type NumberSearch } from './number-search.ts'
import type { ProductStore } from './product-store.ts'
import type { QueryPart, SearchText } from './query-parser.ts'
import { searchLimits as limits } from './scoring.ts'
import { addTo, type SetNames, setsMentioned, setsNamed, setsWithWord } from './set-names.ts'
import type { TermDictionary } from './term-dictionary.ts'

/** What a run of words of a query may mean; ids may repeat. */
export interface QueryTerm {
  /** The words of the query it explains, one bit each. */
  readonly mask: number
  /** Words of the dictionary: as written; begun, or with one error; with two. */
  readonly exactTokens: number[]
  readonly closeTokens: number[]
  readonly farTokens: number[]
  /** Names and sets that the text is the whole of: with all their qualifiers, without them, of sets. */
  readonly fullNames: number[]
  readonly fullBases: number[]
  readonly fullSets: number[]
  /** Names that it is the whole of, and names with it as more than one word. */
  readonly wholeBases: number[]
  readonly phraseBases: number[]
  /** Sets that are called so, and those with it in their name or as their code. */
  readonly wholeSets: number[]
  readonly sets: number[]
  /** Sets of the product line that is called so. */
  readonly lineSets: number[]
  /** Collector numbers that mean what is written, and those that nearly do. */
  readonly numbers: number[]
  readonly nearNumbers: number[]
  /** Rarities that are called so, and those with it in their name. */
  readonly wholeRarities: number[]
  readonly rarities: number[]
}

/** How words match: as they stand; the last one as a prefix; all of them begun or misspelt. */
export type SearchMode = 'exact' | 'prefix' | 'near'

export interface QueryTermsParts {
  readonly data: IndexData
  readonly store: ProductStore
  readonly dictionary: TermDictionary
  readonly setNames: SetNames
  readonly numbers: NumberSearch
}

const noTerm = (mask: number): QueryTerm => ({
  mask,
  exactTokens: [],
  closeTokens: [],
  farTokens: [],
  fullNames: [],
  fullBases: [],
  fullSets: [],
  wholeBases: [],
  phraseBases: [],
  wholeSets: [],
  sets: [],
  lineSets: [],
  numbers: [],
  nearNumbers: [],
  wholeRarities: [],
  rarities: [],
})

const meanings = Object.keys(noTerm(0)).filter((key) => key !== 'mask') as Exclude<keyof QueryTerm, 'mask'>[]
const isEmpty = (term: QueryTerm): boolean => meanings.every((meaning) => term[meaning].length === 0)

/** What people leave out of the name of a product line: `Magic: The Gathering`, `Lorcana TCG`. */
const lineTail = /:.*$|(?<!\s)\s+(?:tcg|ccg|(?:trading )?card game)$/i
const sign = /^n[or]-/i
/** What collector numbers are written with; a name in another script beside one is no part of it. */
const numberText = /^(?=.*\d)[a-z\d/★☆*†+!?-]+$/i

/** Creates the reader of what the words of a query may mean. */
export const createQueryTerms = (parts: QueryTermsParts) => {
  const { meta, sections } = parts.data
  const lines = new Map<string, number[]>()
  for (const [line, { name }] of meta.categories.entries())
    for (const letters of new Set([name, name.replace(lineTail, '')].map(foldLetters))) addTo(lines, letters, line)
  const rarities = new Map<string, number[]>()
  const wholeRarities = new Map<string, number[]>()
  for (const [id, rarity] of meta.rarities.entries()) {
    const spelled = raritySpellings.get(rarity) ?? rarity
    for (const letters of new Set([rarity, spelled].map(foldLetters))) addTo(wholeRarities, letters, id)
    for (const word of new Set(wordsOf(`${rarity} ${spelled}`))) addTo(rarities, word, id)
  }
  const bases = sections.baseTokenStart.length - 1
  const readGlued = createHashTableReader(sections.gluedStart, sections.gluedEntries, bases)
  return { ...parts, lines, rarities, wholeRarities, readGlued }
}

export type QueryTermReader = ReturnType<typeof createQueryTerms>

const addWord = ({ dictionary, setNames }: QueryTermReader, term: QueryTerm, word: string): void => {
  const token = dictionary.find(word)
  if (token !== undefined) term.exactTokens.push(token)
  term.sets.push(...setsWithWord(setNames, word))
}

const holdsRun = ({ baseTokenStart, baseTokens }: IndexSections, base: number, tokens: readonly number[]): boolean => {
  const end = (baseTokenStart[base + 1] as number) - tokens.length
  for (let at = baseTokenStart[base] as number; at <= end; at++)
    if (tokens.every((token, offset) => baseTokens[at + offset] === token)) return true
  return false
}

/** Adds the names in which these words stand one after the other. */
const addPhrase = ({ data, dictionary }: QueryTermReader, term: QueryTerm, words: readonly string[]): void => {
  const { tokenBaseStart, tokenBases } = data.sections
  const tokens = words.map(dictionary.find).filter((token) => token !== undefined)
  if (tokens.length < words.length) return
  const count = (token: number): number => (tokenBaseStart[token + 1] as number) - (tokenBaseStart[token] as number)
  const rarest = tokens.reduce((fewest, token) => (count(token) < count(fewest) ? token : fewest))
  for (let at = tokenBaseStart[rarest] as number; at < (tokenBaseStart[rarest + 1] as number); at++) {
    const base = tokenBases[at] as number
    if (holdsRun(data.sections, base, tokens)) term.phraseBases.push(base)
  }
}

/** The folded name of a base. */
const baseNameOf = ({ store }: QueryTermReader, base: number): string => readProductName(store.textOfBase(base)).base

/** Adds the names with these letters, whatever their spaces; with look-alikes only where words match freely. */
const addWholeNames = (reader: QueryTermReader, term: QueryTerm, letters: string, mode: SearchMode): void => {
  const found: number[] = []
  if (letters.length >= 2) reader.readGlued(hashText(skeletonOf(letters)), found)
  for (const base of found) {
    if (baseNameOf(reader, base).replaceAll(' ', '') === letters) term.wholeBases.push(base)
    else if (mode === 'near') term.phraseBases.push(base)
  }
}

const addNumbers = ({ numbers }: QueryTermReader, term: QueryTerm, written: string, mode: SearchMode): void => {
  if (!numberText.test(written)) return
  for (const text of new Set([written, written.replace(sign, '')])) {
    const number = readCollectorNumber(text)
    if (number === null) continue
    term.numbers.push(...idsOf(numbers, { number }))
    if (mode === 'near') term.nearNumbers.push(...idsNear(numbers, text, number))
  }
}

/** Adds what a nickname is short for: names that are called so or hold it, sets and rarities. */
const addNickname = (reader: QueryTermReader, term: QueryTerm, letters: string): void => {
  const means = meaningOfNickname(letters)
  if (means === undefined) return
  const folded = foldText(means)
  addWholeNames(reader, term, foldLetters(means), 'exact')
  addPhrase(reader, term, folded.split(' '))
  const { whole, loose } = setsNamed(reader.setNames, folded)
  term.wholeSets.push(...whole, ...loose)
  const rarities = reader.wholeRarities.get(foldLetters(means)) ?? []
  term.wholeRarities.push(...rarities)
  term.rarities.push(...rarities)
}

/** Adds what a run of so many parts is together, whatever stands between them. */
const addRun = (
  reader: QueryTermReader,
  term: QueryTerm,
  { text, letters }: QueryPart,
  length: number,
  mode: SearchMode,
): void => {
  addWholeNames(reader, term, letters, mode)
  addNickname(reader, term, letters)
  term.wholeRarities.push(...(reader.wholeRarities.get(letters) ?? []))
  for (const line of reader.lines.get(letters) ?? [])
    for (const [set, { category }] of reader.data.meta.sets.entries()) if (category === line) term.lineSets.push(set)
  if (length > limits.joinedParts) return
  if (length > 1) addWord(reader, term, letters)
  addNumbers(reader, term, text, mode)
}

/** The runs of neighbours that are something together; what a text repeats is read where it first stands. */
const termsOfRuns = (reader: QueryTermReader, parts: readonly QueryPart[], mode: SearchMode): QueryTerm[] => {
  const terms: QueryTerm[] = []
  const begun = new Set<string>()
  // Most runs are nothing: one term serves until it is filled.
  let spare = noTerm(0)
  for (const [from, part] of parts.entries()) {
    const beginning = `${part.text} ${parts[from + 1]?.text}`
    if (begun.has(beginning)) continue
    begun.add(beginning)
    let run = part
    for (let to = from + 1; to <= Math.min(parts.length, from + limits.runParts); to++) {
      addRun(reader, spare, run, to - from, mode)
      if (!isEmpty(spare)) {
        if (run.mask !== 0) terms.push({ ...spare, mask: run.mask })
        spare = noTerm(0)
      }
      const next = parts[to]
      if (next === undefined) break
      run = { text: `${run.text}-${next.text}`, letters: run.letters + next.letters, mask: run.mask | next.mask }
    }
  }
  return terms
}

/**
 * Adds the nearest words. Look-alikes count as equal only in a word of letters and digits, as `Char1zard`; the first
 * letter of a short word stands.
 */
const addMisspelt = (dictionary: TermDictionary, term: QueryTerm, word: string): void => {
  const hasLetters = /\p{L}/u.test(word)
  const isMixed = hasLetters && /\d/.test(word)
  const isShort = word.length < limits.twoEditsFrom
  if (!hasLetters || word.length < limits.oneEditFrom) return
  const limit = isShort ? 1 : 2
  const near = dictionary.similar(word).flatMap(({ token, edits }) => {
    const other = dictionary.word(token)
    const distance = isMixed ? edits : editDistance(word, other, limit)
    const isNear = distance <= limit && other !== word && (!isShort || isMixed || other.charAt(0) === word.charAt(0))
    return isNear ? [{ token, distance }] : []
  })
  for (const { token, distance } of near.sort((a, b) => a.distance - b.distance).slice(0, limits.misspeltWords))
    (distance <= 1 ? term.closeTokens : term.farTokens).push(token)
}

/** Adds the words that begin with one, but for itself. */
const addCompletions = (dictionary: TermDictionary, term: QueryTerm, prefix: string): void => {
  const [from, to] = dictionary.prefixRange(prefix)
  for (let token = from; token < Math.min(to, from + limits.completions); token++)
    if (token !== term.exactTokens[0]) term.closeTokens.push(token)
}

const termOfWord = (
  reader: QueryTermReader,
  word: string,
  mask: number,
  mode: SearchMode,
  isLast: boolean,
): QueryTerm => {
  const term = noTerm(mask)
  addWord(reader, term, word)
  term.phraseBases.push(...reader.dictionary.possessiveBases(word))
  if (word.length > 1) term.rarities.push(...(reader.rarities.get(word) ?? []))
  if (term.exactTokens.length === 0)
    for (let cut = 1; cut < word.length; cut++) addPhrase(reader, term, [word.slice(0, cut), word.slice(cut)])
  if ((isLast && mode !== 'exact') || (mode === 'near' && word.length >= limits.prefixFrom))
    addCompletions(reader.dictionary, term, word)
  if (mode === 'near') addMisspelt(reader.dictionary, term, word)
  return term
}

/** The sets that the text names. */
const termsOfSets = ({ data, setNames }: QueryTermReader, words: readonly string[]): QueryTerm[] => {
  // The empty word at the end lets the whole text be a set too.
  const textWords = [...words, ''].map((text) => ({ text, isStopword: false }))
  return setsMentioned(setNames, { words: textWords, numbers: [], setPlaces: [], hyphenated: [] }).map(
    ({ from, to, sets }) => {
      const term = noTerm((1 << to) - (1 << from))
      const name = words.slice(from, to).join(' ')
      for (const set of sets) (data.meta.sets[set]?.spellings.includes(name) ? term.wholeSets : term.sets).push(set)
      return term
    },
  )
}

/** Names, with all their qualifiers, of bases that a text begins with; those without its last part are left out. */
const fullNamesOf = ({ data, store }: QueryTermReader, bases: Iterable<number>, { parts }: SearchText): number[] => {
  const { nameStart, rowName, baseRows, baseRowStart } = data.sections
  const letters = parts.map((part) => part.letters).join('')
  const end = parts.at(-1)?.text.toLowerCase() ?? ''
  const names = new Set<number>()
  for (const base of bases)
    for (let at = baseRowStart[base] as number; at < (baseRowStart[base + 1] as number); at++)
      names.add(rowName[baseRows[at] as number] as number)
  return [...names].filter((name) => {
    if ((nameStart[name + 1] as number) - (nameStart[name] as number) < letters.length) return false
    const text = store.nameText(name)
    return text.toLowerCase().includes(end) && foldLetters(text) === letters
  })
}

/** What the text is as a whole: names with or without qualifiers, and sets. */
const termOfWhole = (reader: QueryTermReader, text: SearchText, runs: readonly QueryTerm[]): QueryTerm => {
  const term = noTerm((1 << text.words.length) - 1)
  const letters = text.parts.map((part) => part.letters).join('')
  const folded = foldText(text.text)
  const begun = new Set(runs.flatMap(({ mask, wholeBases }) => ((mask & 1) === 0 ? [] : wholeBases)))
  for (const base of begun) if (baseNameOf(reader, base) === folded) term.fullBases.push(base)
  for (const base of term.fullBases) begun.delete(base)
  term.fullNames.push(...fullNamesOf(reader, begun, text))
  const { whole, loose } = setsNamed(reader.setNames, folded)
  term.wholeSets.push(...whole, ...loose)
  term.fullSets.push(...whole)
  const means = meaningOfNickname(letters)
  if (means !== undefined) {
    const ofNickname = setsNamed(reader.setNames, foldText(means))
    term.fullSets.push(...ofNickname.whole, ...ofNickname.loose)
  }
  return term
}

/**
 * Reads everything that words and runs of words of a query may mean: whole names, numbers, sets, product lines and
 * rarities. A text that is one code, as `SV 49`, is nothing else as long as words match as they stand.
 */
export const readTerms = (reader: QueryTermReader, text: SearchText): ((mode: SearchMode) => QueryTerm[]) => {
  const { words, parts, lastWord } = text
  const asTheyStand = termsOfRuns(reader, parts, 'exact')
  const whole = termOfWhole(reader, text, asTheyStand)
  const isCode = ({ mask, numbers }: QueryTerm): boolean => mask === (1 << words.length) - 1 && numbers.length > 0
  const isOneCode = words.length > 1 && asTheyStand.some(isCode)
  const sets = termsOfSets(reader, words)
  return (mode) => {
    if (mode === 'exact' && isOneCode) return [whole, ...asTheyStand.filter(isCode)]
    const runs = mode === 'near' ? termsOfRuns(reader, parts, mode) : asTheyStand
    const ofWords = words.map((word, at) => termOfWord(reader, word, 1 << at, mode, word === lastWord))
    return [whole, ...ofWords, ...sets, ...runs]
  }
}
