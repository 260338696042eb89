import type { Lists, Row } from '../support/mirror-site.ts'
import { isPrices, isProducts, mapLists, pathOf } from './world-days.ts'

/** Changes the lists of some product lines into what is not true. */
export type Lie = (lists: Lists, isOf: (address: string) => boolean) => Lists

type IsOf = (address: string) => boolean
type ChangeRows = (rows: readonly Row[]) => readonly Row[]
type ChangeRow = (row: Row, at: number) => Row

const inLists =
  (isKind: IsOf, change: ChangeRows): Lie =>
  (lists, isOf) =>
    mapLists(lists, (address) => isKind(address) && isOf(address), change)

const products = (change: ChangeRows): Lie => inLists(isProducts, change)
const eachProduct = (change: ChangeRow): Lie => products((rows) => rows.map(change))
const eachPrice = (change: ChangeRow): Lie => inLists(isPrices, (rows) => rows.map(change))
const groups = (change: ChangeRows): Lie => inLists((address) => address.endsWith('/groups'), change)

const renamed = (row: Row, from: string, to: string): Row => {
  const { [from]: value, ...others } = row
  return { ...others, [to]: value }
}

const amountFields = ['marketPrice', 'lowPrice', 'midPrice', 'highPrice', 'directLowPrice'] as const
type AmountField = (typeof amountFields)[number]

const eachAmount = (fields: readonly AmountField[], change: (amount: number) => number): Lie =>
  eachPrice((row) => ({
    ...row,
    ...Object.fromEntries(
      fields.flatMap((field) => {
        const amount = row[field]
        return typeof amount === 'number' ? [[field, Math.max(0.01, Math.round(change(amount) * 100) / 100)]] : []
      }),
    ),
  }))

type Next = (at: number, count: number) => number

/** Every row that has a value takes that of another one. */
const handRound = (rows: readonly Row[], field: string, next: Next): readonly Row[] => {
  const known = rows.flatMap((row, at) => (row[field] === null || row[field] === undefined ? [] : [at]))
  const values = new Map(known.map((at, place) => [at, rows[known[next(place, known.length)] as number]?.[field]]))
  return rows.map((row, at) => (values.has(at) ? { ...row, [field]: values.get(at) } : row))
}

const byOne: Next = (at, count) => (at + 1) % count
/** A permutation that brings no value near its place; the stride shares no factor with the count. */
const scattered: Next = (at, count) => {
  let stride = Math.floor(count * 0.38) + 1
  while (gcd(stride, count) !== 1) stride++
  return (at * stride + 3) % count
}
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

const withinSets = (isKind: IsOf, field: string, next: Next): Lie =>
  inLists(isKind, (rows) => handRound(rows, field, next))

const lineOf = (address: string): string => address.split('/')[2] ?? ''
const setOf = (address: string): string => address.split('/')[3] ?? ''

/** The sets of each product line that are to lie, in order. */
const setsOf = (lists: Lists, isOf: IsOf): ReadonlyMap<string, readonly string[]> => {
  const addresses = [...lists.keys()].filter((address) => isProducts(address) && isOf(address))
  return new Map([...Map.groupBy(addresses, lineOf)].map(([line, ofLine]) => [line, ofLine.map(setOf)] as const))
}

const withinLines =
  (field: string): Lie =>
  (lists, isOf) => {
    const changed = new Map(lists)
    for (const [line, sets] of setsOf(lists, isOf)) {
      const addresses = sets.map((set) => pathOf(line, set, 'prices'))
      const rows = handRound(
        addresses.flatMap((address) => lists.get(address) ?? []),
        field,
        scattered,
      )
      let from = 0
      for (const address of addresses) {
        const count = lists.get(address)?.length ?? 0
        changed.set(address, rows.slice(from, from + count))
        from += count
      }
    }
    return changed
  }

type Kind = 'products' | 'prices'

