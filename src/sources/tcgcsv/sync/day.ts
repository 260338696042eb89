import { hash } from 'node:crypto'
import type { PriceObservation } from '../../../archive/ports.ts'
import { asListRow, idOf } from '../format/fields.ts'
import type { PriceRows } from '../format/price-rows.ts'
import type { MirrorLine } from '../format/read-lists.ts'
import { foreignRow, type ProductList, readProductRow } from '../format/read-products.ts'
import { type SetWords, type Stock, setWords } from './judge-products.ts'
import { type ProductFacts, productFacts } from './product-facts.ts'

/** One set of a product line as the mirror's two lists show it. */
export interface GroupLists extends ProductList {
  readonly products: readonly unknown[]
  readonly prices: PriceRows
  /** Whether its list of prices was not there (404), while that of its products was. */
  readonly isWithoutPrices?: boolean
}

/** What a day holds of a product line, to be compared with the day before. */
export interface LineCounts {
  readonly categoryId: number
  readonly rows: number
  readonly marketPrices: number
}

/** Rows of a product line's lists by kind, and how many of them were left out. */
export type LineRows = Readonly<Record<'products' | 'prices', { total: number; leftOut: number }>>

/** A product's place in the files; its record is read again when recorded: all of them would fill the memory. */
export interface ProductPlace extends ProductFacts {
  /** The set whose list has it. */
  readonly listedIn: number
  readonly modifiedOn: string
}

/** A day's files, read: what is taken over, and what speaks against taking it at all. */
export interface MirrorDay {
  readonly prices: readonly PriceObservation[]
  readonly products: ReadonlyMap<number, ProductPlace>
  readonly stock: Stock
  readonly lines: readonly LineCounts[]
  readonly rows: ReadonlyMap<number, LineRows>
  /** Rows that were left out, by reason. */
  readonly refused: Readonly<Record<string, number>>
  /** Sets of whose two lists that of prices was not there (404). */
  readonly setsWithoutPrices: ReadonlySet<number>
  /** Signs that lists were mixed up; empty on a good day. */
  readonly suspicions: readonly string[]
}

/** Lists from here on are never the same by chance. */
const minRepeatedRows = 3
/** A list of so many rows, more than half of them of somewhere else, is the wrong list. */
const minForeignRows = 2

/** Prices of a product as the list of one set has them. */
interface Candidate {
  readonly groupId: number
  readonly categoryId: number
  readonly value: readonly PriceObservation[]
}

/** What the lists of a day that were read so far say. */
interface Gathered {
  readonly knownLine: (productId: number) => number | null
  readonly products: Map<number, ProductPlace>
  readonly prices: Map<number, Candidate[]>
  readonly lineNames: Map<number, string>
  readonly sets: Map<number, SetWords>
  readonly rows: Map<number, LineRows>
  readonly setsWithoutPrices: Set<number>
  readonly suspicions: string[]
  /** Rows that were left out, by reason. */
  readonly refused: Record<string, number>
  /** The list that each digest was first seen of. */
  readonly digests: Map<string, string>
}

const refuse = ({ refused }: Gathered, reason: string, rows = 1): void => {
  if (rows > 0) refused[reason] = (refused[reason] ?? 0) + rows
}

const noteRepeat = ({ digests, suspicions }: Gathered, kind: string, name: string, rows: readonly unknown[]): void => {
  if (rows.length < minRepeatedRows) return
  const digest = hash('sha256', JSON.stringify(rows), 'hex')
  const other = digests.get(digest)
  if (other === undefined) digests.set(digest, name)
  else suspicions.push(`the ${kind} of ${name} are those of ${other}`)
}

const isMostlyForeign = (foreign: number, rows: number): boolean => foreign >= minForeignRows && foreign * 2 > rows

const isLater = (a: ProductPlace, b: ProductPlace): boolean =>
  a.modifiedOn === b.modifiedOn ? a.groupId > b.groupId : a.modifiedOn > b.modifiedOn

const rowsOf = ({ rows }: Gathered, categoryId: number): LineRows => {
  const counts = rows.get(categoryId) ?? { products: { total: 0, leftOut: 0 }, prices: { total: 0, leftOut: 0 } }
  rows.set(categoryId, counts)
  return counts
}

/** Of a list, an id in more rows than one in ten that another row has already is no slip. */
const maxRepeatedShare = 0.1

/** @returns the ids of the list, whatever else of their rows cannot be read */
const addProducts = (day: Gathered, lists: GroupLists, name: string): ReadonlySet<number> => {
  const { line, group, products } = lists
  const counts = rowsOf(day, line.categoryId).products
  const ids = new Set<number>()
  let foreign = 0
  let elsewhere = 0
  let repeated = 0
  for (const row of products) {
    const { productId: id, groupId } = asListRow(row) ?? {}
    const [rowId, namedSet] = [idOf(id), idOf(groupId)]
    if (rowId !== null && ids.has(rowId)) repeated++
    if (rowId !== null) ids.add(rowId)
    if (namedSet !== null && namedSet !== group.groupId) elsewhere++
    const product = readProductRow(row, lists)
    counts.total++
    if (typeof product === 'string') {
      refuse(day, product)
      counts.leftOut++
      if (product === foreignRow) foreign++
      continue
    }
    const { productId, record } = product
    const known = day.products.get(productId)
    const place = { ...productFacts(record), listedIn: group.groupId, modifiedOn: record.modifiedOn ?? '' }
    if (known === undefined || isLater(place, known)) day.products.set(productId, place)
  }
  if (isMostlyForeign(foreign, products.length))
    day.suspicions.push(`the products of ${name} are of another product line`)
  if (isMostlyForeign(elsewhere, products.length)) day.suspicions.push(`the products of ${name} are of another set`)
  if (repeated >= minForeignRows && repeated > products.length * maxRepeatedShare)
    day.suspicions.push(`${repeated} of ${products.length} products of ${name} have the id of another row`)
  return ids
}

