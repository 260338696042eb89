import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createImportAccumulator } from '../src/catalog/import/import-accumulator.ts'
import { importJsonLines } from '../src/catalog/import/json-lines.ts'
import type { IndexInput } from '../src/catalog/index/build/index-input.ts'
import type { ParsedQuery } from '../src/contract/identification.ts'

/** Where the real catalogue lies, beside the project; it is no part of it. */
export const sharedCatalog = resolve(import.meta.dirname, '../../shared/catalog')

/** The files of its products. */
export const catalogFiles = ['products.jsonl.gz', 'products-extra.jsonl.gz'].map((name) => join(sharedCatalog, name))

/** What a line says about the copy rather than the card. */
export type SaidOfCopy = Pick<ParsedQuery, 'quantity' | 'condition' | 'variant' | 'language'>

/** One labelled query. */
export interface IdentifyCase {
  readonly id: string
  readonly kind: string
  readonly query: string
  readonly setHint?: string
  readonly expectProductId: number | null
  readonly acceptProductIds: readonly number[]
  /** Where it is known, what `parsed` has to say about the copy. */
  readonly copy?: SaidOfCopy
}

/** Whether the real catalogue is there; says so in one line where it is not. */
export const hasSharedCatalog = (): boolean => {
  const there = existsSync(join(sharedCatalog, 'products.jsonl.gz'))
  if (!there) process.stdout.write(`Skipped: there is no ${sharedCatalog}.\n`)
  return there
}

/** The real products as an index takes them. */
export const readSharedCatalog = async (): Promise<IndexInput> => {
  const accumulator = createImportAccumulator()
  for (const file of catalogFiles) await importJsonLines(file, accumulator)
  return {
    sourceName: 'local',
    fetchedAt: new Date(accumulator.fetchedAtMs()).toISOString(),
    products: accumulator.products,
    categories: [...accumulator.categories.values()],
    sets: [...accumulator.sets.values()],
  }
}

/** Tidy and damaged queries labelled for development. */
export const labelledQueries = join(sharedCatalog, 'identify-dev.jsonl')
/** Lines as people paste them, labelled for development. */
export const labelledLines = join(sharedCatalog, 'identify-lists-dev.jsonl')

/** The labelled queries of a file. */
export const readCases = async (path: string): Promise<IdentifyCase[]> =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as IdentifyCase)
