import { type CollectorNumber, readCollectorNumber } from '../../../cards/collector-number.ts'
import { foldedWords, foldText } from '../../../cards/fold.ts'
import { possessiveStems } from '../../../cards/possessive.ts'
import { memoizeByKey } from '../../../concurrency/memoize.ts'
import type { CardText, TextSpan } from '../../ports.ts'
import type { IndexMeta, IndexSet } from '../format/layout.ts'
import { pokemonLiveCodes } from './pokemon-live-codes.ts'
import { errorsInSetName } from './set-misspelling.ts'

/** A run of words in a text that names sets, and the number that stands behind the set's code in the same words. */
export interface NamedSets extends TextSpan {
  readonly sets: readonly number[]
  /** Sets of the series that has this code. */
  readonly others: readonly number[]
  /** Rows of products in other sets that bear this code themselves. */
  readonly rows: readonly number[]
  readonly number: CollectorNumber | null
}

/** The sets that a hint names. */
export interface HintedSets {
  readonly sets: readonly number[]
  readonly others: readonly number[]
  readonly rows: readonly number[]
  /**
   * True where the hint is a slug, a name, a code or an alias; false where it holds some words of a name, or errors.
   */
  readonly isExact: boolean
}

/**
 * Those of the named sets, or of all where `named` is `null`, that belong to a product line.
 * @returns `named` itself for no line, `undefined` for an unknown one
 */
export const setsOfLine = (
  { categories, sets }: IndexMeta,
  category: string | null,
  named: readonly number[] | null = null,
): readonly number[] | null | undefined => {
  if (category === null) return named
  const line = categories.findIndex(({ slug }) => slug === category)
  return line < 0 ? undefined : (named ?? [...sets.keys()]).filter((set) => sets[set]?.category === line)
}

/**
 * Folded names of Magic's sets as Scryfall has them, and so Moxfield, ManaBox and others, by which the market's names
 * are found.
 */
const setAliases: ReadonlyMap<string, string> = new Map([
  ['limited edition alpha', 'alpha edition'],
  ['limited edition beta', 'beta edition'],
  ['seventh edition', '7th edition'],
  ['eighth edition', '8th edition'],
  ['ninth edition', '9th edition'],
  ['tenth edition', '10th edition'],
])

const prefix = /^[^:]{1,24}:\s*|^[A-Z&]{1,5}\s+-\s+|^[A-Z]{1,4}—/
const brackets = /\([^()]*\)|\[[^[\]]*\]/g

/** The folded ways in which people write the name of a set: whole, without its series and without brackets. */
export const setSpellingsOf = (name: string): string[] => {
  const spellings = new Set([name, name.replace(prefix, ''), name.replace(brackets, ' ')].map(foldText))
  spellings.delete('')
  return [...spellings]
}

/** Words of the longest mention by name and by code, as `ST-03 PRE`. */
const maxNameWords = 9
const maxCodeWords = 3

/**
 * Mentions that are looked into at most, and in texts of more words than any title has: each costs a search of all its
 * words.
 */
const maxMentions = 5
const maxPlaces = 6
const maxMentionsInLongText = 1
const longTextWords = 20

/** Longer words are no code: the longest are as `SWSH12: TG` and `ST-03 PRE`. */
const maxCodeLength = 20

/** `SWSH001` is a number, where `SWSH01` is a code. */
const threeDigits = /(?<!\d)0\d\d/

/**
 * A code by its meaning: `OP-16`, `op16` and `OP 16` are one, and so are `SM8` and `SM08`; `null` for digits alone,
 * which are numbers.
 */
const codeKey = memoizeByKey((written: string): string | null => {
  if (written.length > maxCodeLength || threeDigits.test(written)) return null
  const head = readCollectorNumber(written)?.head.replaceAll('.', '') ?? null
  return head !== null && head.length > 1 && /[a-z]/.test(head) ? head : null
})

/** `SV03` of `SV03: Obsidian Flames`: a code where it holds a digit; `SV:` stands before many names. */
const codeBeforeName = /^([A-Z]{1,5}\d{1,3}[a-z]?):\s/
const seriesBeforeName = /^([A-Z]{2,5}):\s/

