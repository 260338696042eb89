import { foldText } from '../../src/cards/fold.ts'
import type { Random } from '../multiply.ts'
import { groupsOf, type Kind, pick, shuffled, writtenHead } from './kind.ts'
import type { Row, Rows } from './rows.ts'

/** Words that say something of a copy rather than of a name. */
const copyWords = new Set(
  [
    'foil holo holofoil reverse edition unlimited limited mint near light heavy played damaged graded normal first',
    'english german french italian spanish japanese korean chinese portuguese russian promo stamped signed full',
    'alternate common rare uncommon super ultra secret token energy card',
  ].flatMap((words) => words.split(' ')),
)

/** Words of names that mean neither a set nor a rarity nor a copy, by product line. */
const createVocabulary = ({ rows, cards }: Rows) => {
  const other = new Set(copyWords)
  for (const { setName, rarity, codes, qualifiers } of rows)
    for (const text of [setName, rarity, ...codes.map(foldText), ...qualifiers])
      for (const word of text.split(' ')) other.add(word)
  const words = new Map<string, Set<string>>()
  for (const { category, base } of cards) {
    const known = words.get(category) ?? new Set()
    words.set(category, known)
    for (const word of base.split(' ')) if (/^\p{L}{4,}$/u.test(word) && !other.has(word)) known.add(word)
  }
  return new Map([...words].map(([category, known]) => [category, [...known]]))
}

type Change = (words: readonly string[], word: string, random: Random) => readonly string[]

const capitalized = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`

/**
 * Texts about a name that the catalogue lacks, made of a real one: alone and with the number of the real card. A number
 * bears out a part of a name.
 */
const changedNames = (change: Change, isPart = false): Kind =>
  function* (rows, random) {
    const vocabulary = createVocabulary(rows)
    for (const row of shuffled(rows.cards, random)) {
      const words = row.printed.split(' ')
      const known = vocabulary.get(row.category) ?? []
      if (words.length < 2 || known.length === 0) continue
      const name = change(words, capitalized(pick(known, random)), random).join(' ')
      const base = foldText(name)
      if (base === row.base || rows.named(base).length > 0 || isSlip(base, row.base)) continue
      const number = row.product.number ?? ''
      yield { q: name, readings: [{ base }] }
      yield { q: `${name} ${number}`, readings: [{ base, isPart, number }] }
      const set = row.product.setName ?? ''
      yield { q: `${name} ${number}`, set, readings: [{ base, isPart, number, set }] }
    }
  }

/** The same count of words with the same first letters, a slip of letters apart. */
const isSlip = (one: string, other: string): boolean => {
  const [words, others] = [one.split(' '), other.split(' ')]
  return words.length === others.length && words.every((word, at) => word.slice(0, 3) === others[at]?.slice(0, 3))
}

const longWord = (words: readonly string[], random: Random): number => {
  const long = [...words.keys()].filter((at) => /^\p{L}{4,}$/u.test(words[at] ?? ''))
  return long.length === 0 ? 0 : pick(long, random)
}

export const wordsExchanged = changedNames((words, word, random) => words.with(longWord(words, random), word))
export const wordsAdded = changedNames((words, word, random) => words.toSpliced(random(words.length + 1), 0, word))
export const wordsRemoved = changedNames((words, _, random) => words.toSpliced(longWord(words, random), 1), true)

/** A name of the halves of two real ones. */
export const inventedNames: Kind = function* (rows, random) {
  const byCategory = Map.groupBy(rows.cards, ({ category }) => category)
  for (const row of shuffled(rows.cards, random)) {
    const other = pick(byCategory.get(row.category) ?? [], random)
    const [words, others] = [row.printed.split(' '), other.printed.split(' ')]
    if (words.length < 2 || others.length < 2) continue
    const name = [...words.slice(0, words.length >> 1), ...others.slice(others.length >> 1)].join(' ')
    const base = foldText(name)
    if (rows.named(base).length > 0 || isSlip(base, row.base) || isSlip(base, other.base)) continue
    yield { q: name, readings: [{ base }] }
    const number = pick([row, other], random).product.number ?? ''
    yield { q: `${name} ${number}`, readings: [{ base, number }] }
  }
}

/** A name of one product line, looked for in another that lacks it. */
export const namesOfOtherGames: Kind = function* (rows, random) {
  const lines = [...new Set(rows.cards.map(({ category }) => category))]
  for (const row of shuffled(rows.cards, random)) {
    const category = pick(lines, random)
    if (rows.named(row.base).some((other) => other.category === category)) continue
    const number = row.product.number ?? ''
    yield { q: row.printed, category, readings: [{ base: row.base }] }
    yield { q: `${row.printed} ${number}`, category, readings: [{ base: row.base, number }] }
  }
}

/** A name with one letter wrong, behind it the number, half of them with the set. */
export const slipsOfLetters: Kind = function* (rows, random) {
  const letters = [...'abcdefghijklmnoprstuy']
  for (const row of shuffled(rows.cards, random)) {
    const words = row.printed.split(' ')
    const at = longWord(words, random)
    const word = words[at] ?? ''
    if (!/^[a-z]{5,}$/i.test(word)) continue
    const place = 1 + random(word.length - 1)
    const name = words.with(at, word.slice(0, place) + pick(letters, random) + word.slice(place + 1)).join(' ')
    const base = foldText(name)
    if (base === row.base || rows.named(base).length > 0) continue
    const number = row.product.number ?? ''
    const scope = random(2) === 0 ? { set: row.product.setName ?? '' } : {}
    yield { q: `${name} ${number}`, ...scope, readings: [{ base, isMisspelt: true, number, ...scope }] }
  }
}

const suffix = / (?:ex|v|gx|vmax|vstar|break|lv x|g|gl|fb|c)$/
const written: Readonly<Record<string, string>> = { ex: 'ex', v: 'V', gx: 'GX', vmax: 'VMAX', vstar: 'VSTAR' }

/** Names with a suffix that share their number with another suffix of theirs, with no set; and suffixes they lack. */
export const suffixes: Kind = function* (rows, random) {
  const pokemon = rows.cards.filter(({ category }) => category === 'pokemon')
  const stemOf = ({ base }: Row): string => base.replace(suffix, '')
  const withSuffix = new Set(pokemon.filter(({ base }) => suffix.test(base)).map(stemOf))
  const groups = groupsOf(
    pokemon.filter((row) => withSuffix.has(stemOf(row))),
    (row) => `${stemOf(row)} ${row.number?.head}`,
  )
  for (const group of shuffled(groups, random)) {
    const row = pick(group, random)
    const number = writtenHead(row)
    yield { q: `${row.printed} ${number}`, readings: [{ base: row.base, number }] }
    const stem = row.printed.slice(0, stemOf(row).length)
    const [folded, other] = pick(Object.entries(written), random)
    yield { q: `${stem} ${other} ${number}`, readings: [{ base: `${stemOf(row)} ${folded}`, number }] }
  }
}
