import { readFile } from 'node:fs/promises'
import { type CatalogIndex, openIndex } from '../../../catalog/index/catalog-index.ts'
import type { CatalogProduct } from '../../../catalog/ports.ts'
import { judgeProducts, type SetWords, type Stock } from './judge-products.ts'
import { catalogFacts, type ProductFacts } from './product-facts.ts'

/** Products, sets and product lines of a catalogue. */
const stockOf = (catalog: Iterable<CatalogProduct>): Stock => {
  const products = new Map<number, ProductFacts>()
  const sets = new Map<number, SetWords>()
  const lines = new Map<number, string>()
  for (const product of catalog) {
    const facts = catalogFacts(product)
    const { categoryId, groupId } = facts
    products.set(product.productId, facts)
    lines.set(categoryId, product.categoryName ?? '')
    const { setName, setCode: code } = product
    if (!sets.has(groupId)) sets.set(groupId, { categoryId, name: setName ?? '', code, publishedOn: null })
  }
  return { products, sets, lines }
}

/**
 * Judges a new index against the one in use, since what an index tells of a product differs from what it was built of.
 * @param wantsAll whether both are of all product lines: then one that is missing has lost all that it had
 * @returns what is wrong; empty for a good one
 */
export const judgeCatalog = async (
  file: string,
  index: CatalogIndex,
  wantsAll: boolean,
): Promise<readonly string[]> => {
  const before = stockOf(openIndex(Uint8Array.from(await readFile(file)).buffer).products())
  const now = stockOf(index.products())
  const lines = wantsAll ? new Map([...before.lines, ...now.lines]) : now.lines
  return judgeProducts(before, { ...now, lines }, (categoryId) => before.lines.get(categoryId) ?? String(categoryId))
}
