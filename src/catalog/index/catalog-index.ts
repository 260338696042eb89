import { setImmediate as nextIteration } from 'node:timers/promises'
import type { CardSet, Category } from '../../contract/catalog.ts'
import type { CatalogProduct, Printings, PrintingsRequest, SearchPage, SearchRequest } from '../ports.ts'
import { compareSets } from '../set-order.ts'
import { type DecodedIndex, decodeIndex } from './format/index-file.ts'
import { createNameSearch } from './query/name-search.ts'
import { createPrintingSearch } from './query/printing-search.ts'
import { createProductSearch } from './query/product-search.ts'
import { createProductStore } from './query/product-store.ts'
import { addSetNames, createSetNames, type SetNames } from './query/set-names.ts'
import { openTermDictionary } from './query/term-dictionary.ts'

/** An opened catalogue index. Nothing in it changes: a new import opens another one. */
export interface CatalogIndex {
  /** Names the content: equal for equal content in any process, another after every import that changes anything. */
  readonly version: string
  readonly sourceName: string
  /** ISO 8601 instant at which the data was fetched at its origin. */
  readonly fetchedAt: string
  readonly productCount: number
  /** Sets and product lines that have products; lists of them name others too. */
  readonly setCount: number
  readonly lineCount: number
  /** Names in other languages and passcodes. */
  readonly otherNameCount: number
  readonly sizeBytes: number
  readonly categories: () => readonly Category[]
  /** Sets of a product line that have products, newest release first; `null` for an unknown slug. */
  readonly sets: (slug: string) => readonly CardSet[] | null
  readonly product: (productId: number) => CatalogProduct | null
  /** Every product, in the order of names. */
  readonly products: () => Iterable<CatalogProduct>
  /**
   * Name, collector number, set (a number of its own within this index, and its code) and other names of every product,
   * in the order of names.
   */
  readonly entries: () => Iterable<{
    readonly name: string
    readonly number: string | null
    readonly set: number
    readonly setCode: string | null
    readonly otherNames: readonly string[]
  }>
  /** `null` for an unknown product line. */
  readonly search: (request: SearchRequest) => SearchPage | null
  /** `null` for an unknown product line. */
  readonly printings: (request: PrintingsRequest) => Printings | null
}

const assemble = (data: DecodedIndex, setNames: SetNames, sizeBytes: number): CatalogIndex => {
  const { meta, sections } = data
  const store = createProductStore(data)
  const dictionary = openTermDictionary(sections)
  const names = createNameSearch(sections, dictionary)

  const inUse = meta.sets.filter(({ count }) => count > 0)

  const sets = (slug: string): CardSet[] | null => {
    const line = meta.categories.findIndex((category) => category.slug === slug)
    if (line < 0) return null
    return inUse
      .filter((set) => set.category === line)
      .sort((a, b) => compareSets(a, b) || a.id - b.id)
      .map(({ name, slug, count }) => ({ name, slug, count }))
  }

  return {
    version: data.contentId,
    sourceName: meta.sourceName,
    fetchedAt: meta.fetchedAt,
    productCount: meta.products,
    setCount: inUse.length,
    otherNameCount: sections.otherNameStart.length - 1,
    lineCount: new Set(inUse.map(({ category }) => category)).size,
    sizeBytes,
    categories: () => meta.categories,
    sets,
    product: (productId) => {
      const row = store.rowOfProduct(productId)
      return row < 0 ? null : store.product(row)
    },
    *products() {
      for (let row = 0; row < meta.products; row++) yield store.product(row)
    },
    *entries() {
      for (let row = 0; row < meta.products; row++) {
        const name = store.nameText(sections.rowName[row] as number)
        const set = sections.rowSet[row] as number
        const { text: number } = store.number(sections.rowNumber[row] as number)
        const otherNames = Array.from(store.othersOf(row), store.textOfBase)
        yield { name, number, set, setCode: meta.sets[set]?.code ?? null, otherNames }
      }
    },
    search: createProductSearch({ data, store, dictionary, setNames }),
    printings: createPrintingSearch({ data, store, names, setNames }),
  }
}

/**
 * Opens an index that `buildIndex` made, without copying it.
 * @throws IndexFileError when it is foreign, cut off or damaged
 */
export const openIndex = (buffer: ArrayBuffer | SharedArrayBuffer): CatalogIndex => {
  const data = decodeIndex(buffer)
  const setNames = createSetNames(data.meta)
  addSetNames(setNames, data.meta.sets.length)
  return assemble(data, setNames, buffer.byteLength)
}

/** Sets whose names are added before the event loop is yielded to. */
const setsPerStep = 500

/**
 * Opens an index in small steps between which requests are answered; `checksum` is that of the bytes from
 * `checksumOffset` on.
 * @throws IndexFileError as `openIndex` does
 */
export const openIndexInSteps = async (
  buffer: ArrayBuffer | SharedArrayBuffer,
  checksum: number,
): Promise<CatalogIndex> => {
  const data = decodeIndex(buffer, checksum)
  const setNames = createSetNames(data.meta)
  while (!addSetNames(setNames, setsPerStep)) await nextIteration()
  return assemble(data, setNames, buffer.byteLength)
}
