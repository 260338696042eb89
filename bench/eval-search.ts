/**
 * Accuracy of search: `npm run eval:search` asks it with the tidy labelled queries, as `GET /v1/search` does; files and
 * generated queries as with `eval:identify`. Exits with 1 when a target is missed.
 */
import { createCatalog } from '../src/catalog/catalog.ts'
import { buildIndex } from '../src/catalog/index/build/build-index.ts'
import { openIndex } from '../src/catalog/index/catalog-index.ts'
import { createIndexSource } from '../src/catalog/index/index-source.ts'
import { readEvalCases } from './eval-cases.ts'
import { percent, printTable } from './figures.ts'
import { pastedKinds } from './pasted-lines.ts'
import { checkSearch } from './search-checks.ts'
import { hasSharedCatalog, labelledQueries } from './shared-catalog.ts'

/** What has to be reached, in per cent. */
const targets = { first: 95, firstPage: 98 }
/** Products of a page where none is asked for. */
const pageSize = 24
/** What no search is for: misread text, lines about a copy, and nothing at all. */
const otherKinds: ReadonlySet<string> = new Set([
  'ocr_noise',
  'ocr_junk_words',
  'no_match',
  'misread and number',
  ...pastedKinds,
])

if (hasSharedCatalog()) {
  const { input, cases, isGenerated, missesPerKind, showsJudging } = await readEvalCases([labelledQueries])
  const index = openIndex(buildIndex(input))
  const { search } = createCatalog({ catalog: createIndexSource(() => index), sourceName: 'bench' })
  const call = { signal: new AbortController().signal }
  const asked = cases.filter(({ kind }) => !otherKinds.has(kind))
  const outcomes = await Promise.all(
    asked.map(async (query) => {
      const scope = query.setHint === undefined ? {} : { set: query.setHint }
      const { products, total } = await search(
        { q: query.query, ...scope, offset: 0, limit: pageSize, sort: 'relevance' },
        call,
      )
      return {
        query,
        products,
        total,
        place: products.findIndex(({ productId }) => query.acceptProductIds.includes(productId)),
      }
    }),
  )
  const kinds = Object.entries(Object.groupBy(outcomes, ({ query }) => query.kind))
  const first = outcomes.filter(({ place }) => place === 0).length
  const found = outcomes.filter(({ place }) => place >= 0).length
  printTable(
    ['kind', 'queries', 'first %', 'first page %'],
    kinds.map(([kind, of = []]) => [
      kind,
      of.length,
      percent(of.filter(({ place }) => place === 0).length, of.length),
      percent(of.filter(({ place }) => place >= 0).length, of.length),
    ]),
  )
  for (const [kind, of = []] of kinds) {
    for (const { query, products, total, place } of of
      .filter((outcome) => outcome.place !== 0)
      .slice(0, missesPerKind)) {
      const hint = query.setHint === undefined ? '' : ` [set ${query.setHint}]`
      const wanted = query.expectProductId === null ? null : index.product(query.expectProductId)
      process.stdout.write(
        `\nmissed: ${kind} ${query.id}: ${query.query}${hint}: ` +
          `${place < 0 ? 'not on the first page' : `at place ${place + 1}`} of ${total}\n` +
          `  wanted ${wanted?.productId} ${wanted?.name} · ${wanted?.number} · ` +
          `${wanted?.setName} · ${wanted?.rarity}\n`,
      )
      for (const { productId, name, cardNumber, setName } of products.slice(0, 3))
        process.stdout.write(`  ${productId} ${name} · ${cardNumber} · ${setName}\n`)
    }
  }
  printTable(
    ['', 'reached', 'target'],
    [
      ['first', `${percent(first, outcomes.length, 2)} %`, `at least ${targets.first} %`],
      ['on the first page', `${percent(found, outcomes.length, 2)} %`, `at least ${targets.firstPage} %`],
    ],
  )
  if (100 * first < targets.first * outcomes.length || 100 * found < targets.firstPage * outcomes.length)
    process.exitCode = 1
  if (!isGenerated) {
    const inUse = index.categories().flatMap(({ slug }) => index.sets(slug) ?? [])
    const checks = await checkSearch(index, inUse)
    for (const { check, misses } of checks.filter(({ check }) => showsJudging || !check.includes('judging')))
      for (const miss of misses.slice(0, missesPerKind)) process.stdout.write(`\nmissed: ${check}: ${miss}\n`)
    printTable(
      ['check', 'asked', 'as wanted', 'target'],
      checks.map(({ check, asked, failed, target }) => [
        check,
        asked,
        `${percent(asked - failed, asked, 2)} %`,
        `at least ${target} %`,
      ]),
    )
    if (checks.some(({ asked, failed, target }) => 100 * (asked - failed) < target * asked)) process.exitCode = 1
  }
}
