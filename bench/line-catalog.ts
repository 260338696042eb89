import { readCollectorNumber, relateNumbers } from '../src/cards/collector-number.ts'
import { foldText } from '../src/cards/fold.ts'
import { readProductName } from '../src/cards/product-name.ts'
import type { IndexInput } from '../src/catalog/index/build/index-input.ts'
import type { CatalogProduct } from '../src/catalog/ports.ts'

/** The set of a card, as lines name it. */
export interface LineSet {
  readonly name: string
  readonly code: string | null
  readonly year: string | null
}

/** A card that a line is written about. */
export interface LineCard {
  readonly product: CatalogProduct
  /** The name as it is printed, without what the catalogue added. */
  readonly printed: string
  readonly base: string
  /**
   * Whether the catalogue added nothing but a number to the name, and the number is no variant (`143a`) of another
   * card's in the set.
   */
  readonly isPlain: boolean
  readonly set: LineSet
}

/** What a line says about its card. Whatever it leaves out may be anything. */
export interface LineFacts {
  /** Printed name in any spelling. */
  readonly name?: string
  readonly number?: string
  readonly inSet?: (set: LineSet) => boolean
}

/** A number that another one was made of: `143a/219` → `143a`, `143`. */
const numberVariant = /^(\d+)[a-z★*†]$/i
const withoutTotal = (number: string): string => number.replace(/\/.*/, '')

/** Head of a number as it is written when total and leading zeros are left out: `049/189` → `49`. */
export const headOf = (number: string): string => withoutTotal(number).replace(/^0+(?=\d)/, '')

/** Scripts that leave no space between words. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const isPlainQualifier = (qualifier: string): boolean => /^[\d ]*$/.test(qualifier)

/**
 * Cards of a catalogue with the sets they are in, found by what a line says. Sealed products and code cards are left
 * out.
 */
export const createLineCatalog = ({ products, sets = [] }: IndexInput) => {
  const setOf = new Map(sets.map((set) => [`${set.categoryId}:${set.id}`, set]))
  const cards: LineCard[] = []
  const numbersInSets = new Set(
    products.map(({ setId, name, number }) => `${setId} ${name} ${withoutTotal(number ?? '')}`),
  )
  const isNumberVariant = ({ setId, name, number }: CatalogProduct): boolean => {
    const original = numberVariant.exec(withoutTotal(number ?? ''))?.[1]
    return original !== undefined && numbersInSets.has(`${setId} ${name} ${original}`)
  }
  for (const product of products) {
    if (product.sealed || product.name.startsWith('Code Card')) continue
    const { printed, base, qualifier } = readProductName(product.name)
    const known = setOf.get(`${product.categoryId}:${product.setId}`)
    const set = {
      name: product.setName ?? '',
      code: known?.code ?? product.setCode,
      year: known?.publishedOn?.slice(0, 4) ?? null,
    }
    cards.push({ product, printed, base, isPlain: isPlainQualifier(qualifier) && !isNumberVariant(product), set })
  }
  const byBase = Map.groupBy(cards, ({ base }) => base)
  const byDigits = Map.groupBy(cards, ({ product: { number } }) =>
    number === null ? undefined : readCollectorNumber(number)?.digits,
  )

  const hasNumber = ({ product }: LineCard, written: string): boolean => {
    const [number, asked] = [
      product.number === null ? null : readCollectorNumber(product.number),
      readCollectorNumber(written),
    ]
    if (number === null || asked === null) return false
    const relation = relateNumbers(number, asked)
    return relation === 'same' || relation === 'other_language'
  }

  const candidatesOf = ({ name, number }: LineFacts): readonly LineCard[] => {
    if (name !== undefined) return byBase.get(foldText(name)) ?? []
    return number === undefined ? [] : (byDigits.get(readCollectorNumber(number)?.digits ?? 0) ?? [])
  }

  return {
    cards,
    /**
     * Product ids of all cards that a line may mean when it was written about `card`: those that fit all it says. A
     * line names no qualifier, so that a plain card stands for the plain printings, and one that the catalogue
     * qualified cannot be told from any of them.
     */
    accepted: (card: LineCard, facts: LineFacts): number[] =>
      candidatesOf(facts)
        .filter(({ isPlain }) => isPlain || !card.isPlain)
        .filter(({ set }) => facts.inSet?.(set) ?? true)
        .filter((other) => facts.number === undefined || hasNumber(other, facts.number))
        .map(({ product }) => product.productId),
    /** Product ids of the cards that bear exactly this name. */
    named: (name: string): number[] => (byBase.get(foldText(name)) ?? []).map(({ product }) => product.productId),
  }
}

export type LineCatalog = ReturnType<typeof createLineCatalog>