/** @param ids products of the same set's list */
const addPrices = (day: Gathered, lists: GroupLists, name: string, ids: ReadonlySet<number>): void => {
  const { line, group, prices } = lists
  const { observations, rejected } = prices
  const counts = rowsOf(day, line.categoryId).prices
  counts.total += observations.length + rejected.total
  counts.leftOut += rejected.total
  const strays = observations.filter(({ productId }) => !ids.has(productId))
  if (isMostlyForeign(strays.length, observations.length))
    day.suspicions.push(`the prices of ${name} are of products that are not in it, such as ${strays[0]?.productId}`)
  for (const { reason } of rejected.first) refuse(day, reason)
  refuse(day, 'further rows of the same lists', rejected.total - rejected.first.length)
  for (const [productId, value] of Map.groupBy(observations, (price) => price.productId)) {
    const candidate = { groupId: group.groupId, categoryId: line.categoryId, value }
    day.prices.set(productId, [...(day.prices.get(productId) ?? []), candidate])
  }
}

const addLists = (day: Gathered, lists: GroupLists): void => {
  const { line, group } = lists
  const name = `set ${group.groupId} of ${line.slug}`
  day.lineNames.set(line.categoryId, line.name)
  day.sets.set(group.groupId, setWords(line.categoryId, group))
  if (lists.isWithoutPrices) day.setsWithoutPrices.add(group.groupId)
  noteRepeat(day, 'products', name, lists.products)
  noteRepeat(day, 'prices', name, lists.prices.observations)
  addPrices(day, lists, name, addProducts(day, lists, name))
}

const isOfLine = ({ products, knownLine }: Gathered, productId: number, categoryId: number): boolean =>
  (products.get(productId)?.categoryId ?? knownLine(productId)) === categoryId

/** Leaves out the prices of products that no list of their product line has. */
const checkPrices = (day: Gathered): void => {
  for (const [productId, candidates] of day.prices)
    for (const { categoryId, value } of candidates)
      if (!isOfLine(day, productId, categoryId))
        refuse(day, 'price of a product that no list of its product line has', value.length)
}

/** Prices of a product: of its own set, else of the set with the highest id; `null` for none of its line. */
const choosePrices = (day: Gathered, productId: number, candidates: readonly Candidate[]): Candidate | null => {
  const own = day.products.get(productId)?.groupId
  const fitting = candidates
    .filter(({ categoryId }) => isOfLine(day, productId, categoryId))
    .sort((a, b) => a.groupId - b.groupId)
  return fitting.find(({ groupId }) => groupId === own) ?? fitting.at(-1) ?? null
}

const finishDay = (day: Gathered): MirrorDay => {
  const prices: PriceObservation[] = []
  const lines = new Map(
    [...day.lineNames.keys()].map((categoryId) => [categoryId, { categoryId, rows: 0, marketPrices: 0 }]),
  )
  checkPrices(day)
  for (const [productId, candidates] of day.prices) {
    const chosen = choosePrices(day, productId, candidates)
    if (chosen === null) continue
    const line = lines.get(chosen.categoryId)
    if (line) {
      line.rows += chosen.value.length
      line.marketPrices += chosen.value.filter(({ marketCents }) => marketCents !== null).length
    }
    prices.push(...chosen.value)
  }
  const { products, sets, lineNames, rows, refused, setsWithoutPrices, suspicions } = day
  const stock = { products, sets, lines: lineNames }
  return { prices, products, stock, lines: [...lines.values()], rows, refused, setsWithoutPrices, suspicions }
}

/**
 * Gathers the sets of a day. A product that two sets list, as while it moves, belongs to the one whose list changed it
 * last, else to the set with the higher id; its prices are those of that set's list, whatever another says.
 * @param knownLine product line in which a product was known before, `null` for a new one
 */
export const createDayReader = (knownLine: (productId: number) => number | null) => {
  const day: Gathered = {
    knownLine,
    products: new Map(),
    prices: new Map(),
    lineNames: new Map(),
    sets: new Map(),
    rows: new Map(),
    setsWithoutPrices: new Set(),
    suspicions: [],
    refused: {},
    digests: new Map(),
  }
  return {
    /** Notes that the day holds a product line, which may have no set at all. */
    addLine: ({ categoryId, name }: MirrorLine): void => void day.lineNames.set(categoryId, name),
    add: (lists: GroupLists): void => addLists(day, lists),
    finish: (): MirrorDay => finishDay(day),
  }
}
