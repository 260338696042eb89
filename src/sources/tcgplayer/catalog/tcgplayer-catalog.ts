import { readCollectorNumber, relateNumbers } from '../../../cards/collector-number.ts'
import { slugOf } from '../../../cards/fold.ts'
import type { CatalogProduct, CatalogSource, PrintingsRequest } from '../../../catalog/ports.ts'
import { createTimedMemo, type TimedMemo } from '../../../concurrency/timed-memo.ts'
import type { CardSet, Category } from '../../../contract/catalog.ts'
import type { UpstreamHost } from '../../../market/upstream/upstream.ts'
import type { SourceDependencies } from '../../source-module.ts'
import { findSet, joinSets, type KnownSet } from './join-sets.ts'
import { mapProductLines, mapSearchPage, mapSetNames, type SearchResultPage, type SetFacts } from './map-search.ts'
import { type SearchQuery, searchBody, searchPageSize, searchPath } from './search-request.ts'

export interface TcgplayerCatalogDependencies extends Pick<SourceDependencies, 'steadyNow'> {
  readonly search: UpstreamHost
  /** Knows abbreviations and release dates of sets. */
  readonly api: UpstreamHost
}

/** How old lines and sets may be that searches look up. The lists themselves are never made of them. */
const partFreshForMs = 600_000

/** Everything, the sets counted. */
const emptyQuery: SearchQuery = {
  q: '',
  line: null,
  set: null,
  from: 0,
  size: searchPageSize,
  sort: 'relevance',
  countSets: true,
}

/** Whether a product bears one of the numbers that the text may mean. */
const bears = ({ numbers }: PrintingsRequest['text'], { number }: CatalogProduct): boolean => {
  const known = number === null ? null : readCollectorNumber(number)
  return known !== null && numbers.some((reading) => relateNumbers(reading.number, known) !== 'conflict')
}

/** The hosts, with what is kept of lines and sets. */
interface LiveCatalog extends Omit<TcgplayerCatalogDependencies, 'steadyNow'> {
  readonly linesMemo: TimedMemo<readonly Category[]>
  readonly setsMemo: TimedMemo<readonly KnownSet[]>
}

const fetchPage = (
  { search }: LiveCatalog,
  query: SearchQuery,
  route: string,
  signal: AbortSignal,
): Promise<SearchResultPage> =>
  search.fetchJson({ route, path: searchPath(query), body: searchBody(query), read: mapSearchPage }, signal)

const fetchLines =
  ({ search }: LiveCatalog) =>
  (signal: AbortSignal): Promise<readonly Category[]> =>
    search.fetchJson({ route: 'productLines', path: '/v1/search/productLines', read: mapProductLines }, signal)

const recentLines = (live: LiveCatalog, signal: AbortSignal): Promise<readonly Category[]> =>
  live.linesMemo.recent('', fetchLines(live), signal)

