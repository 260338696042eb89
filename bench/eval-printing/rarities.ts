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
const inOneForm = ({ printed, base, product }: Row, rarity: string, random: Random): AskedText => {
  const number = product.number ?? ''
  const short = abbreviations[rarity]
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

/** A rarity that no printing of the code has; every other one has words that stand in the set's name, where some do. */
export const raritiesMissing: Kind = function* ({ cards }, random) {
  const known = [...new Set(yugioh(cards).flatMap(({ product }) => product.rarity ?? []))].filter((rarity) =>
    /^Common$|. Rare$/.test(rarity),
  )
  for (const group of shuffled([...Map.groupBy(yugioh(cards), ({ product }) => product.number).values()], random)) {
    const row = pick(group, random)
    const has = group.map(({ product }) => wordsOf(product.rarity ?? ''))
    // `Rare` is no other rarity than `Super Rare`, only less of it.
    const missing = known.filter((rarity) =>
      has.every((words) => !wordsOf(rarity).every((word) => words.includes(word))),
    )
    const setWords = wordsOf(row.product.setName ?? '')
    const inSetName = missing.filter((rarity) =>
      wordsOf(rarity).some((word) => word !== 'rare' && setWords.includes(word)),
    )
    const rarity = pick(inSetName.length > 0 && random(2) === 0 ? inSetName : missing, random)
    yield inOneForm(row, rarity, random)
    const number = row.product.number ?? ''
    yield { q: `${number} ${rarity}`, readings: [{ number, rarity: foldText(rarity) }] }
  }
}
