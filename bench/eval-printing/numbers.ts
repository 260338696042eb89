import type { Random } from '../multiply.ts'
import { codeAndNumber } from './codes.ts'
import { groupsOf, type Kind, nameOf, pick, shuffled, typedCode, writtenHead } from './kind.ts'
import type { Row } from './rows.ts'
import type { AskedText } from './truth.ts'

const inSet = (row: Row): string => row.product.setName ?? ''
const inOneSet = ({ product, number }: Row): string => `${product.categoryId} ${product.setId} ${number?.head}`

/** A number that several rows of one set share, beside the set: apart, or by its code in the text. */
export const sharedNumbers: Kind = function* ({ cards }, random) {
  for (const group of shuffled(groupsOf(cards, inOneSet), random)) {
    const row = pick(group, random)
    const number = pick([row.product.number ?? '', writtenHead(row)], random)
    yield { q: number, set: inSet(row), readings: [{ number, set: inSet(row) }] }
    const code = typedCode(row)
    if (code !== null) yield codeAndNumber(code, number)
  }
}

/** Whether one card has printings that only brackets in the name tell apart; rarities are a kind of their own. */
const hasQualifiers = (group: readonly Row[]): boolean =>
  group.every(({ category, base }) => category !== 'yugioh' && base === group[0]?.base) &&
  group.some(({ qualifiers }) => qualifiers.length > 0)

/** The number of a card that has a stamped, metal or patterned printing beside it, and its set. */
export const stampedNumbers: Kind = function* ({ cards }, random) {
  for (const group of shuffled(groupsOf(cards, inOneSet).filter(hasQualifiers), random)) {
    const row = pick(group, random)
    const number = row.product.number ?? ''
    yield { q: number, set: inSet(row), readings: [{ number, set: inSet(row) }] }
  }
}

/** Name and number of such a card, with the set and without. */
function* named(groups: readonly Row[][], random: Random): Generator<AskedText> {
  for (const group of shuffled(groups, random)) {
    const row = group[0] as Row
    const { printed, base } = row
    const number = row.product.number ?? ''
    yield { q: `${printed} ${number}`, set: inSet(row), readings: [{ base, number, set: inSet(row) }] }
    yield { q: `${printed} ${number}`, readings: [{ base, number }] }
  }
}

const hasPlain = (group: readonly Row[]): boolean => group.some(({ qualifiers }) => qualifiers.length === 0)

/** The same with its name, where the plain printing exists: a name without brackets means the plain printing. */
export const plainBesideStamped: Kind = ({ cards }, random) =>
  named(
    groupsOf(cards, inOneSet).filter((group) => hasQualifiers(group) && hasPlain(group)),
    random,
  )

/** The same where all have qualifiers, none of which was typed. */
export const stampedAlone: Kind = ({ cards }, random) =>
  named(
    groupsOf(cards, inOneSet).filter((group) => hasQualifiers(group) && !hasPlain(group)),
    random,
  )

/** A number with another total than the catalogue's, beside its set, and behind its name. */
export const wrongTotals: Kind = function* ({ cards }, random) {
  const withTotal = cards.filter(({ number }) => /^\d+$/.test(number?.total ?? ''))
  for (const row of shuffled(withTotal, random)) {
    const { product } = pick(withTotal, random)
    const number = `${writtenHead(row)}/${product.number?.split('/')[1]}`
    if (number === row.product.number) continue
    yield { q: number, set: inSet(row), readings: [{ number, set: inSet(row) }] }
    yield { q: `${row.printed} ${number}`, readings: [{ base: row.base, number }] }
    yield {
      q: `${row.printed} ${number}`,
      set: inSet(row),
      readings: [{ base: row.base, number, set: inSet(row) }],
    }
  }
}

/** Numbers that one set has with several totals, or with one and without, as `012/193` and `012`. */
export const severalTotals: Kind = function* ({ cards }, random) {
  const groups = groupsOf(cards, inOneSet).filter((group) => new Set(group.map(({ number }) => number?.total)).size > 1)
  for (const row of shuffled(groups.flat(), random)) {
    const number = row.product.number ?? ''
    yield { q: number, set: inSet(row), readings: [{ number, set: inSet(row) }] }
    const head = writtenHead(row)
    yield { q: head, set: inSet(row), readings: [{ number: head, set: inSet(row) }] }
  }
}

/** A number with its total and nothing else. */
export const fractionsAlone: Kind = function* ({ cards }, random) {
  const withTotal = cards.filter(({ number }) => number?.total !== null)
  for (const { product, category } of shuffled(withTotal, random)) {
    const number = product.number ?? ''
    const scope = random(2) === 0 ? { category } : {}
    yield { q: number, ...scope, readings: [{ number }] }
  }
}

/** Name and number that several sets have, without the set. */
export const reprints: Kind = function* ({ cards }, random) {
  for (const group of shuffled(reprintGroups(cards), random)) {
    const { printed, base, product } = pick(group, random)
    const number = product.number ?? ''
    yield { q: `${printed} ${number}`, readings: [{ base, number }] }
  }
}

/** The same, in the set that is named. */
export const reprintsInSet: Kind = function* ({ cards }, random) {
  for (const group of shuffled(reprintGroups(cards), random)) {
    const row = pick(group, random)
    const number = row.product.number ?? ''
    yield {
      q: `${row.product.name} ${number}`,
      set: inSet(row),
      readings: [{ ...nameOf(row), number, set: inSet(row) }],
    }
  }
}

const reprintGroups = (cards: readonly Row[]): Row[][] =>
  groupsOf(cards, ({ category, base, number }) => `${category} ${base} ${number?.head}/${number?.total}`).filter(
    (group) => new Set(group.map(({ product }) => product.setId)).size > 1,
  )
