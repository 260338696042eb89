/**
 * How names in other languages are found: `npm run eval:names` joins the recorded ones to the catalogue and asks search
 * with the name alone and identify with name and number; `-- --seed 101 --count 2000` says which of each language. The
 * labelled queries are asked without names and with them.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readCollectorNumber, relateNumbers } from '../src/cards/collector-number.ts'
import { readProductName } from '../src/cards/product-name.ts'
import { createRejections } from '../src/catalog/import/rejections.ts'
import { buildIndex } from '../src/catalog/index/build/build-index.ts'
import type { OtherName } from '../src/catalog/index/build/index-input.ts'
import { type CatalogIndex, openIndex } from '../src/catalog/index/catalog-index.ts'
import { joinNames } from '../src/catalog/names/join-names.ts'
import { readNameFiles } from '../src/catalog/names/read-name-files.ts'
import type { CatalogProduct } from '../src/catalog/ports.ts'
import { percent, printTable } from './figures.ts'
import { isCertain, measureIdentify } from './measure.ts'
import { createRandom } from './multiply.ts'
import {
  hasSharedCatalog,
  type IdentifyCase,
  labelledLines,
  labelledQueries,
  readCases,
  readSharedCatalog,
} from './shared-catalog.ts'

const recordings = resolve(import.meta.dirname, '../../shared/recordings')
const recorded = [
  'tcgdex-names-2026-08-21.jsonl.gz',
  'tcgdex-ids-2026-08-21.jsonl.gz',
  'yugioh-names-2025-11-15.jsonl.gz',
].map((name) => join(recordings, name))

const timed = async <T>(work: () => T | Promise<T>): Promise<readonly [T, number]> => {
  const began = performance.now()
  return [await work(), performance.now() - began]
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? Number.NaN

/** Products first of a search for each query, and how long each took, its best of three. */
const measureSearch = (index: CatalogIndex, queries: readonly string[]) => {
  const request = { category: null, set: null, offset: 0, limit: 24, sort: 'relevance' } as const
  return queries.map((q) => {
    let first: number | undefined
    let bestMs = Number.POSITIVE_INFINITY
    for (let round = 0; round < 3; round++) {
      const began = performance.now()
      first = index.search({ ...request, q })?.products[0]?.productId
      bestMs = Math.min(bestMs, performance.now() - began)
    }
    return { first, bestMs }
  })
}

/** Some names of a language, each with one of its products. */
const sample = (names: readonly OtherName[], count: number, seed: number, numbered: ReadonlyMap<number, string>) => {
  const random = createRandom(seed)
  const left = [...names]
  const taken: { readonly name: string; readonly productId: number }[] = []
  while (taken.length < count && left.length > 0) {
    const [{ name, productIds }] = left.splice(random(left.length), 1) as [OtherName]
    const products = productIds.filter((id) => numbered.has(id))
    const productId = products[random(Math.max(1, products.length))]
    if (productId !== undefined) taken.push({ name, productId })
  }
  return taken
}

