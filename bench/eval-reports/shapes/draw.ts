import { foldText } from '../../../src/cards/fold.ts'
import type { IndexInput } from '../../../src/catalog/index/build/index-input.ts'
import { createLineCatalog, type LineCard, type LineCatalog } from '../../line-catalog.ts'
import { createRandom } from '../../multiply.ts'

/** Ids of the product lines that shapes are of. */
export const lineIds = {
  magic: 1,
  yugioh: 2,
  pokemon: 3,
  fab: 62,
  onePiece: 68,
  lorcana: 71,
  pokemonJapan: 85,
  riftbound: 89,
}

type Key = (card: LineCard) => string

const keys = {
  name: ({ base }: LineCard) => base,
  nameInSet: ({ base, set }: LineCard) => `${base} ${set.name}`,
  nameUnderCode: ({ base, set }: LineCard) => `${base} ${set.code}`,
  numberInSet: ({ set, product }: LineCard) => `${set.name} ${product.number}`,
  number: ({ product }: LineCard) => `${product.categoryId} ${product.number}`,
} satisfies Record<string, Key>

/** Cards of the catalogue, and how many others of any game say the same of themselves. */
export const createShapeCatalog = (input: IndexInput) => {
  const lines: LineCatalog = createLineCatalog(input)
  const groups = new Map(Object.entries(keys).map(([name, key]) => [name, Map.groupBy(lines.cards, key)] as const))
  const alike = (card: LineCard, by: keyof typeof keys): readonly LineCard[] =>
    groups.get(by)?.get(keys[by](card)) ?? []
  return {
    lines,
    alike,
    /** Cards of any game that bear a name. */
    named: (name: string): readonly LineCard[] => groups.get('name')?.get(foldText(name)) ?? [],
    /** Whether no other card says the same. */
    isAlone: (card: LineCard, by: keyof typeof keys): boolean => alike(card, by).length === 1,
  }
}

export type ShapeCatalog = ReturnType<typeof createShapeCatalog>

/** Draws by a seed; no card twice. */
export const createDraw = ({ lines, alike, isAlone, named }: ShapeCatalog, seed: number) => {
  const random = createRandom(seed)
  // The first numbers of neighboring seeds are alike.
  for (let skipped = 0; skipped < 20; skipped++) random(2)
  const drawn = new Set<number>()
  const pools = new Map<(card: LineCard) => boolean, readonly LineCard[]>()
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  return {
    random,
    pick,
    alike,
    isAlone,
    named,
    /** A card that fits. Each predicate is a pool of its own, so that it is worth naming. */
    card: (fits: (card: LineCard) => boolean): LineCard => {
      const pool = pools.get(fits) ?? lines.cards.filter(fits)
      pools.set(fits, pool)
      for (;;) {
        const card = pick(pool)
        if (drawn.has(card.product.productId) && pool.length > drawn.size) continue
        drawn.add(card.product.productId)
        return card
      }
    },
  }
}

export type Draw = ReturnType<typeof createDraw>

/** A card of a line, with a number and a set, whose name is as printed and bears no qualifier. */
export const isPlainOf =
  (categoryId: number) =>
  ({ product, set, isPlain }: LineCard): boolean =>
    product.categoryId === categoryId && isPlain && product.number !== null && set.name !== ''

const isMagic = isPlainOf(lineIds.magic)

/** A Magic card of an ordinary set, whose code and number every program has alike. */
export const isOrdinaryMagic = (card: LineCard): boolean =>
  isMagic(card) &&
  card.product.rarity !== 'token' &&
  card.set.code === card.product.setCode &&
  /^[A-Z0-9]{3}$/.test(card.set.code ?? '') &&
  /^\d+$/.test(card.product.number as string) &&
  /^[\w' -]+$/.test(card.set.name) &&
  !/promo|edition|alpha|beta|^magic|deck|list/i.test(card.set.name)

/** So many rows, made one after the other. */
export const rowsOf = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
