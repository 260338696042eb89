/**
 * `npm run bench:stores`: CPU of the service for a cached, metered answer with its counters in PostgreSQL against SQLite, rounds of both alternating in one run; then
 * how often three processes with Redis ask the market for a cold product. Needs TEST_DATABASE_URL and TEST_REDIS_URL, by default the local servers.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startFleet } from '../test/support/fleet.ts'
import { callOnce } from '../test/support/load.ts'
import { ownDatabase, testPostgres } from '../test/support/postgres.ts'
import { testRedis } from '../test/support/redis.ts'
import { freePort } from '../test/support/servers.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const requests = Number(process.env.BENCH_REQUESTS ?? 15_000)
const connections = 64
const target = '/v1/products/300004/prices'

const folder = mkdtempSync(join(tmpdir(), 'card-market-bench-'))
const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const after = (end: () => unknown) => void endings.unshift(end)
const write = (line: string) => process.stdout.write(`${line}\n`)

/** User and system time of a process so far, in microseconds, from the kernel's ticks of 10 ms. */
const cpuMicros = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number

interface Sample {
  readonly cpu: number
  readonly perSecond: number
  readonly p99: number
}

const compareEngines = async (databaseUrl: string) => {
  const environments = { sqlite: {}, postgres: { DATABASE_URL: databaseUrl } }
  const contenders = await Promise.all(
    Object.entries(environments).map(async ([name, env]) => {
      const fleet = await startFleet({ after }, { env: { DATA_DIR: join(folder, name), ...env }, processes: 1 })
      const { key } = await fleet.issue({ requestsPerMinute: 100_000_000, monthlyRequests: 900_000_000 })
      const [member] = fleet.members
      if (!member) throw new Error('no process')
      return { name, url: member.address + target, key, pid: member.child.pid as number, samples: [] as Sample[] }
    }),
  )
  // Both do the same work, so that neither has run longer and is better compiled.
  const load = async ({ url, key, pid }: (typeof contenders)[number], amount: number): Promise<Sample> => {
    const before = cpuMicros(pid)
    const result = await autocannon({ url, connections, amount, headers: { authorization: `Bearer ${key}` } })
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
    const { total } = result.requests
    return { cpu: (cpuMicros(pid) - before) / total, perSecond: total / result.duration, p99: result.latency.p99 }
  }
  for (const one of contenders) await load(one, 2 * requests)
  for (let round = 0; round < rounds; round++)
    for (const one of round % 2 ? contenders.toReversed() : contenders) one.samples.push(await load(one, requests))
  write(`node ${process.version}, ${connections} connections, ${rounds} rounds of ${requests} requests; medians`)
  for (const { name, samples } of contenders) {
    const of = (pick: (sample: Sample) => number) => median(samples.map(pick))
    write(
      `${name.padEnd(9)} ${of(({ cpu }) => cpu).toFixed(1)} µs CPU/request, ${of(({ perSecond }) => perSecond).toFixed(0)} requests/s, p99 ${of(({ p99 }) => p99).toFixed(0)} ms`,
    )
  }
  const [sqlite, postgres] = contenders.map(({ samples }) => samples)
  const ratios = (postgres ?? []).map(({ cpu }, i) => cpu / (sqlite?.[i]?.cpu ?? Number.NaN))
  write(`CPU of PostgreSQL against SQLite: ${median(ratios).toFixed(2)} (target at most 1.35)`)
}

const countColdFetches = async (redisUrl: string) => {
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const env = { DATA_DIR: join(folder, 'cold'), REDIS_URL: redisUrl, PUBLIC_URL: `http://bench-${process.pid}.test` }
  const envOf = (index: number) => ({ METRICS_PORT: String(ports[index]) })
  const fleet = await startFleet({ after }, { env, processes: 3, envOf })
  const { key } = await fleet.issue()
  const cold = '/v1/products/990007/history'
  await Promise.all(Array.from({ length: 300 }, (_, i) => callOnce(fleet.members[i % 3]?.address as string, cold, key)))
  const pages = await Promise.all(ports.map((port) => callOnce(`http://127.0.0.1:${port}`, '/metrics', null)))
  const fetched = /^card_market_observations_total\{method="history",outcome="fetched"\} (\d+)$/m
  const calls = pages.reduce((sum, { body }) => sum + Number(fetched.exec(body)?.[1] ?? 0), 0)
  write(`300 calls to three processes for a cold product: ${calls} at the source (target 1)`)
}

try {
  const [postgres, redis] = [await testPostgres(), await testRedis()]
  if (postgres.skip !== undefined || redis.skip !== undefined) throw new Error(postgres.skip ?? redis.skip)
  const database = ownDatabase(postgres.url)
  await database.create()
  after(database.drop)
  await compareEngines(database.url)
  await countColdFetches(redis.url)
} finally {
  for (const end of endings) await end()
}
process.exit()
