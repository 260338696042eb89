import type { MirrorPrice } from '../emulator/mirror/mirror-day.ts'
import { firstRow, walkOn } from '../emulator/mirror/price-walk.ts'
import { chance } from '../emulator/mirror/seeded.ts'

export type Row = Readonly<Record<string, unknown>>

/** The rows of every list of a mirror by its address. */
export type Lists = ReadonlyMap<string, readonly Row[]>

/** Product lines and how many products each of their sets has. */
const sizes: Readonly<Record<number, readonly number[]>> = {
  3: [60, 45, 30, 24],
  2: [60, 50, 40, 30],
  62: [26, 25, 12],
}

const envelope = { publishedOn: '2024-11-08T00:00:00', modifiedOn: '2026-01-01T00:00:00' }

export const lineRow = (categoryId: number): Row => ({
  categoryId,
  name: `Game ${categoryId}`,
  displayName: `The Game ${categoryId}`,
})

export const groupRow = (categoryId: number, groupId: number): Row => ({
  groupId,
  categoryId,
  name: `Book ${groupId}`,
  abbreviation: `B${groupId}`,
  isSupplemental: false,
  ...envelope,
})

export const productRow = (categoryId: number, groupId: number, productId: number): Row => ({
  productId,
  name: `Creature ${productId}`,
  cleanName: `Creature ${productId}`,
  imageUrl: `https://tcgplayer-cdn.tcgplayer.com/product/${productId}_200w.jpg`,
  categoryId,
  groupId,
  url: `https://www.tcgplayer.com/product/${productId}`,
  modifiedOn: envelope.modifiedOn,
  imageCount: 1,
  presaleInfo: { isPresale: false, releasedOn: null, note: null },
  extendedData: [
    { name: 'Number', displayName: 'Card Number', value: String(productId % 1000) },
    { name: 'Rarity', displayName: 'Rarity', value: productId % 3 === 0 ? 'Rare' : 'Common' },
  ],
})

/** Rows of a product on its first day: most cost a little, a few much, as is true of cards. */
export const priceRows = (productId: number): readonly MirrorPrice[] =>
  (productId % 2 === 0 ? ['Normal', 'Foil'] : ['Normal']).map((word) =>
    firstRow(productId, word, Math.round(10 * 60 ** (2 * chance(`${productId} ${word} dear`))) / 100),
  )

export const pathOf = (categoryId: number | string, groupId: number | string, kind: 'products' | 'prices'): string =>
  `/tcgplayer/${categoryId}/${groupId}/${kind}`

/** The first day of a mirror of three product lines. */
export const firstLists = (): Lists => {
  const lists = new Map<string, readonly Row[]>()
  lists.set('/tcgplayer/categories', Object.keys(sizes).map(Number).map(lineRow))
  for (const [line, counts] of Object.entries(sizes)) {
    const categoryId = Number(line)
    const groups = counts.map((count, at) => ({ groupId: categoryId * 100 + at, count }))
    lists.set(
      `/tcgplayer/${line}/groups`,
      groups.map(({ groupId }) => groupRow(categoryId, groupId)),
    )
    for (const { groupId, count } of groups) {
      const ids = idsOf(groupId, 0, count)
      lists.set(
        pathOf(line, groupId, 'products'),
        ids.map((id) => productRow(categoryId, groupId, id)),
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
  const products = ids.map((id) => productRow(categoryId, groupId, id))
  return new Map([...lists, added('products', products), added('prices', ids.flatMap(priceRows) as unknown as Row[])])
}

/** The lists with that share more products in each set. */
export const growBy = (lists: Lists, share: number): Lists =>
  [...lists].reduce((grown, [address, rows]) => {
    const [, categoryId, groupId] = (/^\/tcgplayer\/(\d+)\/(\d+)\/products$/.exec(address) ?? []).map(Number)
    if (categoryId === undefined || groupId === undefined) return grown
    return addTo(grown, categoryId, groupId, Math.ceil(rows.length * share))
  }, lists)

/** The bodies of the lists, as the mirror writes them. */
export const bodiesOf = (lists: Lists): Map<string, string> =>
  new Map(
    [...lists].map(([address, results]) => [
      address,
      JSON.stringify({
        ...(isPrices(address) ? {} : { totalItems: results.length }),
        ...{ success: true, errors: [], results },
      }),
    ]),
  )
