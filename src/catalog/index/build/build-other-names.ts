import { readProductName } from '../../../cards/product-name.ts'
import { createInterner, groupBy } from '../format/flat-arrays.ts'
import type { RowOrder } from './build-rows.ts'
import type { OtherName } from './index-input.ts'

/** The other names of all rows, each once by its folded form. */
export interface OtherNames {
  readonly texts: readonly string[]
  readonly bases: readonly string[]
  /** How many languages they come from. */
  readonly languages: number
  /** Places of each row's other names; both empty where there are none. */
  readonly ofRow: { readonly start: Uint32Array; readonly entries: Uint32Array }
}

const none = { start: new Uint32Array(0), entries: new Uint32Array(0) }

/** Arranges the other names of products by rows. A name that its product bears already is none. */
export const arrangeOtherNames = (otherNames: readonly OtherName[], rows: RowOrder): OtherNames => {
  const bases = createInterner()
  const texts: string[] = []
  const ownBases = rows.names.map((name) => readProductName(name).base)
  const rowOfProduct = new Map(Array.from(rows.rowProduct, (productId, row) => [productId, row]))
  const owners: number[] = []
  const entries: number[] = []
  const known = new Set<number>()
  const languages = new Set<string>()
  for (const { name, language, productIds } of otherNames) {
    const { base } = readProductName(name)
    for (const productId of productIds) {
      const row = rowOfProduct.get(productId)
      if (base === '' || row === undefined || ownBases[rows.rowName[row] as number] === base) continue
      const other = bases.idOf(base)
      if (other === texts.length) texts.push(name)
      const pair = other * rows.rowName.length + row
      if (known.has(pair)) continue
      known.add(pair)
      languages.add(language)
      owners.push(row)
      entries.push(other)
    }
  }
  const ofRow =
    entries.length === 0 ? none : groupBy(Uint32Array.from(owners), rows.rowName.length, Uint32Array.from(entries))
  return { texts, bases: bases.values, languages: languages.size, ofRow }
}
