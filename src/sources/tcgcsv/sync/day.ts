import { hash } from 'node:crypto'
import type { PriceObservation } from '../../../archive/ports.ts'
import type { PriceRows } from '../format/price-rows.ts'
import type { MirrorLine } from '../format/read-lists.ts'
import { foreignRow, type ProductList, readProductRow } from '../format/read-products.ts'

/** One set of a product line as the mirror's two lists show it. */
export interface GroupLists extends ProductList {
  readonly products: readonly unknown[]
  readonly prices: PriceRows
}

/** What a day holds of a product line, to be compared with the day before. */
export interface LineCounts {
  readonly categoryId: number
  readonly rows: number
  readonly marketPrices: number
}

/** A product's place in the files; its record is read again when recorded: all of them would fill the memory. */
export interface ProductPlace {
  readonly categoryId: number
  /** The set that it belongs to. */
  readonly groupId: number
  /** The set whose list has it. */
  readonly listedIn: number
  readonly modifiedOn: string
}

/** A day's files, read: what is taken over, and what speaks against taking it at all. */
export interface MirrorDay {
  readonly prices: readonly PriceObservation[]
  readonly products: ReadonlyMap<number, ProductPlace>
  readonly lines: readonly LineCounts[]
  /** Rows that were left out, by reason. */
  readonly refused: Readonly<Record<string, number>>
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
  readonly lineIds: Set<number>
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

const addProducts = (day: Gathered, lists: GroupLists, name: string): void => {
  const { categoryId } = lists.line
  let foreign = 0
  for (const row of lists.products) {
    const product = readProductRow(row, lists)
    if (typeof product === 'string') {
      refuse(day, product)
      if (product === foreignRow) foreign++
      continue
    }
    const { productId, record } = product
    const known = day.products.get(productId)
    const place = {
      categoryId,
      groupId: record.group.groupId,
      listedIn: lists.group.groupId,
      modifiedOn: record.modifiedOn ?? '',
    }
    if (known === undefined || isLater(place, known)) day.products.set(productId, place)
  }
  if (isMostlyForeign(foreign, lists.products.length))
    day.suspicions.push(`the products of ${name} are of another product line`)
}

const addPrices = (day: Gathered, { line, group, prices: { observations, rejected } }: GroupLists): void => {
  for (const { reason } of rejected.first) refuse(day, reason)
  refuse(day, 'further rows of the same lists', rejected.total - rejected.first.length)
  for (const [productId, value] of Map.groupBy(observations, (price) => price.productId)) {
    const candidate = { groupId: group.groupId, categoryId: line.categoryId, value }
    day.prices.set(productId, [...(day.prices.get(productId) ?? []), candidate])
  }
}

const addLists = (day: Gathered, lists: GroupLists): void => {
  const name = `set ${lists.group.groupId} of ${lists.line.slug}`
  day.lineIds.add(lists.line.categoryId)
  noteRepeat(day, 'products', name, lists.products)
  noteRepeat(day, 'prices', name, lists.prices.observations)
  addProducts(day, lists, name)
  addPrices(day, lists)
}

const isOfLine = ({ products, knownLine }: Gathered, productId: number, categoryId: number): boolean =>
  (products.get(productId)?.categoryId ?? knownLine(productId)) === categoryId

/** Refuses the prices of products that no list of their product line has, and suspects a set that holds many. */
const checkPrices = (day: Gathered): void => {
  const tallies = new Map<string, { rows: number; foreign: number }>()
  for (const [productId, candidates] of day.prices) {
    for (const { categoryId, groupId, value } of candidates) {
      const key = `set ${groupId} of product line ${categoryId}`
      const tally = tallies.get(key) ?? { rows: 0, foreign: 0 }
      tallies.set(key, tally)
      tally.rows += value.length
      if (isOfLine(day, productId, categoryId)) continue
      tally.foreign += value.length
      refuse(day, 'price of a product that no list of its product line has', value.length)
    }
  }
  for (const [name, { rows, foreign }] of tallies) {
    if (isMostlyForeign(foreign, rows)) day.suspicions.push(`the prices of ${name} are of products that are not in it`)
  }
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
  const lines = new Map([...day.lineIds].map((categoryId) => [categoryId, { categoryId, rows: 0, marketPrices: 0 }]))
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
  const { products, refused, suspicions } = day
  return { prices, products, lines: [...lines.values()], refused, suspicions }
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
    lineIds: new Set(),
    suspicions: [],
    refused: {},
    digests: new Map(),
  }
  return {
    /** Notes that the day holds a product line, which may have no set at all. */
    addLine: ({ categoryId }: MirrorLine): void => void day.lineIds.add(categoryId),
    add: (lists: GroupLists): void => addLists(day, lists),
    finish: (): MirrorDay => finishDay(day),
  }
}
