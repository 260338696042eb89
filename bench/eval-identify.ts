/**
 * Accuracy of identify: `npm run eval:identify` over the labelled queries and lines, `-- FILE.jsonl …` over those of other files, `-- --generated 300 --seed 7` over 300
 * generated queries of every kind. Exits with 1 when a target is missed.
 */
import { parseArgs } from 'node:util'
import { buildIndex } from '../src/catalog/index/build/build-index.ts'
import { openIndex } from '../src/catalog/index/catalog-index.ts'
import { makeCases } from './identify-cases.ts'
import { measureIdentify, printMisses, printTable } from './measure.ts'
import { makePastedLines } from './pasted-lines.ts'
import { hasSharedCatalog, labelledLines, labelledQueries, readCases, readSharedCatalog } from './shared-catalog.ts'

/** What has to be reached, in per cent. */
const targets = { first: 96, amongTwelve: 99, everyKind: 85 }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Queries of each kind to generate instead of reading labelled ones. */
    generated: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Misses printed of each kind. */
    misses: { type: 'string', default: '10' },
    /** Kinds to ask; all by default. */
    kind: { type: 'string', multiple: true },
  },
})

const percent = (part: number, whole: number, digits = 1): string => ((100 * part) / Math.max(1, whole)).toFixed(digits)

const readFiles = async (paths: readonly string[]) => (await Promise.all(paths.map(readCases))).flat()

if (hasSharedCatalog()) {
  const input = await readSharedCatalog()
  const labelled = await readFiles([labelledQueries, labelledLines])
  const generate = (perKind: number, seed: number) => {
    const seen = new Set(labelled.flatMap(({ expectProductId, acceptProductIds }) => [expectProductId ?? 0, ...acceptProductIds]))
    return [...makeCases(input, perKind, seed), ...makePastedLines(input, perKind, seed, seen)]
  }
  const given = positionals.length > 0 ? await readFiles(positionals) : labelled
  const cases = values.generated === undefined ? given : generate(Number(values.generated), Number(values.seed))
  const index = openIndex(buildIndex(input))
  const asked = cases.filter(({ kind }) => values.kind === undefined || values.kind.includes(kind))
  const { kinds, misses } = await measureIdentify(index, asked, 1)
  printTable(
    ['kind', 'queries', 'first %', 'among 12 %', 'confident and wrong %'],
    kinds.map(({ kind, count, first, amongTwelve, confidentWrong }) => [
      kind,
      count,
      percent(first, count),
      percent(amongTwelve, count),
      percent(confidentWrong, count, 2),
    ]),
  )
  const sum = (of: 'count' | 'first' | 'amongTwelve' | 'confidentWrong'): number =>
    kinds.reduce((total, kind) => total + kind[of], 0)
  const first = (100 * sum('first')) / sum('count')
  const among = (100 * sum('amongTwelve')) / sum('count')
  const worst = Math.min(...kinds.map((kind) => (100 * kind.first) / kind.count))
  printTable(
    ['', 'reached', 'target'],
    [
      ['first', `${first.toFixed(2)} %`, `${targets.first} %`],
      ['among 12', `${among.toFixed(2)} %`, `${targets.amongTwelve} %`],
      ['worst kind, first', `${worst.toFixed(1)} %`, `${targets.everyKind} %`],
      ['confident and wrong', `${percent(sum('confidentWrong'), sum('count'), 2)} %`, ''],
    ],
  )
  printMisses(index, misses, Number(values.misses))
  if (first < targets.first || among < targets.amongTwelve || worst < targets.everyKind) process.exitCode = 1
}
