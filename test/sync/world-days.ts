import type { MirrorPrice } from '../emulator/mirror/mirror-day.ts'
import { firstRow, walkOn } from '../emulator/mirror/price-walk.ts'
import { chance } from '../emulator/mirror/seeded.ts'
import { groupRow, type Lists, lineRow, productRow, type Row } from '../support/mirror-site.ts'

/** Product lines and how many products each of their sets has. */
const sizes: Readonly<Record<number, readonly number[]>> = {
  3: [60, 45, 30, 24],
  2: [60, 50, 40, 30],
  62: [26, 25, 12],
}

const creatureRow = (categoryId: number, groupId: number, productId: number): Row => {
  const rarity = productId % 3 === 0 ? 'Rare' : 'Common'
  const number = String(productId % 1000)
  const row = productRow(categoryId, groupId, { productId, name: `Creature ${productId}`, number, rarity })
  const type = { name: 'CardType', displayName: 'Card Type', value: 'Creature' }
  return { ...row, extendedData: [...(row.extendedData as readonly Row[]), type] }
}

/** Rows of a product on its first day: most cost a little, a few much, as is true of cards. */
const priceRows = (productId: number): readonly MirrorPrice[] =>
  (productId % 2 === 0 ? ['Normal', 'Foil'] : ['Normal']).map((word) =>
    firstRow(productId, word, Math.round(10 * 60 ** (2 * chance(`${productId} ${word} dear`))) / 100),
  )

export const pathOf = (categoryId: number | string, groupId: number | string, kind: 'products' | 'prices'): string =>
  `/tcgplayer/${categoryId}/${groupId}/${kind}`

/** The first day of a mirror of three product lines. */
export const firstLists = (): Lists => {
  const lists = new Map<string, readonly Row[]>()
  const lines = Object.keys(sizes).map((id) => lineRow(Number(id), `Game ${id}`))
  lists.set('/tcgplayer/categories', lines)
  for (const [line, counts] of Object.entries(sizes)) {
    const categoryId = Number(line)
    const groups = counts.map((count, at) => ({ groupId: categoryId * 100 + at, count }))
    lists.set(
      `/tcgplayer/${line}/groups`,
      groups.map(({ groupId }) => groupRow(categoryId, groupId, `Book ${groupId}`)),
    )
    for (const { groupId, count } of groups) {
      const ids = idsOf(groupId, 0, count)
      lists.set(
        pathOf(line, groupId, 'products'),
        ids.map((id) => creatureRow(categoryId, groupId, id)),
      )
      lists.set(pathOf(line, groupId, 'prices'), ids.flatMap(priceRows) as unknown as Row[])
    }
  }
  return lists
}

/** Changes the lists whose address says so. */
export const mapLists = (
  lists: Lists,
  isOf: (address: string) => boolean,
  change: (rows: readonly Row[], address: string) => readonly Row[],
): Lists => new Map([...lists].map(([address, rows]) => [address, isOf(address) ? change(rows, address) : rows]))

export const isPrices = (address: string): boolean => address.endsWith('/prices')
export const isProducts = (address: string): boolean => address.endsWith('/products')

/** The lists so many days later: as many prices have moved, and as far, as on recorded days. */
export const daysLater = (lists: Lists, day: number, count = 1): Lists =>
  mapLists(lists, isPrices, (rows) =>
    rows.map((row) => {
      let walked = row as unknown as MirrorPrice
      for (let at = 0; at < count; at++) walked = walkOn(walked, day + at)
      return walked as unknown as Row
    }),
  )

const idsOf = (groupId: number, from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => groupId * 1000 + from + at)

/** The lists with so many more products in a set. */
export const addTo = (lists: Lists, categoryId: number, groupId: number, count: number): Lists => {
  const ids = idsOf(groupId, lists.get(pathOf(categoryId, groupId, 'products'))?.length ?? 0, count)
  const added = (kind: 'products' | 'prices', rows: readonly Row[]) => {
    const address = pathOf(categoryId, groupId, kind)
    return [address, [...(lists.get(address) ?? []), ...rows]] as const
  }
  const products = ids.map((id) => creatureRow(categoryId, groupId, id))
  return new Map([...lists, added('products', products), added('prices', ids.flatMap(priceRows) as unknown as Row[])])
}

/** The lists with that share more products in each set. */
export const growBy = (lists: Lists, share: number): Lists =>
  [...lists].reduce((grown, [address, rows]) => {
    const [, categoryId, groupId] = (/^\/tcgplayer\/(\d+)\/(\d+)\/products$/.exec(address) ?? []).map(Number)
    if (categoryId === undefined || groupId === undefined) return grown
    return addTo(grown, categoryId, groupId, Math.ceil(rows.length * share))
  }, lists)
