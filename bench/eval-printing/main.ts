/**
 * Never the price of a wrong printing: `npm run eval:printing -- --count 5000 --seed 101` asks up to that many texts of
 * every kind, made from the real catalogue, and judges what would be priced without asking by the catalogue's rows
 * alone. Seeds below 100 are for tuning, those from 100 on for judging. `--kind NAME` asks one kind, `--misses 20`
 * prints more of what went wrong. Exits with 1 when a target is missed.
 */
import { parseArgs } from 'node:util'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { buildIndex } from '../../src/catalog/index/build/build-index.ts'
import { openIndex } from '../../src/catalog/index/catalog-index.ts'
import { createIndexSource } from '../../src/catalog/index/index-source.ts'
import { createUncachedIdentification } from '../measure.ts'
import { createRandom } from '../multiply.ts'
import { hasSharedCatalog, readSharedCatalog } from '../shared-catalog.ts'
import { askKind, type KindFigures } from './ask.ts'
import { kinds } from './kinds.ts'
import { createRows } from './rows.ts'
import { searchPossessives, searchSetNames } from './search-kinds.ts'
import { printKinds, printMisses, printSearches } from './tables.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string', multiple: true },
    misses: { type: 'string', default: '3' },
  },
})

const searches = {
  'set name': { run: searchSetNames, maxMissed: 3 },
  possessive: { run: searchPossessives, maxMissed: 1 },
}

const isAsked = (name: string): boolean => values.kind?.includes(name) ?? true

const evaluate = async (): Promise<boolean> => {
  const known = [...Object.keys(kinds), ...Object.keys(searches)]
  const unknown = values.kind?.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`--kind ${unknown}: allowed are ${known.join('; ')}.`)
  const [count, seed, misses] = [values.count, values.seed, values.misses].map(Number) as [number, number, number]
  const input = await readSharedCatalog()
  const rows = createRows(input)
  const index = openIndex(buildIndex(input))
  const { identify } = createUncachedIdentification(index)
  const figures: KindFigures[] = []
  for (const [name, kind] of Object.entries(kinds))
    if (isAsked(name)) figures.push(await askKind(name, kind(rows, createRandom(seed)), count, rows, identify))
  const catalog = createCatalog({ catalog: createIndexSource(() => index), sourceName: 'bench' })
  const searched = []
  for (const [name, { run, maxMissed }] of Object.entries(searches))
    if (isAsked(name)) searched.push({ name, maxMissed, figures: await run(catalog, rows, createRandom(seed), count) })
  printMisses(figures, misses)
  const areRight = printKinds(figures)
  return printSearches(searched, misses) && areRight
}

if (hasSharedCatalog() && !(await evaluate())) process.exitCode = 1