/** Adds to the list under a key, but not what was added to it last. */
export const addTo = (map: Map<string, number[]>, key: string, id: number): void => {
  const known = map.get(key)
  if (known === undefined) map.set(key, [id])
  else if (known.at(-1) !== id) known.push(id)
}

const rowsByKey = (codes: NonNullable<IndexMeta['otherCodes']>): ReadonlyMap<string, readonly number[]> => {
  const byKey = new Map<string, readonly number[]>()
  for (const { code, rows } of codes) {
    const key = codeKey(code) ?? foldText(code)
    byKey.set(key, [...(byKey.get(key) ?? []), ...rows])
  }
  return byKey
}

/**
 * Creates the names of an index's sets, still empty: there may be tens of thousands, so that they are added in steps.
 */
export const createSetNames = ({ sets, otherCodes = [] }: IndexMeta) => ({
  sets,
  rowsByCode: rowsByKey(otherCodes),
  /** How many sets have their names here. */
  done: 0,
  bySlug: new Map<string, number[]>(),
  byName: new Map<string, number[]>(),
  byLooseName: new Map<string, number[]>(),
  byCode: new Map<string, number[]>(),
  /** By the series before the name, as SWSH. */
  bySeries: new Map<string, number[]>(),
  byWord: new Map<string, number[]>(),
})

/** Sets by their names, slugs and abbreviations. */
export type SetNames = ReturnType<typeof createSetNames>

const addSet = (
  { bySlug, byName, byLooseName, byCode, bySeries, byWord }: SetNames,
  set: IndexSet,
  at: number,
): void => {
  const [whole = '', ...loose] = set.spellings
  addTo(byName, whole, at)
  addTo(bySlug, set.slug, at)
  const slug = set.slug.replaceAll('-', ' ')
  if (slug !== whole) addTo(byName, slug, at)
  for (const spelling of loose) addTo(byLooseName, spelling, at)
  const code = set.code === null ? null : foldText(set.code)
  const liveCodes = set.spellings.map((spelling) => pokemonLiveCodes.get(spelling))
  for (const written of new Set([set.code, codeBeforeName.exec(set.name)?.[1], ...liveCodes])) {
    if (written) addTo(byCode, codeKey(written) ?? foldText(written), at)
  }
  const series = seriesBeforeName.exec(set.name)?.[1]
  if (series !== undefined) addTo(bySeries, foldText(series), at)
  for (const word of [...foldedWords(whole), ...possessiveStems(set.name)]) addTo(byWord, word, at)
  if (code !== null) addTo(byWord, code, at)
}

/** Adds the names of `count` more sets; true when all are in. */
export const addSetNames = (names: SetNames, count: number): boolean => {
  const { sets } = names
  for (const end = Math.min(sets.length, names.done + count); names.done < end; names.done++)
    addSet(names, sets[names.done] as IndexSet, names.done)
  return names.done === sets.length
}

/** Sets with this word in their name or as their abbreviation. */
export const setsWithWord = ({ byWord }: SetNames, word: string): readonly number[] => byWord.get(word) ?? []

/** Sets that are called so, and those that are called so without series or brackets. */
export const setsNamed = ({ byName, byLooseName }: SetNames, folded: string) => ({
  whole: byName.get(folded) ?? byName.get(setAliases.get(folded) ?? '') ?? [],
  loose: byLooseName.get(folded) ?? [],
})

/** Sets whose name holds all words of the hint; `null` where none or more than a dozen do. */
const setsHolding = ({ byWord }: SetNames, words: readonly string[]): readonly number[] | null => {
  // `Base Set 2 2` says more than `Base Set 2`.
  if (new Set(words).size < words.length) return null
  let found: number[] | null = null
  for (const word of words) {
    const sets = byWord.get(word)
    if (sets === undefined) return null
    found = found === null ? sets : found.filter((set) => sets.includes(set))
  }
  return found !== null && found.length > 0 && found.length <= 12 ? found : null
}