/** Lists stand under the address of another set. */
const moveLists =
  (kinds: readonly Kind[], target: Next, change: (row: Row, groupId: number) => Row = (row) => row): Lie =>
  (lists, isOf) => {
    const changed = new Map(lists)
    for (const [line, sets] of setsOf(lists, isOf))
      for (const [at, set] of sets.entries()) {
        const to = sets[target(at, sets.length)] as string
        for (const kind of kinds) {
          const rows = (lists.get(pathOf(line, set, kind)) ?? []).map((row) => change(row, Number(to)))
          changed.set(pathOf(line, to, kind), rows)
        }
      }
    return changed
  }

const swapFirstTwo: Next = (at) => (at < 2 ? 1 - at : at)
const both = ['products', 'prices'] as const
const inItsSet = (row: Row, groupId: number): Row => ('groupId' in row ? { ...row, groupId } : row)

const without = (field: string): Lie => eachProduct((row) => renamed(row, field, `${field}Text`))

const extended = (change: (data: readonly Row[]) => readonly Row[]): Lie =>
  eachProduct((row) => ({ ...row, extendedData: change(row.extendedData as readonly Row[]) }))

/** What a mirror may say that is not true of the whole, each in the true form of its lists. */
export const lies: ReadonlyMap<string, Lie> = new Map<string, Lie>([
  ['products: half of each list', products((rows) => rows.filter((_, at) => at % 2 === 0))],
  ['products: the first half of each list', products((rows) => rows.slice(0, Math.ceil(rows.length / 2)))],
  ['products: one of each list', products((rows) => rows.slice(0, 1))],
  ['products: none', products(() => [])],
  ['products: two thirds of the rows unreadable', eachProduct((row, at) => (at % 3 > 0 ? { ...row, name: 7 } : row))],
  ['products: names too long', eachProduct((row) => ({ ...row, name: 'x'.repeat(2000) }))],
  ['products: names empty', eachProduct((row) => ({ ...row, name: ' ' }))],
  ['products: name under another name', eachProduct((row) => renamed(row, 'name', 'title'))],
  ['products: names cut to half', eachProduct((row) => ({ ...row, name: String(row.name).slice(0, 6) }))],
  ['products: names shuffled within sets', withinSets(isProducts, 'name', scattered)],
  ['products: names handed on by one', withinSets(isProducts, 'name', byOne)],
  ['products: all of one name', eachProduct((row) => ({ ...row, name: 'Creature' }))],
  ['products: ids under another name', eachProduct((row) => renamed(row, 'productId', 'id'))],
  ['products: other ids', eachProduct((row) => ({ ...row, productId: Number(row.productId) + 50_000_000 }))],
  [
    'products: each id twice',
    products((rows) => rows.map((row, at) => ({ ...row, productId: rows[at - (at % 2)]?.productId }))),
  ],
  ['products: each row twice', products((rows) => [...rows, ...rows])],
  ['products: cleanName under another name', without('cleanName')],
  ['products: extendedData under another name', without('extendedData')],
  ['products: url under another name', without('url')],
  ['products: imageUrl under another name', without('imageUrl')],
  ['products: imageCount under another name', without('imageCount')],
  ['products: imageCount 0', eachProduct((row) => ({ ...row, imageCount: 0 }))],
  ['products: presaleInfo under another name', without('presaleInfo')],
  [
    'products: all announced, for no day',
    eachProduct((row) => ({ ...row, presaleInfo: { isPresale: true, releasedOn: null, note: null } })),
  ],
  ['products: no types', extended((data) => data.filter(({ name }) => name !== 'CardType'))],
  ['products: attributes without name', extended((data) => data.map((one) => renamed(one, 'name', 'key')))],
  ['products: attributes without label', extended((data) => data.map((one) => renamed(one, 'displayName', 'label')))],
  ['products: attributes without value', extended((data) => data.map((one) => renamed(one, 'value', 'text')))],
  ['products: no numbers', extended((data) => data.filter(({ name }) => name !== 'Number'))],
  ['products: no rarities', extended((data) => data.filter(({ name }) => name !== 'Rarity'))],
  [
    'products: numbers empty',
    extended((data) => data.map((one) => (one.name === 'Number' ? { ...one, value: '' } : one))),
  ],
  ['products: numbers cut', extended((data) => data.map((one) => ({ ...one, value: `${one.value}/1`.slice(1) })))],
  ['products: half of the numbers lost', eachProduct((row, at) => (at % 2 === 0 ? { ...row, extendedData: [] } : row))],
  ['products: numbers handed on by one', withinSets(isProducts, 'extendedData', byOne)],
  ['products: of another product line', eachProduct((row) => ({ ...row, categoryId: 77 }))],
  ['products: of another set', eachProduct((row) => ({ ...row, groupId: Number(row.groupId) + 1 }))],
  ['sets: two exchanged', moveLists(both, swapFirstTwo)],
  ['sets: two exchanged, rows too', moveLists(both, swapFirstTwo, inItsSet)],
  ['sets: products of two exchanged', moveLists(['products'], swapFirstTwo)],
  ['sets: products of two exchanged, rows too', moveLists(['products'], swapFirstTwo, inItsSet)],
  ['sets: prices of two exchanged', moveLists(['prices'], swapFirstTwo)],
  ['sets: moved on by one', moveLists(both, byOne)],
  ['sets: moved on by one, rows too', moveLists(both, byOne, inItsSet)],
  ['sets: prices moved on by one', moveLists(['prices'], byOne)],
  ['sets: names moved on by one', groups((rows) => handRound(rows, 'name', byOne))],
  ['sets: codes moved on by one', groups((rows) => handRound(rows, 'abbreviation', byOne))],
  ['sets: names under another name', groups((rows) => rows.map((row) => renamed(row, 'name', 'title')))],
  ['sets: codes under another name', groups((rows) => rows.map((row) => renamed(row, 'abbreviation', 'code')))],
  ['sets: dates under another name', groups((rows) => rows.map((row) => renamed(row, 'publishedOn', 'date')))],
  ['sets: half of them', groups((rows) => rows.filter((_, at) => at % 2 === 1))],
  ['sets: none', groups(() => [])],
  ['prices: all × 100', eachAmount(amountFields, (amount) => amount * 100)],
  ['prices: all × 10', eachAmount(amountFields, (amount) => amount * 10)],
  ['prices: all / 100', eachAmount(amountFields, (amount) => amount / 100)],
  ['prices: all / 10', eachAmount(amountFields, (amount) => amount / 10)],
  ['prices: all 0.01', eachAmount(amountFields, () => 0.01)],
  ['prices: all equal', eachAmount(amountFields, () => 5)],
  [
    'prices: half of them × 100',
    eachPrice((row, at) =>
      at % 2 === 0 && row.marketPrice !== null ? { ...row, marketPrice: Number(row.marketPrice) * 100 } : row,
    ),
  ],
  ['prices: product ids shuffled within sets', withinSets(isPrices, 'productId', scattered)],
  ['prices: half of the rows', inLists(isPrices, (rows) => rows.filter((_, at) => at % 2 === 0))],
  ['prices: words under another name', eachPrice((row) => renamed(row, 'subTypeName', 'printing'))],
  ['prices: every word another', eachPrice((row) => ({ ...row, subTypeName: `Galaxy ${row.subTypeName}` }))],
])

const ofColumn = (field: AmountField): readonly (readonly [string, Lie])[] => [
  ['× 100', eachAmount([field], (amount) => amount * 100)],
  ['× 10', eachAmount([field], (amount) => amount * 10)],
  ['/ 100', eachAmount([field], (amount) => amount / 100)],
  ['all equal', eachAmount([field], () => 3.21)],
  ['shuffled within sets', withinSets(isPrices, field, scattered)],
  ['handed on by one within sets', withinSets(isPrices, field, byOne)],
  ['shuffled within lines', withinLines(field)],
  ['under another name', eachPrice((row) => renamed(row, field, `${field}Usd`))],
]

/** Lies about one kind of amount alone. */
export const columnLies: ReadonlyMap<string, Lie> = new Map(
  amountFields.flatMap((field) => ofColumn(field).map(([name, lie]) => [`${field}: ${name}`, lie] as const)),
)
