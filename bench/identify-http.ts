/**
 * `npm run bench:identify:http`: identify over HTTP on the shared development catalogue, as a client sees it: authenticated, metered, every query cold. Imports the catalogue
 * into a temporary folder, serves it in a process of its own and asks all development cases one after the other. Loopback only; ends what it started.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const shared = fileURLToPath(new URL('../../shared/catalog/', import.meta.url))
const clients = 1
const rounds = 3

if (!existsSync(shared)) {
  process.stdout.write('The development catalogue in ../shared is not there; nothing was measured.\n')
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'card-market-bench-'))
const env = {
  PATH: process.env.PATH,
  DATA_DIR: folder,
  CATALOG_SOURCE: 'local',
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'silent',
  OCR_WORKERS: '0',
}
const cli = (...args: string[]) =>
  execFileSync(process.execPath, ['src/cli/main.ts', ...args, '--json'], { cwd: root, env, encoding: 'utf8' })

cli('catalog', 'import', join(shared, 'products.jsonl.gz'), join(shared, 'products-extra.jsonl.gz'))
const { account } = JSON.parse(
  cli(
    'accounts',
    'create',
    '--name',
    'bench',
    '--plan',
    'scale',
    '--requests-per-minute',
    '10000000',
    '--monthly-requests',
    '100000000',
  ),
)
const { key } = JSON.parse(cli('keys', 'issue', '--account', account.id))
const server = spawn(process.execPath, ['src/cli/main.ts', 'serve'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
try {
  const address = await new Promise<string>((resolve) => {
    server.stdout.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString().split('\n')[0] as string).address))
  })
  const cases = readFileSync(join(shared, 'identify-dev.jsonl'), 'utf8').trim().split('\n')
  const queries = cases.map((line) => JSON.parse(line) as { query: string; set?: string })
  const ask = async ({ query, set }: { query: string; set?: string }) => {
    const startedMs = performance.now()
    const target = `/v1/identify?q=${encodeURIComponent(query)}${set ? `&set=${encodeURIComponent(set)}` : ''}`
    const response = await fetch(address + target, { headers: { authorization: `Bearer ${key}` } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${target}: ${response.status}`)
    return performance.now() - startedMs
  }
  for (const query of queries.slice(0, 200)) await ask(query)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const waiting = [...queries]
    const client = async () => {
      for (let query = waiting.pop(); query; query = waiting.pop()) times.push(await ask(query))
    }
    await Promise.all(Array.from({ length: clients }, client))
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] as number).toFixed(2)
  process.stdout.write(
    `identify over HTTP, ${times.length} requests from ${clients} clients: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms\n`,
  )
} finally {
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
