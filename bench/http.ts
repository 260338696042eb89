/**
 * `npm run bench`: an authenticated, durably metered, cached price answer of the real service, against bare node:http that does the same work with counters in memory.
 * Rounds of both alternate in one run, and medians of the ratios are quoted, since the machine's speed drifts. Loopback only; ends the processes it started.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const connections = 64
const folder = mkdtempSync(join(tmpdir(), 'card-market-bench-'))
const root = fileURLToPath(new URL('..', import.meta.url))
const started: ChildProcess[] = []

const start = (args: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().split('\n')[0] as string))
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)))
  })
  child.stdout?.resume()
  return ready.then((line) => ({ line, pid: child.pid as number }))
}

const run = async <T>(args: string[], env: Record<string, string>): Promise<T> => {
  const child = spawn(process.execPath, ['src/cli/main.ts', ...args, '--json'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  for await (const chunk of child.stdout) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

/** User and system time of a process so far, in microseconds, from the kernel's ticks of 10 ms. */
const cpuMicros = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

interface Sample {
  readonly perSecond: number
  readonly cpuPerRequest: number
  readonly p99: number
}

const load = async (url: string, key: string, pid: number, duration: number): Promise<Sample> => {
  const before = cpuMicros(pid)
  const result = await autocannon({ url, connections, duration, headers: { authorization: `Bearer ${key}` } })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  return {
    perSecond: result.requests.total / result.duration,
    cpuPerRequest: (cpuMicros(pid) - before) / result.requests.total,
    p99: result.latency.p99,
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number

const environment = (name: string, level: string) => ({
  DATA_DIR: join(folder, name),
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: level,
  OCR_WORKERS: '0',
})

try {
  const allowances = ['--requests-per-minute', '100000000', '--monthly-requests', '900000000']
  const contenders = new Map<string, { url: string; key: string; pid: number }>()
  let body = ''
  for (const [name, level] of [
    ['service', 'silent'],
    ['service, logging', 'info'],
  ] as const) {
    const env = environment(level, level)
    const { account } = await run<{ account: { id: string } }>(
      ['accounts', 'create', '--name', 'bench', '--plan', 'scale', ...allowances],
      env,
    )
    const { key } = await run<{ key: string }>(['keys', 'issue', '--account', account.id], env)
    const { line, pid } = await start(['src/cli/main.ts', 'serve'], env)
    const url = `${(JSON.parse(line) as { address: string }).address}/v1/products/300004/prices`
    await fetch(url, { headers: { authorization: `Bearer ${key}` } })
    body = await (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).text()
    contenders.set(name, { url, key, pid })
  }
  const bodyFile = join(folder, 'body.json')
  writeFileSync(bodyFile, body)
  const key = contenders.get('service')?.key as string
  const bare = await start(['bench/bare-server.ts', key, bodyFile])
  contenders.set('bare node:http', { url: `http://127.0.0.1:${bare.line}/v1/products/300004/prices`, key, pid: bare.pid })

  const samples = new Map([...contenders.keys()].map((name) => [name, [] as Sample[]]))
  for (const { url, key, pid } of contenders.values()) await load(url, key, pid, 1)
  for (let round = 0; round < rounds; round++) {
    const order = [...contenders]
    for (const [name, { url, key, pid }] of round % 2 ? order.reverse() : order)
      samples.get(name)?.push(await load(url, key, pid, seconds))
  }

  const base = samples.get('bare node:http') as Sample[]
  const write = (line: string) => process.stdout.write(`${line}\n`)
  write(
    `node ${process.version}, ${connections} connections, ${rounds} rounds of ${seconds} s, body of ${body.length} bytes; medians`,
  )
  write('contender          req/s  µs CPU/req  p99 ms  req/s ratio  CPU ratio')
  for (const [name, own] of samples) {
    const ratio = (of: (sample: Sample) => number) => median(own.map((sample, i) => of(sample) / of(base[i] as Sample)))
    write(
      [
        name.padEnd(17),
        median(own.map(({ perSecond }) => perSecond))
          .toFixed(0)
          .padStart(6),
        median(own.map(({ cpuPerRequest }) => cpuPerRequest))
          .toFixed(1)
          .padStart(11),
        median(own.map(({ p99 }) => p99))
          .toFixed(1)
          .padStart(7),
        ratio(({ perSecond }) => perSecond)
          .toFixed(2)
          .padStart(12),
        ratio(({ cpuPerRequest }) => cpuPerRequest)
          .toFixed(2)
          .padStart(10),
      ].join(' '),
    )
  }
} finally {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
