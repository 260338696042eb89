import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldText } from '../src/cards/fold.ts'
import type { CatalogProduct } from '../src/catalog/ports.ts'

/** Patterns that a product has to match: name and set are folded, number and rarity as the catalogue has them. */
type Wanted = Readonly<Partial<Record<'name' | 'set' | 'number' | 'rarity', string>>>

/** A query as a clerk types it, and what its first five products have to be. */
export interface ClerkQuery {
  readonly q: string
  readonly first?: Wanted
  /** Each of the first five. */
  readonly five?: Wanted
  /** At least one of the first five. */
  readonly among?: Wanted
}

const isWanted = (wanted: Wanted, { name, setName, number, rarity }: CatalogProduct): boolean => {
  const texts = { name: foldText(name), set: foldText(setName ?? ''), number: number ?? '', rarity: rarity ?? '' }
  return Object.entries(wanted).every(([field, pattern]) =>
    new RegExp(pattern, 'i').test(texts[field as keyof typeof texts]),
  )
}

const extra = /^code card|\b(?:tokens?|emblem|art series)\b/
const askedExtra = /\b(?:code|tokens?|emblem|art)\b/i

/** A code card, a token, an emblem or an art card; in Flesh and Blood `Token` is the rarity of heroes and weapons. */
const isExtra = ({ name, rarity, categoryName }: CatalogProduct): boolean =>
  extra.test(foldText(name)) ||
  (/^(?:token|code card)$/i.test(rarity ?? '') && !categoryName?.startsWith('Flesh & Blood'))

/** Whether the first five products are as wanted, by the rules of `docs/inside/identification.md`. */
export const isAsWanted = ({ q, first, five, among }: ClerkQuery, found: readonly CatalogProduct[]): boolean => {
  const shown = found.slice(0, 5)
  const [best] = shown
  if (best === undefined) return false
  if (first && !isWanted(first, best)) return false
  if (five && !shown.every((product) => isWanted(five, product))) return false
  if (among && !shown.some((product) => isWanted(among, product))) return false
  const firstExtra = shown.findIndex(isExtra)
  return askedExtra.test(q) || firstExtra < 0 || shown.slice(firstExtra).every(isExtra)
}

/** The queries in two halves, each second one kept for judging. */
export const readClerkQueries = async (): Promise<Readonly<Record<'tuning' | 'judging', readonly ClerkQuery[]>>> => {
  const text = await readFile(join(import.meta.dirname, 'search-queries.jsonl'), 'utf8')
  const queries = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ClerkQuery)
  return { tuning: queries.filter((_, at) => at % 2 === 0), judging: queries.filter((_, at) => at % 2 === 1) }
}
