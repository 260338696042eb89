import { readFileSync } from 'node:fs'
import { isJsonObject } from '../../../contract/json-object.ts'
import type { SandboxProduct } from '../sandbox-product.ts'

/** What a row says in place of its set. */
interface Overrides {
  readonly variants?: readonly string[]
  readonly languages?: readonly string[]
}

type Attribute = string | number | null | readonly string[]

/**
 * Number, rarity (`sealed` marks a sealed product), name, anchor price in cents, one attribute per column, and
 * overrides where there are any.
 */
type Row = readonly [string | null, string | null, string, number, ...(Attribute | Overrides)[]]

/** A product line as its JSON file holds it. */
export interface LineTable {
  readonly categoryId: number
  readonly name: string
  readonly slug: string
  /** Names of the attributes after the anchor price. */
  readonly columns: readonly string[]
  /** Finishes by rarity under a name that sets refer to; `default` serves every rarity without an entry. */
  readonly variants: Readonly<
    Record<string, Readonly<Record<string, readonly string[]>> & { readonly default: readonly string[] }>
  >
  readonly sets: readonly SetTable[]
}

interface SetTable {
  readonly setId: number
  readonly name: string
  readonly slug: string
  /** The market's abbreviation, which is not unique. */
  readonly code: string | null
  readonly publishedOn: string
  /**
   * Id of the first row; the rows number on from it. **Append only**: a row keeps its place for ever, because clients
   * store product ids. A correction happens in place, a new product goes to the end, and a withdrawn row is never given
   * to another product.
   */
  readonly firstProductId: number
  readonly variants: string
  /** English alone where it is left out. */
  readonly languages?: readonly string[]
  readonly products: readonly Row[]
}

const isOverrides = (cell: Attribute | Overrides | undefined): cell is Overrides => isJsonObject(cell)

/** The products of a line in the order of its file. */
export const productsOfLine = ({
  categoryId,
  name,
  slug,
  columns,
  variants,
  sets,
}: LineTable): readonly SandboxProduct[] => {
  const line = { id: categoryId, name, slug }
  return sets.flatMap(({ setId, firstProductId, variants: rules, languages = ['English'], products, ...rest }) => {
    const set = { id: setId, name: rest.name, slug: rest.slug, code: rest.code, publishedOn: rest.publishedOn }
    const byRarity = variants[rules]
    if (byRarity === undefined) throw new Error(`${name}: ${rest.name} refers to unknown variants ${rules}`)
    return products.map(([number, rarity, productName, anchorPriceCents, ...cells], index): SandboxProduct => {
      const sealed = rarity === 'sealed'
      const last = cells.at(-1)
      const overrides = isOverrides(last) ? last : {}
      const attributes = isOverrides(last) ? cells.slice(0, -1) : cells
      return {
        productId: firstProductId + index,
        name: productName,
        line,
        set,
        number,
        rarity: sealed ? null : rarity,
        sealed,
        variants: overrides.variants ?? (sealed ? ['Normal'] : (byRarity[rarity ?? ''] ?? byRarity.default)),
        languages: overrides.languages ?? languages,
        anchorPriceCents,
        attributes: Object.fromEntries(
          attributes.flatMap((value, column) => (value === null ? [] : [[columns[column] as string, value]])),
        ),
      }
    })
  })
}

const files = [
  'magic',
  'yugioh',
  'pokemon',
  'flesh-and-blood',
  'digimon',
  'one-piece',
  'lorcana',
  'pokemon-japan',
  'riftbound',
] as const

export const readLineTables = (): readonly LineTable[] =>
  files.map((file) => JSON.parse(readFileSync(new URL(`./${file}.json`, import.meta.url), 'utf8')))

/**
 * Reads the whole catalogue of the sandbox, by `categoryId`. Names, numbers and rarities are those of real printings;
 * every price and every product and set id is invented, so nothing here tells what a card is worth.
 *
 * Product ids begin with the product line and the place of the set in it, and never move: Magic 100001, YuGiOh 200001,
 * Pokemon 300001, Flesh and Blood 620001, Digimon 630001, One Piece 680001, Lorcana 710001, Pokemon Japan 850001,
 * Riftbound 890001; each further set begins 1000 higher. The sandbox keeps 990001 to 990099 for the products that act
 * out an outcome.
 */
export const readBundledProducts = (): readonly SandboxProduct[] => readLineTables().flatMap(productsOfLine)
