/**
 * `npm run bench:identify:http`: identify and search over HTTP on the shared development catalogue, against the same calls in process, query by query in one run. One client
 * on one kept connection, authenticated and metered, every query new to both. Loopback only; ends what it started. Exits with 1 when a target is missed.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createCatalog } from '../src/catalog/catalog.ts'
import { openLocalCatalog } from '../src/catalog/index/local-catalog.ts'
import { createIdentification } from '../src/identification/identification.ts'
import { readerOf } from '../test/support/photos/reading.ts'
import { type KeptConnection, openKeptConnection } from './cold/kept-connection.ts'
import { withService } from './cold/served.ts'
import { makeCases } from './identify-cases.ts'
import { printTable, quantile } from './measure.ts'
import { createRandom } from './multiply.ts'
import {
  hasSharedCatalog,
  type IdentifyCase,
  labelledLines,
  labelledQueries,
  readCases,
  readSharedCatalog,
  sharedCatalog,
} from './shared-catalog.ts'

/** Over HTTP at most so many times the time in process, at the median; p99 over HTTP in milliseconds. */
const targets = { ratio: 2, p99Ms: 10 }
const warmUp = 700
const generatedPerKind = 200
const seed = 11
const accepted = ['accept-encoding: gzip, deflate, br']

type Question = Pick<IdentifyCase, 'query' | 'setHint'>

interface Feature {
  readonly path: string
  readonly ask: (question: Question) => Promise<object>
}

/** All labelled queries and generated ones, no two alike, in an order by chance. */
const readQuestions = async (): Promise<readonly Question[]> => {
  const labelled = [...(await readCases(labelledQueries)), ...(await readCases(labelledLines))]
  const cases = [...labelled, ...makeCases(await readSharedCatalog(), generatedPerKind, seed)]
  const different = [...new Map(cases.map((one) => [JSON.stringify([one.query, one.setHint]), one])).values()]
  const random = createRandom(seed)
  return Array.from({ length: different.length }, () => different.splice(random(different.length), 1)[0] as Question)
}

const targetOf = (path: string, { query, setHint }: Question): string =>
  `${path}?${new URLSearchParams({ q: query, ...(setHint !== undefined && { set: setHint }) })}`

const timeOf = async (work: () => unknown): Promise<number> => {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

interface Times {
  readonly plain: number[]
  readonly packed: number[]
  readonly inProcess: number[]
  readonly written: number[]
  readonly inARow: number[]
  readonly bare: number[]
}

const measure = async (
  { path, ask }: Feature,
  questions: readonly Question[],
  service: KeptConnection,
  bare: KeptConnection,
): Promise<Times> => {
  const times: Times = { plain: [], packed: [], inProcess: [], written: [], inARow: [], bare: [] }
  const overHttp = async (question: Question, headers: readonly string[]) => {
    const { status, ms, body } = await service.ask(targetOf(path, question), { headers })
    if (status !== 200) throw new Error(`${targetOf(path, question)}: ${status} ${body}`)
    return ms
  }
  const inProcess = async (question: Question) => {
    let answer: object = {}
    times.inProcess.push(await timeOf(async () => (answer = await ask(question))))
    times.written.push((times.inProcess.at(-1) as number) + (await timeOf(() => JSON.stringify(answer))))
  }
  for (const [at, question] of questions.entries()) {
    if (at === warmUp) for (const list of Object.values(times)) list.length = 0
    // Whoever comes second finds nothing of the other's, which is in another process.
    if (at % 2 === 0) await inProcess(question)
    if (at % 4 < 2) times.plain.push(await overHttp(question, []))
    else times.packed.push(await overHttp(question, accepted))
    if (at % 2 === 1) await inProcess(question)
    times.bare.push((await bare.ask('/')).ms)
  }
  for (const question of questions) times.inARow.push(await timeOf(() => ask(question)))
  return times
}

if (hasSharedCatalog()) {
  const questions = await readQuestions()
  const bareProcess = fork(new URL('./cold/bare-process.ts', import.meta.url))
  const [bareAddress] = (await once(bareProcess, 'message')) as [string]
  const importAll = (cli: (...args: string[]) => Promise<unknown>) =>
    cli('catalog', 'import', ...['products', 'products-extra'].map((name) => join(sharedCatalog, `${name}.jsonl.gz`)))
  await withService(
    { CATALOG_SOURCE: 'local' },
    async ({ address, key, dataFolder }) => {
      const local = await openLocalCatalog({ file: join(dataFolder, 'catalog.index') })
      const parts = { catalog: local.source, sourceName: 'local' }
      const { identify } = createIdentification({ ...parts, reader: readerOf() })
      const { search } = createCatalog(parts)
      const call = { signal: new AbortController().signal }
      const scopeOf = ({ setHint }: Question) => (setHint === undefined ? {} : { set: setHint })
      const features: Readonly<Record<string, Feature>> = {
        identify: {
          path: '/v1/identify',
          ask: (question) => identify({ q: question.query, limit: 12, ...scopeOf(question) }, call),
        },
        search: {
          path: '/v1/search',
          ask: (question) => search({ q: question.query, offset: 0, limit: 24, sort: 'relevance', ...scopeOf(question) }, call),
        },
      }
      const service = await openKeptConnection(address, key)
      const bare = await openKeptConnection(bareAddress, key)
      const rows: string[][] = []
      const verdicts: string[][] = []
      for (const [name, feature] of Object.entries(features)) {
        const measured = await measure(feature, questions, service, bare)
        const p = (of: keyof Times, share = 0.5) => quantile(measured[of], share)
        const named = {
          'in process, one after the other': 'inARow',
          'in process, between calls': 'inProcess',
          '… and written as JSON': 'written',
          'over HTTP': 'plain',
          '… compressed': 'packed',
          'bare node:http, 2 KiB': 'bare',
        } as const satisfies Readonly<Record<string, keyof Times>>
        for (const [what, times] of Object.entries(named))
          rows.push([name, what, ...[0.5, 0.9, 0.99].map((share) => p(times, share).toFixed(2))])
        for (const form of ['plain', 'packed'] as const) {
          const ratio = p(form) / p('inProcess')
          const isMet = ratio <= targets.ratio && p(form, 0.99) <= targets.p99Ms
          if (!isMet) process.exitCode = 1
          verdicts.push([name, form === 'plain' ? 'plain' : 'compressed', ratio.toFixed(2), isMet ? 'met' : 'MISSED'])
        }
      }
      service.close()
      bare.close()
      local.close()
      process.stdout.write(
        `${local.index()?.productCount} products, ${questions.length - warmUp} queries of each, milliseconds\n`,
      )
      printTable(['', '', 'p50', 'p90', 'p99'], rows)
      printTable(
        ['', 'over HTTP', 'p50 over that in process', `at most ${targets.ratio}, p99 at most ${targets.p99Ms} ms`],
        verdicts,
      )
    },
    importAll,
  ).finally(() => bareProcess.kill('SIGKILL'))
}