const evaluate = async (count: number, seed: number): Promise<void> => {
  const input = await readSharedCatalog()
  const [records, readMs] = await timed(() => Array.fromAsync(readNameFiles(recorded, createRejections())))
  const [{ otherNames, report }, joinMs] = await timed(() => joinNames(records, input))
  const [plainBuffer, plainMs] = await timed(() => buildIndex(input))
  const [namedBuffer, namedMs] = await timed(() => buildIndex({ ...input, otherNames }))
  const [plain, named] = [openIndex(plainBuffer), openIndex(namedBuffer)]
  const seconds = (ms: number): string => (ms / 1000).toFixed(1)
  process.stdout.write(
    `${report.joined} of ${report.cards} records joined, ${named.otherNameCount} names; read ${seconds(readMs)} s, ` +
      `joined ${seconds(joinMs)} s, built ${seconds(namedMs)} s (${seconds(plainMs)} s without)\n`,
  )

  const byId = new Map(input.products.map((product) => [product.productId, product]))
  const numbered = new Map(
    input.products.flatMap(({ productId, number }) => (number === null ? [] : [[productId, number]])),
  )
  const baseOf = (name: string): string => readProductName(name).base
  const owners = Map.groupBy(input.products, ({ name }) => baseOf(name))
  const bearers = Map.groupBy(otherNames, ({ name }) => baseOf(name))
  /** The products that a name means: those that are called so, whether in its language or in English. */
  const bearersOf = (name: string): Set<number> => {
    const others = (bearers.get(baseOf(name)) ?? []).flatMap(({ productIds }) => productIds)
    return new Set([...others, ...(owners.get(baseOf(name)) ?? []).map(({ productId }) => productId)])
  }
  const hasNumber = (productId: number, number: string): boolean => {
    const [known, wanted] = [numbered.get(productId), number].map((text) => readCollectorNumber(text ?? ''))
    return known != null && wanted != null && relateNumbers(known, wanted) === 'same'
  }
  const rows = []
  for (const [language, names] of [...Map.groupBy(otherNames, (one) => one.language)].sort()) {
    const asked = sample(names, count, seed, numbered)
    const found = measureSearch(
      named,
      asked.map(({ name }) => name),
    )
    const searched = asked.filter(({ name }, at) => bearersOf(name).has(found[at]?.first ?? 0)).length
    const casesOf = (nameOf: (name: string, product: CatalogProduct) => string) =>
      asked.map(({ name, productId }): IdentifyCase => {
        const number = numbered.get(productId) as string
        const acceptProductIds = [...bearersOf(name)].filter((id) => hasNumber(id, number))
        const query = `${nameOf(name, byId.get(productId) as CatalogProduct)} ${number}`
        return { id: String(productId), kind: language, query, expectProductId: productId, acceptProductIds }
      })
    const foreign = await measureIdentify(
      named,
      casesOf((name) => name),
      1,
    )
    const own = await measureIdentify(
      named,
      casesOf((_, { name }) => readProductName(name).printed),
      1,
    )
    const [{ first = 0, confidentWrong = 0 } = {}] = foreign.kinds
    const certain = ({ answers }: typeof foreign): number => answers.filter(isCertain).length
    rows.push([
      language,
      asked.length,
      percent(searched, asked.length),
      percent(first, asked.length),
      confidentWrong,
      percent(certain(foreign), asked.length),
      percent(certain(own), asked.length),
    ])
  }
  const head = [
    'language',
    'names',
    'search first %',
    'identify first %',
    'certain and wrong',
    'certain %',
    'English %',
  ]
  printTable(head, rows)

  const cases = [...(await readCases(labelledQueries)), ...(await readCases(labelledLines))]
  const compared = []
  for (const [what, index, bytes] of [
    ['without names', plain, plainBuffer.byteLength],
    ['with names', named, namedBuffer.byteLength],
  ] as const) {
    const { kinds, answers } = await measureIdentify(index, cases, 3)
    const searchMs = measureSearch(
      index,
      cases.map(({ query }) => query),
    ).map(({ bestMs }) => bestMs)
    const identifyMs = kinds.flatMap(({ timesMs }) => timesMs)
    const wrong = kinds.reduce((sum, { confidentWrong }) => sum + confidentWrong, 0)
    compared.push([
      what,
      (bytes / 2 ** 20).toFixed(1),
      percent(
        kinds.reduce((sum, { first }) => sum + first, 0),
        cases.length,
        2,
      ),
      percent(answers.filter(isCertain).length, cases.length, 2),
      wrong,
      ...[identifyMs, searchMs].map((ms) => `${quantile(ms, 0.5).toFixed(2)} / ${quantile(ms, 0.99).toFixed(2)}`),
    ])
  }
  printTable(
    ['labelled', 'MiB', 'first %', 'certain %', 'certain and wrong', 'identify ms p50 / p99', 'search ms p50 / p99'],
    compared,
  )
}

if (hasSharedCatalog() && recorded.every((file) => existsSync(file))) {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '101' }, count: { type: 'string', default: '2000' } },
  })
  await evaluate(Number(values.count), Number(values.seed))
}
