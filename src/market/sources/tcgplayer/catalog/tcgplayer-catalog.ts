import { readCollectorNumber, relateNumbers } from '../../../../cards/collector-number.ts'
import { slugOf } from '../../../../cards/fold.ts'
import type { CatalogProduct, CatalogSource, PrintingsRequest } from '../../../../catalog/ports.ts'
import type { CardSet, Category } from '../../../../contract/catalog.ts'
import type { UpstreamHost } from '../../../upstream/upstream.ts'
import type { SourceDependencies } from '../../source-module.ts'
import { findSet, joinSets, type KnownSet } from './join-sets.ts'
import { mapProductLines, mapSearchPage, mapSetNames, type SearchResultPage, type SetFacts } from './map-search.ts'
import { type SearchQuery, searchBody, searchPageSize, searchPath } from './search-request.ts'
import { createTimedMemo } from './timed-memo.ts'

export interface TcgplayerCatalogDependencies extends Pick<SourceDependencies, 'steadyNow'> {
  readonly search: UpstreamHost
  /** Knows abbreviations and release dates of sets. */
  readonly api: UpstreamHost
}

/** Searches look up lines and sets, of which they may know what was so this long ago. The lists themselves are never made of it. */
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

/** Creates the catalogue over the source's own search. */
export const createTcgplayerCatalog = ({ search, api, steadyNow }: TcgplayerCatalogDependencies): CatalogSource => {
  const linesMemo = createTimedMemo<readonly Category[]>(partFreshForMs, steadyNow)
  const setsMemo = createTimedMemo<readonly KnownSet[]>(partFreshForMs, steadyNow)

  const fetchPage = (query: SearchQuery, route: string, signal: AbortSignal): Promise<SearchResultPage> =>
    search.fetchJson({ route, path: searchPath(query), body: searchBody(query), read: mapSearchPage }, signal)

  const fetchLines = (signal: AbortSignal): Promise<readonly Category[]> =>
    search.fetchJson({ route: 'productLines', path: '/v1/search/productLines', read: mapProductLines }, signal)

  const lines = (signal: AbortSignal): Promise<readonly Category[]> => linesMemo.recent('', fetchLines, signal)

  /** Release dates only order the sets, so a list without them is better than none. */
  const setFacts = async (lineId: number, signal: AbortSignal): Promise<ReadonlyMap<string, SetFacts>> => {
    try {
      const path = `/v2/Catalog/SetNames?categoryId=${lineId}&active=true`
      const absent = { statuses: [404], value: new Map<string, SetFacts>() }
      return await api.fetchJson<ReadonlyMap<string, SetFacts>>({ route: 'setNames', path, absent, read: mapSetNames }, signal)
    } catch (error) {
      if (signal.aborted) throw error
      return new Map()
    }
  }

  const fetchSets =
    ({ id, slug }: Category) =>
    async (signal: AbortSignal): Promise<readonly KnownSet[]> => {
      const everything = fetchPage({ ...emptyQuery, line: slug, size: 1 }, 'sets', signal)
      const [page, facts] = await Promise.all([everything, setFacts(id, signal)])
      return joinSets(page.sets, facts)
    }

  const setsOf = (line: Category, signal: AbortSignal): Promise<readonly KnownSet[]> =>
    setsMemo.recent(line.slug, fetchSets(line), signal)

  const lineOf = async (slug: string, signal: AbortSignal): Promise<Category | null> =>
    (await lines(signal)).find((line) => line.slug === slug) ?? null

  /** The set as its whole line counts it; a search counts only what it found. */
  const wholeSet = async (name: string, product: CatalogProduct, signal: AbortSignal): Promise<CardSet | null> => {
    const { categoryId, categorySlug, categoryName } = product
    const line = (await lines(signal)).find(
      (one) => one.id === categoryId || one.slug === categorySlug || (categoryId === null && one.name === categoryName),
    )
    const set = line && findSet(await setsOf(line, signal), name)
    return set ? { name: set.name, slug: set.slug, count: set.count } : null
  }

  /** All pages of a search up to the cap, those after the first side by side. */
  const fetchUpTo = async (cap: number, query: SearchQuery, signal: AbortSignal): Promise<SearchResultPage> => {
    const first = await fetchPage({ ...query, from: 0, size: searchPageSize }, 'printings', signal)
    const last = first.rowCount < searchPageSize ? 0 : Math.min(first.total, cap)
    const starts: number[] = []
    for (let from = searchPageSize; from < last; from += searchPageSize) starts.push(from)
    const rest = await Promise.all(
      starts.map((from) => fetchPage({ ...query, from, size: searchPageSize, countSets: false }, 'printings', signal)),
    )
    // The source breaks ties as it likes, so a product may stand on two pages.
    const products = new Map([first, ...rest].flatMap((page) => page.products.map((product) => [product.productId, product])))
    return { ...first, products: [...products.values()].slice(0, cap) }
  }

  const printings: CatalogSource['printings'] = async ({ text, setHint, category: line, cap }, signal) => {
    if (line !== null && (await lineOf(line, signal)) === null) return null
    const reading = text.readings[0]
    const cardNumber = reading?.cardNumber ?? null
    // Beside a bare number the words speak of the copy, which the source's search would look for in names.
    const name = cardNumber !== null && text.nameless ? '' : (reading?.name ?? '')
    const inSet = async (set: readonly string[] | null): Promise<SearchResultPage> => {
      if (cardNumber !== null) {
        const exact = await fetchPage({ ...emptyQuery, line, set, q: `${name} ${cardNumber}`.trim() }, 'printings', signal)
        const bearing = exact.products.filter((product) => bears(text, product))
        // The number has found its printings, so it has filtered before any cap.
        if (bearing.length > 0) return { ...exact, total: bearing.length, products: bearing.slice(0, cap) }
      }
      const broad = await fetchUpTo(cap, { ...emptyQuery, line, set, q: name || text.line }, signal)
      const bearing = cardNumber === null ? [] : broad.products.filter((product) => bears(text, product))
      if (bearing.length === 0) return broad
      const isAll = broad.total <= broad.products.length
      return { ...broad, total: isAll ? bearing.length : broad.total, products: bearing }
    }

    if (setHint === null) {
      const found = await inSet(null)
      return { matchedSet: null, isHintExact: false, mentions: [], total: found.total, products: found.products }
    }
    const narrowed = await inSet([setHint, slugOf(setHint)])
    if (narrowed.products.length > 0) {
      const inHinted = narrowed.products[0] as CatalogProduct
      const matchedSet = inHinted.setName === null ? null : await wholeSet(inHinted.setName, inHinted, signal)
      return { matchedSet, isHintExact: matchedSet !== null, mentions: [], total: narrowed.total, products: narrowed.products }
    }
    // The hint is no name as the source spells it: look for the set it means among those of the hits.
    const found = await inSet(null)
    const bySet = found.products.flatMap((product) => {
      const { setName, setSlug, setCode } = product
      return setName === null ? [] : [{ name: setName, slug: setSlug ?? slugOf(setName), code: setCode, product }]
    })
    const meant = findSet([...bySet, ...found.sets.map((set) => ({ ...set, code: null, product: null }))], setHint)
    if (meant === null)
      return { matchedSet: null, isHintExact: false, mentions: [], total: found.total, products: found.products }
    const inMeant = await inSet([meant.name])
    const example = meant.product ?? inMeant.products[0]
    const matchedSet = example ? await wholeSet(meant.name, example, signal) : null
    return { matchedSet, isHintExact: matchedSet !== null, mentions: [], total: inMeant.total, products: inMeant.products }
  }

  return {
    categories: (_, signal) => linesMemo.fresh('', fetchLines, signal),

    sets: async (slug, signal) => {
      const line = await lineOf(slug, signal)
      if (line === null) return null
      const sets = await setsMemo.fresh(slug, fetchSets(line), signal)
      return sets.map(({ name, slug: setSlug, count }) => ({ name, slug: setSlug, count }))
    },

    search: async ({ q, category, set, offset, limit, sort }, signal) => {
      const line = category === null ? null : await lineOf(category, signal)
      if (category !== null && line === null) return null
      let spellings: readonly string[] | null = null
      if (set !== null) {
        // Within a known line the set is looked up; without one the source is asked with both of its possible spellings.
        const known = line && findSet(await setsOf(line, signal), set)
        if (line && !known) return { total: 0, products: [] }
        spellings = known ? [known.name] : [set, slugOf(set)]
      }
      const size = Math.max(1, limit)
      const query = { q, line: category, set: spellings, from: offset, size, sort, countSets: false }
      const { total, products } = await fetchPage(query, 'search', signal)
      return { total, products: products.slice(0, limit) }
    },

    printings,
  }
}
