import { foldText } from '../../src/cards/fold.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { Random } from '../multiply.ts'
import { shuffled } from './kind.ts'
import type { Rows } from './rows.ts'

/** How one kind of search fared. */
export interface SearchFigures {
  readonly asked: number
  /** What the share is of: searches, or products that ought to be found. */
  readonly of: number
  readonly missed: number
  readonly misses: readonly string[]
}

const call = { signal: new AbortController().signal }
/** Products of one page, at most. */
const pageSize = 100
/** Pages end here; a word of more products is not asked. */
const maxResults = 10_000

const createSearch =
  ({ search }: Catalog) =>
  (q: string, offset = 0) =>
    search({ q, offset, limit: pageSize, sort: 'relevance' }, call)

/** The whole name of each set: its first product is of that set, or has the whole name itself. */
export const searchSetNames = async (catalog: Catalog, { rows }: Rows, random: Random, count: number) => {
  const search = createSearch(catalog)
  const names = [...new Set(rows.map(({ product }) => product.setName ?? ''))].filter((name) => name !== '')
  const misses: string[] = []
  const asked = shuffled(names, random).take(count).toArray()
  for (const name of asked) {
    const { products } = await search(name)
    const [first] = products
    const right = foldText(first?.setName ?? '') === foldText(name) || foldText(first?.name ?? '') === foldText(name)
    if (!right) misses.push(`${name} → ${first === undefined ? 'nothing' : `${first.name} · ${first.setName}`}`)
  }
  return { asked: asked.length, of: asked.length, missed: misses.length, misses } satisfies SearchFigures
}

const allIds = async (catalog: Catalog, q: string): Promise<Set<number> | null> => {
  const search = createSearch(catalog)
  const ids = new Set<number>()
  const { total } = await search(q)
  if (total > maxResults) return null
  for (let offset = 0; offset < total; offset += pageSize)
    for (const { productId } of (await search(q, offset)).products) ids.add(productId)
  return ids
}

const possessive = /([\p{L}\p{M}-]{3,})['’]s(?![\p{L}\p{M}])/gu

/** Words that stand in names alone and as `X's`, with the products of the possessive. */
const possessives = ({ rows }: Rows): [word: string, productIds: number[]][] => {
  const alone = new Set(rows.flatMap(({ product }) => foldText(product.name.replace(possessive, ' ')).split(' ')))
  const products = new Map<string, number[]>()
  for (const { product } of rows)
    for (const [, word = ''] of product.name.matchAll(possessive)) {
      const bearers = products.get(word.toLowerCase())
      if (bearers === undefined) products.set(word.toLowerCase(), [product.productId])
      else bearers.push(product.productId)
    }
  return [...products].filter(([word]) => alone.has(foldText(word)))
}

/** A word that names bear alone and as a possessive: products of the possessive that its search leaves out. */
export const searchPossessives = async (catalog: Catalog, rows: Rows, random: Random, count: number) => {
  const misses: string[] = []
  const figures = { asked: 0, of: 0, missed: 0 }
  for (const [word, productIds] of shuffled(possessives(rows), random).take(count)) {
    const found = await allIds(catalog, word)
    if (found === null) continue
    const hidden = productIds.filter((productId) => !found.has(productId)).length
    figures.asked++
    figures.of += productIds.length
    figures.missed += hidden
    if (hidden > 0) misses.push(`${word} → ${hidden} of ${productIds.length} hidden`)
  }
  return { ...figures, misses } satisfies SearchFigures
}
