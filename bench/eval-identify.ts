// Accuracy of identify over labelled queries: `npm run eval:identify [-- FILE.jsonl]`. Exits with 1 when a target is missed.
import { buildIndex } from '../src/catalog/index/build/build-index.ts'
import { openIndex } from '../src/catalog/index/catalog-index.ts'
import { measureIdentify, printTable } from './measure.ts'
import { hasSharedCatalog, readCases, readSharedCatalog } from './shared-catalog.ts'

/** What has to be reached, in per cent. */
const targets = { first: 96, amongTwelve: 99, everyKind: 85 }

const percent = (part: number, whole: number): string => ((100 * part) / Math.max(1, whole)).toFixed(1)

if (hasSharedCatalog()) {
  const index = openIndex(buildIndex(await readSharedCatalog()))
  const { kinds, misses } = await measureIdentify(index, await readCases(process.argv[2]), 1)
  printTable(
    ['kind', 'queries', 'first %', 'among 12 %'],
    kinds.map(({ kind, count, first, amongTwelve }) => [kind, count, percent(first, count), percent(amongTwelve, count)]),
  )
  const sum = (of: 'count' | 'first' | 'amongTwelve'): number => kinds.reduce((total, kind) => total + kind[of], 0)
  const first = (100 * sum('first')) / sum('count')
  const among = (100 * sum('amongTwelve')) / sum('count')
  const worst = Math.min(...kinds.map((kind) => (100 * kind.first) / kind.count))
  printTable(
    ['', 'reached', 'target'],
    [
      ['first', `${first.toFixed(2)} %`, `${targets.first} %`],
      ['among 12', `${among.toFixed(2)} %`, `${targets.amongTwelve} %`],
      ['worst kind, first', `${worst.toFixed(1)} %`, `${targets.everyKind} %`],
    ],
  )
  for (const { query, result } of misses) {
    const wanted = query.expectProductId === null ? null : index.product(query.expectProductId)
    process.stdout.write(
      `\nmissed: ${query.kind} ${query.id}: ${query.query}${query.setHint === undefined ? '' : ` [set ${query.setHint}]`}\n`,
    )
    if (wanted !== null)
      process.stdout.write(
        `  wanted ${wanted.productId} ${wanted.name} · ${wanted.number} · ${wanted.setName} · ${wanted.rarity}\n`,
      )
    for (const { productId, name, cardNumber, setName, matchScore, matchReasons } of result.candidates.slice(0, 3)) {
      process.stdout.write(`  ${matchScore} ${productId} ${name} · ${cardNumber} · ${setName} · ${matchReasons.join(' ')}\n`)
    }
  }
  if (first < targets.first || among < targets.amongTwelve || worst < targets.everyKind) process.exitCode = 1
}
