/**
 * `npm run bench:archive:serve -- --folder F --products N --days D`: memory of the service while it serves what `npm run bench:archive -- --keep F` left, under two minutes of load, in a control
 * group where one can be made; and how long cached calls wait while another process appends a day to the same file.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildIndex } from '../../src/catalog/index/build/build-index.ts'
import { writeFileAtomically } from '../../src/files/write-file-atomically.ts'
import { withoutPhotos } from '../../test/support/memory-profiles.ts'
import { ended, runCli, spawned, startServer } from '../../test/support/process.ts'
import { printTable, quantile } from '../measure.ts'
import { createRandom } from '../multiply.ts'
import { createControlGroup } from '../prove-memory/control-group.ts'
import { type CallKind, loadFor, probe } from './api-load.ts'
import type { AppendTimes } from './append-year.ts'
import { makeCatalog } from './made-records.ts'
import { memoryMiB } from './process-memory.ts'
import { builtAtMs, makeYear } from './year.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    products: { type: 'string', default: '50000' },
    days: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '120' },
    records: { type: 'boolean', default: false },
  },
})
const limitMiB = 400
const clients = 8
const write = (line: string) => process.stdout.write(`${line}\n`)

const env = {
  ...withoutPhotos.env,
  DATA_DIR: values.folder as string,
  MARKET_SOURCE: 'tcgcsv',
  MARKET_SYNC: 'off',
  TCGCSV_CATEGORIES: 'all',
  LOG_LEVEL: 'fatal',
}
const cli = async (...args: string[]) => {
  const { status, out, err } = await runCli([...args, '--json'], env)
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${err}`)
  return JSON.parse(out)
}
const allowances = ['--requests-per-minute', '100000000', '--monthly-requests', '900000000']
const { account } = await cli('accounts', 'create', '--name', `bench ${Date.now()}`, '--plan', 'scale', ...allowances)
const { key } = (await cli('keys', 'issue', '--account', account.id)) as { key: string }

const dayCount = Number(values.days)
const { series } = await makeYear(Number(values.products), dayCount)
const catalog = await makeCatalog(series)
const { products } = catalog
const catalogFile = join(values.folder as string, 'catalog.index')
if (!existsSync(catalogFile)) await writeFileAtomically(catalogFile, new Uint8Array(buildIndex(catalog)))
const names = products
  .filter((_, i) => i % 97 === 0)
  .map(({ name, number }) => encodeURIComponent(`${name} ${number ?? ''}`.slice(0, 60)))
const random = createRandom(23)
const id = () => series.productIds[random(series.count)] as number
const someDay = () => new Date(builtAtMs(random(dayCount))).toISOString().slice(0, 10)

const kinds: readonly CallKind[] = [
  { name: 'search', path: () => `/v1/search?q=${names[random(names.length)]}&limit=24` },
  { name: 'prices', path: () => `/v1/products/${id()}/prices` },
  { name: 'prices asOf', path: () => `/v1/products/${id()}/prices?asOf=${someDay()}` },
  { name: 'history', path: () => `/v1/products/${id()}/history?range=annual` },
  { name: 'snapshot', path: () => `/v1/products/${id()}` },
  { name: 'details', path: () => `/v1/products/${id()}/details` },
  { name: 'identify', path: () => `/v1/identify?q=${names[random(names.length)]}` },
  { name: 'batch', path: () => '/v1/prices', body: () => JSON.stringify({ productIds: Array.from({ length: 50 }, id) }) },
]

const memoryNow = (pid: number) =>
  (['VmRSS', 'RssAnon', 'VmHWM'] as const).map((field) => `${field} ${(memoryMiB(pid, field) ?? 0).toFixed(0)} MiB`).join(', ')

const group = createControlGroup(limitMiB)
const { child, address, readyAfterMs } = await startServer(env, undefined, { tracer: group?.command ?? [] })
const pid = child.pid as number
write(`serving after ${readyAfterMs.toFixed(0)} ms, limit ${limitMiB} MiB${group ? ' (control group)' : ''}; ${memoryNow(pid)}`)
const target = { address, key }
const tallies = await loadFor(target, kinds, { clients, forMs: Number(values.seconds) * 1000 })
printTable(
  [`${clients} clients, ${values.seconds} s`, 'calls', 'p50 ms', 'p99 ms', 'longest', 'answers'],
  [...tallies].map(([name, { timesMs, statuses }]) => [
    name,
    timesMs.length,
    ...[0.5, 0.99, 1].map((share) => quantile(timesMs, share).toFixed(1)),
    [...statuses].map(([status, count]) => `${status}: ${count}`).join(', '),
  ]),
)
write(`after the load: ${memoryNow(pid)}; ended for want of memory: ${group?.kills() ?? 'unknown'}`)

const appender = spawned(
  process.execPath,
  [
    fileURLToPath(new URL('append-process.ts', import.meta.url)),
    ...['--file', `${values.folder}/accounts.db`, '--products', values.products, '--days', values.days],
    ...(values.records ? ['--records'] : []),
  ],
  {},
  { ipc: true },
)
appender.stderr?.pipe(process.stderr)
await new Promise((resolve) => appender.once('message', resolve))
const path = `/v1/products/${id()}/prices`
const cached = [5, 5, 20, 50].map((pauseMs) => probe(target, path, pauseMs))
const take = (when: string) => cached.map(({ take: cells }, n) => [`${when}, client ${n + 1}`, ...cells()])
const pauseMs = 10_000
const rows: (string | number)[][] = []
await delay(1_000)
take('')
await delay(pauseMs)
rows.push(...take('before'))
const appended = new Promise<{ times: AppendTimes; observations: number; peakMiB: number }>((resolve) =>
  appender.once('message', (message) => resolve(message as { times: AppendTimes; observations: number; peakMiB: number })),
)
appender.send('append')
const { times, observations, peakMiB } = await appended
rows.push(...take('during'))
await delay(pauseMs)
rows.push(...take('after'))
for (const one of cached) await one.stop()
write(
  `\n${observations} observations appended beside it: ${JSON.stringify(times)}; its process had ${peakMiB.toFixed(0)} MiB at most`,
)
printTable(['a cached answer', 'calls', 'p50 ms', 'p99 ms', 'longest', 'not 200'], rows)
const peak = memoryMiB(pid, 'VmHWM') ?? Number.NaN
write(`\n${peak <= limitMiB ? 'ok    ' : 'MISSED'} memory while serving: ${memoryNow(pid)} (bar: ${limitMiB} MiB)`)
child.kill('SIGKILL')
await ended(child)
group?.remove()
process.exit(peak <= limitMiB ? 0 : 1)
