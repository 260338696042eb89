import { readFile, stat } from 'node:fs/promises'
import type { Category } from '../../contract/catalog.ts'
import { errorMessage } from '../error-message.ts'
import { openIndex } from './catalog-index.ts'

export type CatalogStatus =
  | { readonly state: 'missing'; readonly file: string }
  | { readonly state: 'damaged'; readonly file: string; readonly reason: string }
  | {
      readonly state: 'ready'
      readonly file: string
      readonly sourceName: string
      readonly fetchedAt: string
      readonly importedAt: string
      readonly sizeBytes: number
      readonly products: number
      readonly sets: number
      /** Names in other languages and passcodes. */
      readonly otherNames: number
      readonly categories: readonly (Category & { readonly sets: number; readonly products: number })[]
    }

/** Looks at an index file without using it. */
export const readCatalogStatus = async (file: string): Promise<CatalogStatus> => {
  try {
    const bytes = await readFile(file)
    const { mtime } = await stat(file)
    const index = openIndex(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
    return {
      state: 'ready',
      file,
      sourceName: index.sourceName,
      fetchedAt: index.fetchedAt,
      importedAt: mtime.toISOString(),
      sizeBytes: bytes.length,
      products: index.productCount,
      sets: index.setCount,
      otherNames: index.otherNameCount,
      categories: index.categories().map(({ id, name, slug }) => {
        const sets = index.sets(slug) ?? []
        return { id, name, slug, sets: sets.length, products: sets.reduce((sum, { count }) => sum + count, 0) }
      }),
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'missing', file }
    return { state: 'damaged', file, reason: errorMessage(error) }
  }
}