/** Release dates only order the sets, so a list without them is better than none. */
const fetchSetFacts = async (
  { api }: LiveCatalog,
  lineId: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SetFacts>> => {
  try {
    const path = `/v2/Catalog/SetNames?categoryId=${lineId}&active=true`
    const absent = { statuses: [404], value: new Map<string, SetFacts>() }
    const request = { route: 'setNames', path, absent, read: mapSetNames }
    return await api.fetchJson<ReadonlyMap<string, SetFacts>>(request, signal)
  } catch (error) {
    if (signal.aborted) throw error
    return new Map()
  }
}

const fetchSets =
  (live: LiveCatalog, { id, slug }: Category) =>
  async (signal: AbortSignal): Promise<readonly KnownSet[]> => {
    const everything = fetchPage(live, { ...emptyQuery, line: slug, size: 1 }, 'sets', signal)
    const [page, facts] = await Promise.all([everything, fetchSetFacts(live, id, signal)])
    return joinSets(page.sets, facts)
  }

const recentSets = (live: LiveCatalog, line: Category, signal: AbortSignal): Promise<readonly KnownSet[]> =>
  live.setsMemo.recent(line.slug, fetchSets(live, line), signal)

const lineOf = async (live: LiveCatalog, slug: string, signal: AbortSignal): Promise<Category | null> =>
  (await recentLines(live, signal)).find((line) => line.slug === slug) ?? null

/** The set as its whole line counts it; a search counts only what it found. */
const wholeSet = async (
  live: LiveCatalog,
  name: string,
  { categoryId, categorySlug, categoryName }: CatalogProduct,
  signal: AbortSignal,
): Promise<CardSet | null> => {
  const line = (await recentLines(live, signal)).find(
    (one) => one.id === categoryId || one.slug === categorySlug || (categoryId === null && one.name === categoryName),
  )
  const set = line && findSet(await recentSets(live, line, signal), name)
  return set ? { name: set.name, slug: set.slug, count: set.count } : null
}

/** All pages of a search up to the cap, those after the first side by side. */
const fetchUpTo = async (
  live: LiveCatalog,
  cap: number,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchResultPage> => {
  const first = await fetchPage(live, { ...query, from: 0, size: searchPageSize }, 'printings', signal)
  const last = first.rowCount < searchPageSize ? 0 : Math.min(first.total, cap)
  const starts: number[] = []
  for (let from = searchPageSize; from < last; from += searchPageSize) starts.push(from)
  const page = { ...query, size: searchPageSize, countSets: false }
  const rest = await Promise.all(starts.map((from) => fetchPage(live, { ...page, from }, 'printings', signal)))
  // The source breaks ties as it likes, so a product may stand on two pages.
  const products = new Map(
    [first, ...rest].flatMap(({ products }) => products.map((product) => [product.productId, product])),
  )
  return { ...first, products: [...products.values()].slice(0, cap) }
}

/** Printings of a card, in the sets that a spelling may mean; `null` is every set. */
const printingsIn = async (
  live: LiveCatalog,
  { text, category: line, cap }: PrintingsRequest,
  set: readonly string[] | null,
  signal: AbortSignal,
): Promise<SearchResultPage> => {
  const reading = text.readings[0]
  const cardNumber = reading?.cardNumber ?? null
  // Beside a bare number the words speak of the copy, which the source's search would look for in names.
  const name = cardNumber !== null && text.nameless ? '' : (reading?.name ?? '')
  if (cardNumber !== null) {
    const query = { ...emptyQuery, line, set, q: `${name} ${cardNumber}`.trim() }
    const exact = await fetchPage(live, query, 'printings', signal)
    const bearing = exact.products.filter((product) => bears(text, product))
    // The number has found its printings, so it has filtered before any cap.
    if (bearing.length > 0) return { ...exact, total: bearing.length, products: bearing.slice(0, cap) }
  }
  const broad = await fetchUpTo(live, cap, { ...emptyQuery, line, set, q: name || text.line }, signal)
  const bearing = cardNumber === null ? [] : broad.products.filter((product) => bears(text, product))
  if (bearing.length === 0) return broad
  const isAll = broad.total <= broad.products.length
  return { ...broad, total: isAll ? bearing.length : broad.total, products: bearing }
}

/** What was found, under the set that a hint led to. */
const foundIn = (matchedSet: CardSet | null, { total, products }: SearchResultPage) => ({
  matchedSet,
  isHintExact: matchedSet !== null,
  isWithinHint: false,
  mentions: [],
  total,
  products,
})

/** The set that a hint means among those of the hits, for a hint that is no name as the source spells it. */
const setMeantBy = (hint: string, { products, sets }: SearchResultPage) => {
  const bySet = products.flatMap((product) => {
    const { setName, setSlug, setCode } = product
    return setName === null ? [] : [{ name: setName, slug: setSlug ?? slugOf(setName), code: setCode, product }]
  })
  return findSet([...bySet, ...sets.map((set) => ({ ...set, code: null, product: null }))], hint)
}

const findPrintings = async (live: LiveCatalog, request: PrintingsRequest, signal: AbortSignal) => {
  const { setHint, category: line } = request
  if (line !== null && (await lineOf(live, line, signal)) === null) return null
  if (setHint === null) return foundIn(null, await printingsIn(live, request, null, signal))
  const narrowed = await printingsIn(live, request, [setHint, slugOf(setHint)], signal)
  const inHinted = narrowed.products[0]
  if (inHinted !== undefined) {
    const { setName } = inHinted
    return foundIn(setName === null ? null : await wholeSet(live, setName, inHinted, signal), narrowed)
  }
  const found = await printingsIn(live, request, null, signal)
  const meant = setMeantBy(setHint, found)
  if (meant === null) return foundIn(null, found)
  const inMeant = await printingsIn(live, request, [meant.name], signal)
  const example = meant.product ?? inMeant.products[0]
  return foundIn(example ? await wholeSet(live, meant.name, example, signal) : null, inMeant)
}

/** Creates the catalogue over the source's own search. */
export const createTcgplayerCatalog = ({ search, api, steadyNow }: TcgplayerCatalogDependencies): CatalogSource => {
  const live: LiveCatalog = {
    search,
    api,
    linesMemo: createTimedMemo({ freshForMs: () => partFreshForMs, steadyNow }),
    setsMemo: createTimedMemo({ freshForMs: () => partFreshForMs, steadyNow }),
  }
  return {
    categories: (_, signal) => live.linesMemo.fresh('', fetchLines(live), signal),

    sets: async (slug, signal) => {
      const line = await lineOf(live, slug, signal)
      if (line === null) return null
      const sets = await live.setsMemo.fresh(slug, fetchSets(live, line), signal)
      return sets.map(({ name, slug: setSlug, count }) => ({ name, slug: setSlug, count }))
    },

    search: async ({ q, category, set, offset, limit, sort }, signal) => {
      const line = category === null ? null : await lineOf(live, category, signal)
      if (category !== null && line === null) return null
      let spellings: readonly string[] | null = null
      if (set !== null) {
        // Within a known line the set is looked up; without one the source is asked with both of its possible
        // spellings.
        const known = line && findSet(await recentSets(live, line, signal), set)
        if (line && !known) return { total: 0, products: [] }
        spellings = known ? [known.name] : [set, slugOf(set)]
      }
      const size = Math.max(1, limit)
      const query = { q, line: category, set: spellings, from: offset, size, sort, countSets: false }
      const { total, products } = await fetchPage(live, query, 'search', signal)
      return { total, products: products.slice(0, limit) }
    },

    printings: (request, signal) => findPrintings(live, request, signal),
  }
}