/** The set whose name has the fewest errors in the hint. */
const misspeltSet = ({ byName, byLooseName }: SetNames, folded: string): readonly number[] | null => {
  let [found, fewest]: [readonly number[] | null, number] = [null, Number.POSITIVE_INFINITY]
  for (const names of [byName, byLooseName]) {
    for (const [name, sets] of names) {
      const errors = errorsInSetName(folded, name)
      if (errors !== null && errors < fewest) [found, fewest] = [sets, errors]
    }
  }
  return found
}

/** Moxfield's code of The List. */
const codeAliases: ReadonlyMap<string, string> = new Map([['plst', 'list']])

const noSets: readonly number[] = []

const setsOfCode = (
  { byCode, bySeries, rowsByCode }: SetNames,
  written: string,
): Pick<NamedSets, 'sets' | 'others' | 'rows'> | null => {
  const code = codeAliases.get(written) ?? written
  const sets = byCode.get(code) ?? noSets
  const others = bySeries.get(code) ?? noSets
  const rows = rowsByCode.get(code) ?? noSets
  return sets.length + others.length + rows.length === 0 ? null : { sets, others, rows }
}

/** The sets that a hint names, or `null` when it names none. */
export const resolveSets = (names: SetNames, hint: string): HintedSets | null => {
  const { bySlug, byName, byLooseName } = names
  const folded = foldText(hint)
  if (folded === '') return null
  // A slug names one set of each line, even where another set is called alike.
  const named = bySlug.get(hint.trim().toLowerCase().normalize('NFC')) ?? byName.get(folded)
  if (named !== undefined) return { sets: named, others: noSets, rows: noSets, isExact: true }
  const ofCode = setsOfCode(names, codeKey(folded) ?? folded)
  if (ofCode !== null) return { ...ofCode, isExact: true }
  const known = byLooseName.get(folded) ?? byName.get(setAliases.get(folded) ?? '')
  if (known !== undefined) return { sets: known, others: noSets, rows: noSets, isExact: true }
  const near = setsHolding(names, foldedWords(folded)) ?? misspeltSet(names, folded)
  return near && { sets: near, others: noSets, rows: noSets, isExact: false }
}

type TextWithSets = Pick<CardText, 'words' | 'numbers' | 'setPlaces' | 'hyphenated'>

const textOf = (words: TextWithSets['words'], { from, to }: TextSpan): string =>
  words
    .slice(from, to)
    .map((word) => word.text)
    .join(' ')

/** Those of the sets whose code was written just so, as `SV-P` and not `SVP`; all of them where none was. */
const writtenSo = ({ sets }: SetNames, named: readonly number[], isWritten: (code: string) => boolean) => {
  const exact = named.filter((set) => isWritten(foldText(sets[set]?.code ?? '')))
  return exact.length > 0 ? exact : named
}

/** A code, and a code with the card's number behind it or before it: `SVP044`, `SV03-125`, `130/S-P`. */
const codeAndNumber = (
  names: SetNames,
  words: TextWithSets['words'],
  { number, from, to }: CardText['numbers'][number],
): NamedSets | null => {
  const { byCode } = names
  const behind = number.total !== null && /^[a-z]+$/.test(number.total) ? byCode.get(number.total) : undefined
  if (behind !== undefined) {
    const written = textOf(words, { from, to })
    const sets = writtenSo(names, behind, (code) => written.endsWith(` ${code}`))
    return { from, to, sets, others: noSets, rows: noSets, number: { ...number, total: null } }
  }
  const [, code = '', digits = ''] =
    /^([a-z]+\d*)\.(\d+[a-z]?)$|^([a-z]{2,5})(\d+[a-z]?)$/.exec(number.head)?.filter(Boolean) ?? []
  // `MP22` is a set's code, and no card 22 of a set MP.
  const isCode = byCode.has(number.head)
  const sets = isCode ? undefined : byCode.get(code)
  const ownNumber = readCollectorNumber(digits)
  return sets === undefined
    ? null
    : { from, to, sets, others: noSets, rows: noSets, number: ownNumber && { ...ownNumber, total: number.total } }
}

