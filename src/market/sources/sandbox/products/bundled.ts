import { slugOf } from '../../../../cards/fold.ts'
import { centsOf } from '../../../money.ts'
/** One structured fact about a card, such as its hit points, its type line or its colours. */
export type BundledAttribute = string | number | readonly string[]

/** One catalogue entry of the sandbox, card or sealed. */
export interface BundledProduct {
  readonly productId: number
  readonly name: string
  /** The collector number as the market writes it, or `null` where the product carries none. */
  readonly number: string | null
  readonly rarity: string | null
  readonly sealed: boolean
  /** The finishes it exists in; the first is the one that `anchorPriceCents` speaks of. */
  readonly variants: readonly string[]
  readonly languages: readonly string[]
  /** An invented near-mint price of the first variant, believable to a shop. */
  readonly anchorPriceCents: number
  readonly attributes: Readonly<Record<string, BundledAttribute>>
}

/** One release within a product line. */
export interface BundledSet {
  readonly setId: number
  readonly name: string
  readonly slug: string
  /** The market's abbreviation, which is not unique, or `null` where it has none. */
  readonly code: string | null
  /** The day of release as `YYYY-MM-DD`. */
  readonly publishedOn: string
  readonly products: readonly BundledProduct[]
}

/** One game of the sandbox. */
export interface BundledLine {
  readonly categoryId: number
  readonly name: string
  readonly slug: string
  readonly sets: readonly BundledSet[]
}

/** The variants of a card by its rarity; `default` serves every rarity without an entry of its own. */
export type VariantRules = Readonly<Record<string, readonly string[]>> & { readonly default: readonly string[] }

/** A set as it is written down: one product a line of `rows`. */
export interface SetTable {
  readonly setId: number
  readonly name: string
  readonly code: string | null
  readonly publishedOn: string
  /**
   * The id of the first row; the rows number on from it. **Append only**: a row keeps its place for ever, because clients store
   * product ids. A correction happens in place, a new product goes to the end, and a withdrawn row is never given to another product.
   */
  readonly firstProductId: number
  readonly variants: VariantRules
  /** English alone where it is left out. */
  readonly languages?: readonly string[]
  /**
   * `number | rarity | name | anchor price | extras …`, with an empty cell for `null` and blank lines ignored. The rarity `sealed` marks a
   * sealed product. Each further cell fills the line's next column; `variants=A, B` and `languages=A, B` replace what the set says.
   */
  readonly rows: string
}

/** A product line as it is written down. */
export interface LineTable {
  readonly categoryId: number
  readonly name: string
  readonly slug: string
  /** The attributes that extra cells fill, in order; a name ending in `[]` holds a list. */
  readonly columns: readonly string[]
  readonly sets: readonly SetTable[]
}

interface Extras {
  variants?: readonly string[]
  languages?: readonly string[]
  attributes: Record<string, BundledAttribute>
}

const SEALED = 'sealed'
const english: readonly string[] = ['English']
const sealedVariants: readonly string[] = ['Normal']
const pricePattern = /^\d+(\.\d{1,2})?$/
const overridePattern = /^(variants|languages)=(.*)$/

/**
 * Reads the compact tables of a product line.
 * @throws Error naming the set and the line of the first malformed row
 */
export const parseLine = ({ categoryId, name, slug, columns, sets }: LineTable): BundledLine => ({
  categoryId,
  name,
  slug,
  sets: sets.map((set) => parseSet(set, columns)),
})

/**
 * Reads the compact table of one set.
 * @throws Error naming the set and the line of the first malformed row
 */
export function parseSet(set: SetTable, columns: readonly string[]): BundledSet {
  const products: BundledProduct[] = []
  for (const [index, row] of set.rows.split('\n').entries()) {
    if (row.trim() === '') continue
    try {
      products.push(parseRow(row, set.firstProductId + products.length, set, columns))
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`Bundled set "${set.name}", line ${index + 1}: ${reason}`, { cause })
    }
  }
  const { setId, name, code, publishedOn } = set
  return { setId, name, slug: slugOf(name), code, publishedOn, products }
}

function parseRow(row: string, productId: number, set: SetTable, columns: readonly string[]): BundledProduct {
  const [number = '', rarity = '', name = '', price = '', ...cells] = row.split('|').map((cell) => cell.trim())
  if (name === '') throw new Error('the name is missing')
  if (!pricePattern.test(price) || Number(price) === 0) throw new Error(`"${price}" is not a price above 0`)
  const sealed = rarity === SEALED
  const { attributes, variants, languages } = parseExtras(cells, columns)
  return {
    productId,
    name,
    number: number === '' ? null : number,
    rarity: sealed || rarity === '' ? null : rarity,
    sealed,
    variants: variants ?? (sealed ? sealedVariants : (set.variants[rarity] ?? set.variants.default)),
    languages: languages ?? set.languages ?? english,
    anchorPriceCents: centsOf(Number(price)),
    attributes,
  }
}

function parseExtras(cells: readonly string[], columns: readonly string[]): Extras {
  const extras: Extras = { attributes: {} }
  let position = 0
  for (const cell of cells) {
    const override = overridePattern.exec(cell)
    if (override) {
      const [, key, values = ''] = override
      if (key === 'variants') extras.variants = splitList(values)
      else extras.languages = splitList(values)
      continue
    }
    const column = columns[position++]
    if (column === undefined) throw new Error(`no column for "${cell}"`)
    if (cell === '') continue
    if (column.endsWith('[]')) extras.attributes[column.slice(0, -2)] = splitList(cell)
    else extras.attributes[column] = /^\d+$/.test(cell) ? Number(cell) : cell
  }
  return extras
}

function splitList(text: string): readonly string[] {
  const values = text.split(',').map((value) => value.trim())
  if (values.includes('')) throw new Error(`"${text}" is not a list`)
  return values
}
