import { foldText } from '../src/cards/fold.ts'
import type { CatalogIndex } from '../src/catalog/index/catalog-index.ts'
import type { CatalogProduct } from '../src/catalog/ports.ts'
import { type ClerkQuery, isAsWanted, readClerkQueries } from './clerk-queries.ts'

/** The products that a search finds, at most `limit`, else all. */
type Ask = (q: string, limit?: number) => readonly CatalogProduct[]

interface CheckResult {
  readonly asked: number
  readonly failed: number
  /** What failed, one line each. */
  readonly misses: readonly string[]
}

const possessive = /([\p{L}\p{N}]+)['’]s(?![\p{L}\p{N}])/giu

/** Products of every word that names hold alone as well as before `'s`: how many of the latter the word alone hides. */
const checkPossessives = (products: readonly CatalogProduct[], ask: Ask): CheckResult => {
  const owned = new Map<string, Set<number>>()
  const words = new Set<string>()
  for (const { productId, name } of products) {
    for (const [, stem = ''] of name.matchAll(possessive)) {
      const word = foldText(stem)
      owned.set(word, (owned.get(word) ?? new Set()).add(productId))
    }
    for (const word of foldText(name.replace(possessive, ' ')).split(' ')) words.add(word)
  }
  let [asked, failed] = [0, 0]
  const misses: string[] = []
  for (const [word, ids] of owned) {
    if (word.length < 2 || !words.has(word)) continue
    const found = new Set(ask(word).map(({ productId }) => productId))
    const hidden = [...ids].filter((id) => !found.has(id)).length
    asked += ids.size
    failed += hidden
    if (hidden > 0) misses.push(`${word}: ${hidden} of ${ids.size}`)
  }
  return { asked, failed, misses }
}

const describe = ({ name, setName }: CatalogProduct): string => `${name} · ${setName}`

/** Sets whose whole name was typed: whether the first product is one of theirs. */
const checkSetNames = (sets: readonly { readonly name: string }[], ask: Ask): CheckResult => {
  const misses = sets.flatMap(({ name }) => {
    const [first] = ask(name, 1)
    return first && foldText(first.setName ?? '') === foldText(name) ? [] : [`${name}: ${first && describe(first)}`]
  })
  return { asked: sets.length, failed: misses.length, misses }
}

/** Products whose whole name was typed: whether the first has that name. */
const checkWholeNames = (products: readonly CatalogProduct[], step: number, ask: Ask): CheckResult => {
  const names = new Set(products.filter((_, at) => at % step === 0).map(({ name }) => name))
  const misses = [...names].flatMap((name) => {
    const [first] = ask(name, 1)
    return first && foldText(first.name) === foldText(name) ? [] : [`${name}: ${first && describe(first)}`]
  })
  return { asked: names.size, failed: misses.length, misses }
}

const describeQuery = (query: ClerkQuery, ask: Ask): string =>
  `${JSON.stringify(query)}\n    ${ask(query.q, 5)
    .map((found) => `${describe(found)} · ${found.number} · ${found.rarity}`)
    .join('\n    ')}`

const checkClerkQueries = (queries: readonly ClerkQuery[], ask: Ask): CheckResult => {
  const misses = queries.filter((query) => !isAsWanted(query, ask(query.q, 5)))
  return { asked: queries.length, failed: misses.length, misses: misses.map((query) => describeQuery(query, ask)) }
}

/** Every which product has its whole name typed. */
const wholeNameStep = 39

/** All checks over the whole catalogue, each with the least share in per cent that has to be as wanted. */
export const checkSearch = async (index: CatalogIndex, sets: readonly { readonly name: string }[]) => {
  const products = [...index.products()]
  const ask: Ask = (q, limit = products.length) =>
    index.search({ q, category: null, set: null, offset: 0, limit, sort: 'relevance' })?.products ?? []
  const { tuning, judging } = await readClerkQueries()
  return [
    { check: 'possessives shown', target: 99, ...checkPossessives(products, ask) },
    { check: 'set by its whole name', target: 97, ...checkSetNames(sets, ask) },
    { check: 'product by its whole name', target: 99.5, ...checkWholeNames(products, wholeNameStep, ask) },
    { check: 'clerk, tuning half', target: 95, ...checkClerkQueries(tuning, ask) },
    { check: 'clerk, judging half', target: 95, ...checkClerkQueries(judging, ask) },
  ]
}
