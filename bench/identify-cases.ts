import { readCollectorNumber } from '../src/cards/collector-number.ts'
import { foldText } from '../src/cards/fold.ts'
import { readProductName } from '../src/cards/product-name.ts'
import type { IndexInput } from '../src/catalog/index/build/index-input.ts'
import type { CatalogProduct } from '../src/catalog/ports.ts'
import { createRandom, type Random } from './multiply.ts'
import type { IdentifyCase } from './shared-catalog.ts'

const lettersOf = [...'abcdefghijklmnoprstuy']
const misread: Readonly<Record<string, string>> = {
  o: '0',
  l: '1',
  i: '1',
  I: 'l',
  s: '5',
  B: '8',
  g: 'q',
  m: 'rn',
  e: 'c',
  u: 'v',
}

const typo = (word: string, random: Random): string => {
  const at = 1 + random(word.length - 1)
  const letter = lettersOf[random(lettersOf.length)] as string
  return [
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + letter + word.slice(at),
    () => word.slice(0, at) + letter + word.slice(at + 1),
    () => word.slice(0, at - 1) + (word[at] ?? '') + (word[at - 1] ?? '') + word.slice(at + 1),
  ][random(4)]?.() as string
}
const misspell = (name: string, random: Random): string => {
  const words = name.split(' ')
  const long = [...words.keys()].filter((at) => (words[at] as string).length >= 4)
  const at = long.length === 0 ? 0 : (long[random(long.length)] as number)
  words[at] = typo(words[at] as string, random)
  return words.join(' ')
}
const misreadName = (name: string, random: Random): string => {
  let changes = 0
  return [...name]
    .map((letter) => {
      const chance = random(100)
      if (changes >= 3 || chance >= 16) return letter
      changes++
      return chance < 12 ? (misread[letter] ?? letter) : `${letter} `
    })
    .join('')
    .trim()
}

const isPlain = (product: CatalogProduct): boolean => !product.sealed && readProductName(product.name).qualifier === ''
const numbered = (product: CatalogProduct): boolean =>
  isPlain(product) && product.number !== null && product.name.length > 3
interface QueryKind {
  readonly fits: (product: CatalogProduct) => boolean
  readonly query: (product: CatalogProduct, random: Random) => string
  /** Whether the number, and the set, must be that of the product. */
  readonly number: boolean
  readonly set?: 'in' | 'hint'
}

const kinds: Readonly<Record<string, QueryKind>> = {
  exact: { fits: numbered, query: ({ name, number }) => `${foldText(name)} ${number}`, number: true },
  'number first': { fits: numbered, query: ({ name, number }) => `${number} ${name}`, number: true },
  'name only': { fits: isPlain, query: ({ name }) => name, number: false },
  'typo and number': {
    fits: numbered,
    query: ({ name, number }, random) => `${misspell(name, random)} ${number}`,
    number: true,
  },
  'typo, name only': { fits: numbered, query: ({ name }, random) => misspell(name, random), number: false },
  'misread and number': {
    fits: numbered,
    query: ({ name, number }, random) => `${misreadName(name, random)} ${number}`,
    number: true,
  },
  'set in the text': { fits: isPlain, query: ({ name, setName }) => `${name} ${setName}`, number: false, set: 'in' },
  'set as a hint': { fits: isPlain, query: ({ name }) => name, number: false, set: 'hint' },
  'qualifier named': {
    fits: (product) => !isPlain(product) && !product.sealed && product.number !== null,
    query: ({ name, number }) => `${name} ${number}`,
    number: true,
  },
  sealed: { fits: ({ sealed }) => sealed, query: ({ name }) => foldText(name), number: false },
}
/** Finds the products that a query about one may mean: of one name, and of its number or set where they are named. */
const createSame = (products: readonly CatalogProduct[]) => {
  const byBase = Map.groupBy(products, ({ name }) => readProductName(name).base)
  return (product: CatalogProduct, number: boolean, set: boolean): number[] => {
    const { base, qualifier } = readProductName(product.name)
    const head = product.number === null ? null : readCollectorNumber(product.number)?.head
    return (byBase.get(base) ?? [])
      .filter((other) => readProductName(other.name).qualifier === qualifier)
      .filter((other) => !set || other.setName === product.setName)
      .filter((other) => !number || (other.number !== null && readCollectorNumber(other.number)?.head === head))
      .map(({ productId }) => productId)
  }
}

/**
 * Makes queries with their right answers from any catalogue: names and numbers as they stand, folded, misspelt, misread
 * and mixed up. They are made anew from a seed, so that no cache and no rule can have seen them.
 */
export const makeCases = ({ products }: IndexInput, perKind: number, seed: number): IdentifyCase[] => {
  const random = createRandom(seed)
  const same = createSame(products)
  const cases: IdentifyCase[] = []
  for (const [kind, { fits, query, number, set }] of Object.entries(kinds)) {
    let made = 0
    for (let attempt = 0; attempt < perKind * 200 && made < perKind; attempt++) {
      const product = products[random(products.length)] as CatalogProduct
      if (!fits(product)) continue
      const text = query(product, random)
      if (text.length > 120) continue
      const hint = set === 'hint' && product.setName !== null ? { setHint: product.setName } : {}
      cases.push({
        id: `${kind} ${made}`,
        kind,
        query: text,
        ...hint,
        expectProductId: product.productId,
        acceptProductIds: same(product, number, set !== undefined),
      })
      made++
    }
  }
  return cases
}
