import { groupBy } from '../format/flat-arrays.ts'
import { encodeIndex } from '../format/index-file.ts'
import type { IndexSet } from '../format/layout.ts'
import { buildNumbers } from './build-numbers.ts'
import { arrangeOtherNames } from './build-other-names.ts'
import { buildColumns, orderRows } from './build-rows.ts'
import { arrangeSets } from './build-sets.ts'
import { buildTerms } from './build-terms.ts'
import type { IndexInput } from './index-input.ts'

/** The bases under which each row is found: that of its own name, and those of its others. */
interface RowBases {
  readonly baseCount: number
  readonly own: Uint32Array
  readonly others: { readonly start: Uint32Array; readonly entries: Uint32Array }
}

/** Rows of each base, in the order of the digits of their numbers: together a key of name and number. */
const groupRowsByBase = (
  { baseCount, own, others }: RowBases,
  rowProduct: Uint32Array,
  { rowNumber, numberDigits }: { readonly rowNumber: Uint32Array; readonly numberDigits: Uint32Array },
) => {
  const digits = rowNumber.map((number) => numberDigits[number] as number)
  const byDigits = Uint32Array.from(rowProduct.keys()).sort(
    (a, b) => (digits[a] as number) - (digits[b] as number) || (rowProduct[a] as number) - (rowProduct[b] as number),
  )
  const keys = new Uint32Array(byDigits.length + others.entries.length)
  const rows = new Uint32Array(keys.length)
  let count = 0
  const add = (base: number, row: number): void => {
    keys[count] = base
    rows[count++] = row
  }
  for (const row of byDigits) {
    add(own[row] as number, row)
    for (const other of others.entries.subarray(others.start[row], others.start[row + 1])) add(other, row)
  }
  return groupBy(keys, baseCount, rows)
}

/** Rows of products whose code is not that of their set, by code. */
const otherCodesOf = (
  { products }: IndexInput,
  releases: readonly IndexSet[],
  setOf: readonly number[],
  rowOf: (position: number) => number,
) => {
  const rows = new Map<string, number[]>()
  for (const [position, { setCode }] of products.entries()) {
    if (!setCode || setCode === releases[setOf[position] as number]?.code) continue
    const known = rows.get(setCode)
    if (known === undefined) rows.set(setCode, [rowOf(position)])
    else known.push(rowOf(position))
  }
  return rows.size === 0 ? {} : { otherCodes: [...rows].map(([code, of]) => ({ code, rows: of })) }
}

/** In how many sets each of the products' own names was printed; their other names, which come last, count none. */
const countSets = (
  { start, entries }: ReturnType<typeof groupBy>,
  rowSet: Uint16Array,
  ownBases: number,
): Uint8Array => {
  const counts = new Uint8Array(start.length - 1)
  for (let base = 0; base < ownBases; base++) {
    const sets = Array.from(entries.subarray(start[base], start[base + 1]), (row) => rowSet[row])
    counts[base] = Math.min(0xff, new Set(sets).size)
  }
  return counts
}

/** Builds the whole index of a catalogue as one flat buffer, which `openIndex` reads and a file stores as it is. */
export const buildIndex = (input: IndexInput): ArrayBuffer => {
  const { products, sourceName, fetchedAt } = input
  const { lines, releases, setOf } = arrangeSets(input)
  const rows = orderRows(products)
  const others = arrangeOtherNames(input.otherNames ?? [], rows)
  const words = buildTerms(rows.names, others)
  const otherBases = { start: others.ofRow.start, entries: others.ofRow.entries.map((other) => words.ownBases + other) }
  const numbers = buildNumbers(products, rows)
  const columns = buildColumns(products, rows)
  const baseRows = groupRowsByBase(
    {
      baseCount: words.baseCount,
      own: rows.rowName.map((name) => words.sections.nameBase[name] as number),
      others: otherBases,
    },
    rows.rowProduct,
    numbers,
  )
  const rowSet = Uint16Array.from(rows.order, (position) => setOf[position] as number)
  const setRows = groupBy(Uint32Array.from(setOf), releases.length, rows.rowOf)
  return encodeIndex({
    meta: {
      sourceName,
      fetchedAt,
      products: products.length,
      categories: lines,
      sets: releases,
      rarities: columns.rarities,
      ...otherCodesOf(input, releases, setOf, (position) => rows.rowOf[position] as number),
    },
    sections: {
      rowProduct: rows.rowProduct,
      rowName: rows.rowName,
      rowSet,
      setRowStart: setRows.start,
      setRows: setRows.entries,
      baseSets: countSets(baseRows, rowSet, words.ownBases),
      baseRowStart: baseRows.start,
      baseRows: baseRows.entries,
      rowOtherStart: otherBases.start,
      rowOthers: otherBases.entries,
      ...words.sections,
      ...numbers,
      ...columns.sections,
    },
  })
}
