import { hash } from 'node:crypto'
import type { PriceObservation } from '../../../../archive/ports.ts'
import type { PriceRows } from '../files/price-rows.ts'
import type { MirrorLine } from '../mirror/choose-lines.ts'
import { type MirrorGroup, readProductRows } from './read-products.ts'
import { createRefusalCounter } from './refusals.ts'

/** One set of a product line as the mirror's two lists show it. */
export interface GroupLists {
  readonly line: MirrorLine
  readonly group: MirrorGroup
  /** All sets of the line. */
  readonly groups: ReadonlyMap<number, MirrorGroup>
  readonly products: readonly unknown[]
  readonly prices: PriceRows
}

/** What a day holds of a product line, to be compared with the day before. */
export interface LineCounts {
  readonly categoryId: number
  readonly rows: number
  readonly marketPrices: number
}

/** Where a product stands in the files; its record is read again when it is recorded, since all of them would fill the memory. */
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

interface Candidate<T> {
  readonly groupId: number
  readonly categoryId: number
  readonly value: T
}

const isLater = (a: ProductPlace, b: ProductPlace): boolean =>
  a.modifiedOn === b.modifiedOn ? a.groupId > b.groupId : a.modifiedOn > b.modifiedOn

/**
 * Gathers the sets of a day. A product that two sets list, as while it moves, belongs to the one whose list changed it last, else to the set with the higher id; its
 * prices are those of that set's list, whatever another says.
 * @param knownLine product line in which a product was known before, `null` for a new one
 */
export const createDayReader = (knownLine: (productId: number) => number | null) => {
  const refusals = createRefusalCounter()
  const products = new Map<number, ProductPlace>()
  const prices = new Map<number, Candidate<PriceObservation[]>[]>()
  const suspicions: string[] = []
  const seen = new Map<string, string>()
  const lineIds = new Set<number>()

  const noteRepeat = (kind: string, name: string, rows: readonly unknown[]): void => {
    if (rows.length < minRepeatedRows) return
    const digest = hash('sha256', JSON.stringify(rows), 'hex')
    const other = seen.get(digest)
    if (other === undefined) seen.set(digest, name)
    else suspicions.push(`the ${kind} of ${name} are those of ${other}`)
  }

  /** Notes that the day holds a product line, which may have no set at all. */
  const addLine = ({ categoryId }: MirrorLine): void => void lineIds.add(categoryId)

  const add = ({ line, group, groups, products: productRows, prices: { observations, rejected } }: GroupLists): void => {
    const { categoryId } = line
    const { groupId } = group
    const name = `set ${groupId} of ${line.slug}`
    addLine(line)
    noteRepeat('products', name, productRows)
    noteRepeat('prices', name, observations)
    const { products: listed, foreign } = readProductRows(productRows, line, group, groups, refusals)
    if (foreign >= minForeignRows && foreign * 2 > productRows.length)
      suspicions.push(`the products of ${name} are of another product line`)
    for (const { productId, record } of listed) {
      const known = products.get(productId)
      const place = { categoryId, groupId: record.group.groupId, listedIn: groupId, modifiedOn: record.modifiedOn ?? '' }
      if (known === undefined || isLater(place, known)) products.set(productId, place)
    }
    for (const { reason } of rejected.first) refusals.add(reason)
    for (let more = rejected.first.length; more < rejected.total; more++) refusals.add('further rows of the same lists')
    const byProduct = Map.groupBy(observations, ({ productId }) => productId)
    for (const [productId, value] of byProduct) {
      prices.set(productId, [...(prices.get(productId) ?? []), { groupId, categoryId, value }])
    }
  }

  /** Prices of a product: of the set that it belongs to, else of the set with the highest id. */
  const choose = (productId: number, candidates: readonly Candidate<PriceObservation[]>[]): Candidate<PriceObservation[]> => {
    const own = products.get(productId)?.groupId
    const sorted = candidates.toSorted((a, b) => a.groupId - b.groupId)
    return (sorted.find(({ groupId }) => groupId === own) ?? sorted.at(-1)) as Candidate<PriceObservation[]>
  }

  const isOfLine = (productId: number, categoryId: number): boolean => {
    const place = products.get(productId)
    return place ? place.categoryId === categoryId : knownLine(productId) === categoryId
  }

  const finish = (): MirrorDay => {
    const taken: PriceObservation[] = []
    const counts = new Map([...lineIds].map((categoryId) => [categoryId, { categoryId, rows: 0, marketPrices: 0 }]))
    const strange = new Map<string, { rows: number; foreign: number }>()
    for (const [productId, candidates] of prices) {
      const fitting = candidates.filter(({ categoryId }) => isOfLine(productId, categoryId))
      for (const { categoryId, groupId, value } of candidates) {
        const key = `set ${groupId} of product line ${categoryId}`
        const tally = strange.get(key) ?? { rows: 0, foreign: 0 }
        tally.rows += value.length
        if (!isOfLine(productId, categoryId)) {
          tally.foreign += value.length
          for (const _ of value) refusals.add('price of a product that no list of its product line has')
        }
        strange.set(key, tally)
      }
      if (fitting.length === 0) continue
      const { categoryId, value } = choose(productId, fitting)
      const line = counts.get(categoryId)
      if (line) {
        line.rows += value.length
        line.marketPrices += value.filter(({ marketCents }) => marketCents !== null).length
      }
      taken.push(...value)
    }
    for (const [name, { rows, foreign }] of strange) {
      if (foreign >= minForeignRows && foreign * 2 > rows)
        suspicions.push(`the prices of ${name} are of products that are not in it`)
    }
    return { prices: taken, products, lines: [...counts.values()], refused: refusals.counts(), suspicions }
  }

  return { addLine, add, finish }
}
