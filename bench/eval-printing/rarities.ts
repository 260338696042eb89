import { foldText } from '../../src/cards/fold.ts'
import type { Random } from '../multiply.ts'
import { groupsOf, type Kind, pick, shuffled } from './kind.ts'
import type { Row } from './rows.ts'
import type { AskedText } from './truth.ts'

/** Rarities of Yu-Gi-Oh! as collectors abbreviate them. */
const abbreviations: Readonly<Record<string, readonly string[]>> = {
  'Super Rare': ['SR'],
  'Ultra Rare': ['UR'],
  'Secret Rare': ['ScR', 'SCR'],
  'Ultimate Rare': ['UtR', 'UTR'],
  'Ghost Rare': ['GR'],
  'Starlight Rare': ['StR'],
  "Collector's Rare": ['CR'],
  'Quarter Century Secret Rare': ['QCSR', 'QCScR'],
  'Prismatic Secret Rare': ['PScR'],
  'Platinum Secret Rare': ['PlScR'],
  "Prismatic Collector's Rare": ['PCR'],
  'Prismatic Ultimate Rare': ['PUR'],
}

const yugioh = (cards: readonly Row[]): Row[] => cards.filter(({ category }) => category === 'yugioh')
const severalRarities = (cards: readonly Row[]): Row[][] =>
  groupsOf(yugioh(cards), ({ product }) => product.number ?? '').filter(
    (group) => new Set(group.map(({ rarity }) => rarity)).size > 1,
  )

/** A code of several rarities, and nothing else. */
export const rarityCodes: Kind = function* ({ cards }, random) {
  for (const group of shuffled(severalRarities(cards), random)) {
    const { product } = group[0] as Row
    const number = product.number ?? ''
    const scope = random(3) === 0 ? { set: product.setName ?? '' } : {}
    yield { q: number, ...scope, readings: [{ number, ...scope }] }
  }
}

/** Such a code behind the name. */
export const rarityNames: Kind = function* ({ cards }, random) {
  for (const group of shuffled(severalRarities(cards), random)) {
    const { printed, base, product } = pick(group, random)
    const number = product.number ?? ''
    yield { q: `${printed} ${number}`, readings: [{ base, number }] }
  }
}

/** A name, a code and a rarity in a written form. */
const inOneForm = (row: Row, rarity: string, random: Random): AskedText => {
  const { printed, base } = row
  const number = row.product.number ?? ''
  const short = row.category === 'yugioh' ? abbreviations[rarity] : undefined
  const written = short !== undefined && random(2) === 0 ? pick(short, random) : rarity
  const forms = [
    `${printed} (${written}) ${number}`,
    `${printed} ${written} ${number}`,
    `${printed} ${number} ${written}`,
  ]
  return { q: pick(forms, random), readings: [{ base, number, rarity: foldText(rarity) }] }
}

/** A rarity that one printing of the code has, named in the forms that people write. */
export const raritiesNamed: Kind = function* ({ cards }, random) {
  for (const row of shuffled(severalRarities(cards).flat(), random)) {
    if (row.product.rarity !== null) yield inOneForm(row, row.product.rarity, random)
  }
}

const wordsOf = (text: string): string[] => foldText(text).split(' ')

/** Rarities that a collector may well write of any printing, or that say nothing of a single one. */
const vague = new Set(['rare', 'promo', 'none', 'unconfirmed', 'code card', 'special', 'bonus', 'token', 'basic'])
const isTyped = (rarity: string): boolean => rarity.length > 1 && !vague.has(foldText(rarity)) && !/\d|-/.test(rarity)

/**
 * A rarity of the game that no row of a group has. Every other one has words that stand in the set's name, where some
 * do. `Rare` is no other rarity than `Super Rare`, only less of it.
 */
const missingRarity = (group: readonly Row[], known: readonly string[], random: Random): string | null => {
  const has = group.map(({ rarity }) => rarity.split(' '))
  const missing = known.filter((rarity) => has.every((words) => !wordsOf(rarity).every((word) => words.includes(word))))
  const setWords = group[0]?.setName.split(' ') ?? []
  const inSetName = missing.filter((rarity) =>
    wordsOf(rarity).some((word) => word !== 'rare' && setWords.includes(word)),
  )
  if (missing.length === 0) return null
  return pick(inSetName.length > 0 && random(2) === 0 ? inSetName : missing, random)
}

const raritiesOf = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap(({ product }) => product.rarity ?? []).filter(isTyped)),
]

/** A rarity that no printing of a Yu-Gi-Oh! code has, with the name and without. */
export const raritiesMissing: Kind = function* ({ cards }, random) {
  const known = raritiesOf(yugioh(cards)).filter((rarity) => /^Common$|. Rare$/.test(rarity))
  for (const group of shuffled([...Map.groupBy(yugioh(cards), ({ number }) => number?.head).values()], random)) {
    const rarity = missingRarity(group, known, random)
    if (rarity === null) continue
    yield inOneForm(pick(group, random), rarity, random)
    const number = group[0]?.product.number ?? ''
    yield { q: `${number} ${rarity}`, readings: [{ number, rarity: foldText(rarity) }] }
  }
}

/** The same in the other games, with the name: no card of that name and number has the rarity. */
export const raritiesMissingElsewhere: Kind = function* ({ cards }, random) {
  const others = cards.filter(({ category }) => category !== 'yugioh' && category !== 'pokemon-japan')
  const known = new Map(
    [...Map.groupBy(others, ({ category }) => category)].map(([of, rows]) => [of, raritiesOf(rows)]),
  )
  const groups = Map.groupBy(others, ({ category, base, number }) => `${category} ${base} ${number?.head}`)
  for (const group of shuffled([...groups.values()], random)) {
    if (!group.every(({ product }) => isTyped(product.rarity ?? ''))) continue
    const row = pick(group, random)
    const rarity = missingRarity(group, known.get(row.category) ?? [], random)
    if (rarity !== null) yield inOneForm(row, rarity, random)
  }
}
