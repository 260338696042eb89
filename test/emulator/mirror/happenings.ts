import {
  isListed,
  type MirrorDay,
  type MirrorGroup,
  type MirrorPrice,
  type MirrorProduct,
  priceRowsOf,
} from './mirror-day.ts'
import { chance } from './seeded.ts'

type Happening = (day: MirrorDay) => MirrorDay

/** Whether it falls to this product, whatever the day: what happens again happens to the same ones. */
const falls = (name: string, id: number | string, share: number): boolean => chance(`${name} ${id}`) < share

const eachPrices = (
  day: MirrorDay,
  change: (rows: readonly MirrorPrice[], groupId: number) => readonly MirrorPrice[],
): MirrorDay => ({
  ...day,
  prices: new Map([...day.prices.keys()].map((groupId) => [groupId, change(priceRowsOf(day, groupId), groupId)])),
})

const eachProducts = (
  day: MirrorDay,
  change: (rows: readonly MirrorProduct[], groupId: number) => readonly MirrorProduct[],
): MirrorDay => ({
  ...day,
  products: new Map([...day.products].map(([groupId, rows]) => [groupId, change(rows, groupId)])),
})

const eachGroup = (day: MirrorDay, change: (group: MirrorGroup) => MirrorGroup): MirrorDay => ({
  ...day,
  groups: new Map([...day.groups].map(([categoryId, groups]) => [categoryId, groups.map(change)])),
})

const withoutGroups = (day: MirrorDay, isGone: (groupId: number) => boolean, rows: 'empty' | 'absent'): MirrorDay => {
  const kept = <T>(map: ReadonlyMap<number, T>, none: T): ReadonlyMap<number, T> =>
    new Map(
      [...map].flatMap(([id, value]) =>
        isGone(id) ? (rows === 'empty' ? [[id, none] as const] : []) : [[id, value] as const],
      ),
    )
  return { ...day, products: kept(day.products, []), prices: kept<readonly MirrorPrice[] | string>(day.prices, []) }
}

/** The set that follows a set within its product line. */
const nextGroupOf = (day: MirrorDay): ReadonlyMap<number, number> =>
  new Map(
    [...day.groups.values()].flatMap((groups) =>
      groups.map(
        ({ groupId }, index) => [groupId, (groups[(index + 1) % groups.length] as MirrorGroup).groupId] as const,
      ),
    ),
  )

const moveProducts: Happening = (day) => {
  const next = nextGroupOf(day)
  const isMoved = (productId: number) => falls('moves', productId, 0.05)
  const products = new Map([...day.products].map(([id, rows]) => [id, rows.filter((row) => !isMoved(row.productId))]))
  const prices = new Map(
    [...day.prices.keys()].map((id) => [id, priceRowsOf(day, id).filter((row) => !isMoved(row.productId))] as const),
  )
  for (const [groupId, rows] of day.products) {
    const target = next.get(groupId) ?? groupId
    const moved = rows.filter((row) => isMoved(row.productId))
    products.set(target, [...(products.get(target) ?? []), ...moved.map((row) => ({ ...row, groupId: target }))])
    const movedPrices = priceRowsOf(day, groupId).filter((row) => isMoved(row.productId))
    prices.set(target, [...(prices.get(target) ?? []), ...movedPrices])
  }
  return { ...day, products, prices }
}

const addGroup: Happening = (day) => {
  const category = day.categories[0]
  if (category === undefined) return day
  const { categoryId } = category
  const groupId = 99_001
  if (isListed(day, categoryId, groupId)) return day
  const productId = 9_900_001
  const group = { groupId, categoryId, name: 'A Set of Tomorrow', abbreviation: '', publishedOn: null }
  const noPresale = { isPresale: false, releasedOn: null, note: null }
  const named = { productId, name: 'A Card of Tomorrow', cleanName: 'A Card of Tomorrow' }
  const product = { ...named, groupId, categoryId, imageCount: 0, presaleInfo: noPresale, extendedData: [] }
  const amounts = { lowPrice: 1, midPrice: 2, highPrice: 3, marketPrice: null, directLowPrice: null }
  return {
    ...day,
    groups: new Map(day.groups).set(categoryId, [...(day.groups.get(categoryId) ?? []), group]),
    products: new Map(day.products).set(groupId, [product]),
    prices: new Map(day.prices).set(groupId, [{ productId, ...amounts, subTypeName: 'Normal' }]),
  }
}