/** Sets in the places of a text where sets stand beside names. */
const setsInPlaces = (names: SetNames, { words, numbers, setPlaces }: TextWithSets): NamedSets[] => {
  const found: NamedSets[] = []
  const resolveOnce = memoizeByKey((text: string) => resolveSets(names, text))
  for (const { from, to } of setPlaces.slice(0, maxPlaces)) {
    const isSet = words.slice(from, to).some((word) => !word.isStopword)
    if (!isSet || to - from > maxNameWords) continue
    const text = textOf(words, { from, to })
    const isNumber = numbers.some((number) => number.from <= from && number.to >= to)
    const named = isNumber ? setsOfCode(names, codeKey(text) ?? '') : resolveOnce(text)
    if (named) found.push({ from, to, ...named, number: null })
  }
  return found
}

/** `Gengar ex` is a card's name, although a set has the code EX. */
const isNameSuffix = (words: TextWithSets['words'], from: number, to: number): boolean =>
  to - from === 1 && from > 0 && words[from]?.text === 'ex' && !/\d/.test((words[from - 1] as { text: string }).text)

/** Sets by their whole names and by their codes anywhere else in a text. */
const setsInRuns = (names: SetNames, { words, hyphenated }: TextWithSets, inPlaces: readonly NamedSets[]) => {
  const { byName, byLooseName } = names
  const isOneCode = (from: number, to: number): boolean =>
    to - from === 1 || hyphenated.some((code) => code.from === from && code.to === to)
  const named: NamedSets[] = []
  const codes: NamedSets[] = []
  for (let from = 0; from < words.length; from++) {
    let run = ''
    for (let to = from + 1; to <= Math.min(words.length, from + maxNameWords); to++) {
      run += (run === '' ? '' : ' ') + (words[to - 1] as { text: string }).text
      // The whole text is a name to look for, and never only a set.
      if (to - from === words.length || inPlaces.some((place) => place.from === from && place.to === to)) continue
      const sets = byName.get(run) ?? byLooseName.get(run)
      if (sets !== undefined) named.push({ from, to, sets, others: noSets, rows: noSets, number: null })
      const isCode = sets === undefined && to - from <= maxCodeWords && !isNameSuffix(words, from, to)
      const code = isCode ? codeKey(run) : null
      const ofCode = code !== null && (code.length > 3 || isOneCode(from, to)) ? setsOfCode(names, code) : null
      if (ofCode === null) continue
      const exact = to - from === 1 ? ofCode.sets : writtenSo(names, ofCode.sets, (written) => written === run)
      codes.push({ from, to, ...ofCode, sets: exact, number: null })
    }
  }
  return { named, codes }
}

/** Runs of words that are the whole name of a set or its code, likeliest first. */
export const setsMentioned = (names: SetNames, text: TextWithSets): NamedSets[] => {
  const { words, numbers } = text
  const inPlaces = setsInPlaces(names, text)
  const { named, codes } = setsInRuns(names, text, inPlaces)
  const glued = numbers.flatMap((reading) => codeAndNumber(names, words, reading) ?? [])
  const bySpan = (a: NamedSets, b: NamedSets): number => b.to - b.from - (a.to - a.from)
  // What holds a digit or stands behind the name is likelier a code than a word of the name that happens to be one.
  const hasDigit = (span: TextSpan): boolean => /\d/.test(textOf(words, span))
  // In `OP06 OP06-074` the code is the word before the number, not its beginning.
  const isInNumber = ({ from, to }: TextSpan): boolean =>
    numbers.some((number) => number.from <= from && number.to >= to && number.to - number.from > to - from)
  const byDigits = (a: NamedSets, b: NamedSets): number =>
    Number(hasDigit(b)) - Number(hasDigit(a)) || bySpan(a, b) || b.from - a.from
  const isRepeated = (code: NamedSets): boolean =>
    isInNumber(code) && codes.some((other) => other.sets === code.sets && !isInNumber(other))
  const seen = new Set<readonly number[]>()
  return [...inPlaces, ...named.sort(bySpan), ...codes.filter((code) => !isRepeated(code)).sort(byDigits), ...glued]
    .filter(({ sets, number }) => number !== null || sets.length === 0 || (!seen.has(sets) && seen.add(sets)))
    .slice(0, words.length > longTextWords ? maxMentionsInLongText : maxMentions)
}
