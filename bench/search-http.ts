/**
 * `npm run bench search-http`: a search over HTTP, authenticated and metered, against the same search in process. One
 * client on one connection, queries of every kind, each new to the service, both ways in turn. Ends with 1 where
 * the median over HTTP is more than twice that in process.
 */
import { Agent, get } from 'node:http'
import { createCatalog } from '../src/catalog/catalog.ts'
import { buildIndex } from '../src/catalog/index/build/build-index.ts'
import { openIndex } from '../src/catalog/index/catalog-index.ts'
import { createIndexSource } from '../src/catalog/index/index-source.ts'
import { quantile } from '../test/support/quantile.ts'
import { tempFolder } from '../test/support/temp.ts'
import { createEndings } from './endings.ts'
import { printTable } from './figures.ts'
import { runCli } from './http/processes.ts'
import { environmentOf, issueKey, startService } from './http/service.ts'
import { makeCases } from './identify-cases.ts'
import { catalogFiles, hasSharedCatalog, readSharedCatalog } from './shared-catalog.ts'

const maxRatio = 2
const pageSize = 24
/** Queries asked before any is timed. */
const warmUp = 1_000

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

const call = (url: string, key: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} was answered with ${response.statusCode}`))
      response.resume().on('end', resolve)
    }).on('error', reject)
  })

if (hasSharedCatalog()) {
  await using t = createEndings()
  const settings = { checkout: process.cwd(), folder: tempFolder(t) }
  await runCli(settings.checkout, ['catalog', 'import', ...catalogFiles], environmentOf(settings))
  const key = await issueKey(settings)
  const { child, address } = await startService(settings)
  t.after(() => void child.kill())
  const input = await readSharedCatalog()
  const index = openIndex(buildIndex(input))
  const { search } = createCatalog({ catalog: createIndexSource(() => index), sourceName: 'bench' })
  const signal = new AbortController().signal
  const inProcess: number[] = []
  const overHttp: number[] = []
  for (const query of new Set(makeCases(input, 400, 1).map(({ query }) => query))) {
    const url = `${address}/v1/search?q=${encodeURIComponent(query)}`
    // In turn, since a machine is not as fast one minute as the next.
    overHttp.push(await timed(() => call(url, key)))
    inProcess.push(await timed(() => search({ q: query, offset: 0, limit: pageSize, sort: 'relevance' }, { signal })))
  }
  const rows = { 'in process': inProcess.slice(warmUp), 'over HTTP': overHttp.slice(warmUp) }
  printTable(
    ['search', 'queries', 'p50 ms', 'p99 ms'],
    Object.entries(rows).map(([way, ms]) => [
      way,
      ms.length,
      quantile(ms, 0.5).toFixed(3),
      quantile(ms, 0.99).toFixed(2),
    ]),
  )
  const ratio = quantile(rows['over HTTP'], 0.5) / quantile(rows['in process'], 0.5)
  process.stdout.write(`\nover HTTP to in process: ${ratio.toFixed(2)} (at most ${maxRatio})\n`)
  process.exitCode = ratio > maxRatio ? 1 : 0
}