/**
 * What truly happens at the mirror from one day to the next, as recorded days show it. Each is the state of one build:
 * in the next one without it things are as they were, so that what vanished returns and what was renamed is renamed
 * back.
 */
export const happenings = {
  /** Products stand in another set, prices with them. */
  moves: moveProducts,
  /** One row of prices in ten is missing. */
  vanishes: (day) =>
    eachPrices(day, (rows) => rows.filter((row) => !falls('vanishes', `${row.productId} ${row.subTypeName}`, 0.1))),
  /** Products that stay listed have no price row at all. */
  unpriced: (day) => eachPrices(day, (rows) => rows.filter((row) => !falls('unpriced', row.productId, 0.05))),
  /** Products are listed no more. */
  delisted: (day) => {
    const isKept = ({ productId }: { readonly productId: number }) => !falls('delisted', productId, 0.02)
    return eachPrices(
      eachProducts(day, (rows) => rows.filter(isKept)),
      (rows) => rows.filter(isKept),
    )
  },
  /** Every third name is another. */
  renames: (day) =>
    eachProducts(day, (rows) =>
      rows.map((row) => (falls('renames', row.productId, 0.3) ? { ...row, name: `${row.name} (Renamed)` } : row)),
    ),
  /** A product's only printing goes by another word. */
  handsOver: (day) =>
    eachPrices(day, (rows) =>
      rows.map((row) => {
        const isOnly = rows.filter(({ productId }) => productId === row.productId).length === 1
        if (!isOnly || !falls('handsOver', row.productId, 0.2)) return row
        return { ...row, subTypeName: row.subTypeName === 'Normal' ? 'Holofoil' : 'Normal' }
      }),
    ),
  /** A printing by a word that nobody has seen before. */
  unknownWords: (day) =>
    eachPrices(day, (rows) =>
      rows.map((row) =>
        falls('unknownWords', row.productId, 0.05) ? { ...row, subTypeName: `Galaxy ${row.subTypeName}` } : row,
      ),
    ),
  /** Not yet released: offered, and never sold. */
  presale: (day) => {
    const presaleInfo = { isPresale: true, releasedOn: '2027-02-12T00:00:00', note: 'Releases February 12, 2027.' }
    const is = (productId: number) => falls('presale', productId, 0.05)
    return eachPrices(
      eachProducts(day, (rows) => rows.map((row) => (is(row.productId) ? { ...row, presaleInfo } : row))),
      (rows) => rows.map((row) => (is(row.productId) ? { ...row, marketPrice: null, directLowPrice: null } : row)),
    )
  },
  /** Sets lose their date, and carry the moment of the call. */
  undated: (day) =>
    eachGroup(day, (group) => (falls('undated', group.groupId, 0.25) ? { ...group, publishedOn: null } : group)),
  /** Sets answer with the empty body. */
  emptyGroups: (day) => withoutGroups(day, (groupId) => falls('emptyGroups', groupId, 0.15), 'empty'),
  /** Sets that are listed answer 404. */
  absentGroups: (day) => withoutGroups(day, (groupId) => falls('absentGroups', groupId, 0.15), 'absent'),
  newGroup: addGroup,
  /** Market prices of twelve times the day before, for one day. */
  spikes: (day) =>
    eachPrices(day, (rows) =>
      rows.map((row) =>
        row.marketPrice !== null && falls('spikes', row.productId, 0.02)
          ? { ...row, marketPrice: Math.round(row.marketPrice * 1200) / 100 }
          : row,
      ),
    ),
  /** Twenty times as many highest prices as usual are noise. */
  noisyHighs: (day) =>
    eachPrices(day, (rows) =>
      rows.map((row) => (falls('noisyHighs', row.productId, 0.13) ? { ...row, highPrice: 999.99 } : row)),
    ),
} as const satisfies Record<string, Happening>

export type HappeningName = keyof typeof happenings
export const happeningNames = Object.keys(happenings) as readonly HappeningName[]

/** The day with all of these, one after the other. */
export const happenOn = (day: MirrorDay, names: readonly HappeningName[]): MirrorDay =>
  names.reduce((changed, name) => happenings[name](changed), day)
