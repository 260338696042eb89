import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sharedFolder } from './labelled.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A folder with all that the service writes, and a key to it. */
export interface Home {
  readonly folder: string
  readonly temporary: string
  readonly key: string
  readonly env: Record<string, string>
}

/** Makes the folder, with an account of large allowances and, where it is beside the repository, the development catalogue. */
export const createHome = (): Home => {
  const folder = mkdtempSync(join(tmpdir(), 'card-market-prove-'))
  const temporary = join(folder, 'tmp')
  for (const inner of [temporary, join(folder, 'data')]) mkdirSync(inner)
  const shared = sharedFolder()
  const catalogue = ['products', 'products-extra'].map((name) => `${shared}/catalog/${name}.jsonl.gz`)
  const isLocal = shared !== null && catalogue.every((file) => existsSync(file))
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: join(folder, 'data'),
    TMPDIR: temporary,
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'trace',
    // As the Dockerfile has it.
    MALLOC_ARENA_MAX: '2',
    OCR_WORKERS: '1',
    CATALOG_SOURCE: isLocal ? 'local' : 'sandbox',
  }
  const cli = (...args: string[]) =>
    execFileSync(process.execPath, ['src/cli/main.ts', ...args, '--json'], {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  if (isLocal) cli('catalog', 'import', ...catalogue)
  const allowances = ['--requests-per-minute', '100000000', '--monthly-requests', '900000000']
  const { account } = JSON.parse(cli('accounts', 'create', '--name', 'proof', '--plan', 'scale', ...allowances))
  const { key } = JSON.parse(cli('keys', 'issue', '--account', account.id))
  return { folder, temporary, key, env }
}

/** What the service answered. */
export interface Answer {
  readonly status: number
  readonly code: string | null
  readonly retryAfter: string | undefined
  readonly text: string
  readonly ms: number
}

/** How long the event loop stood still at the longest, and how much of such a time its thread worked at the most. */
export interface Stalls {
  readonly stallMs: number
  readonly workMs: number
}

/** The service as a process of its own, looked at from outside. */
export interface ProvedService {
  readonly pid: number
  readonly address: string
  /** Milliseconds from its start until it served. */
  readonly servingAfterMs: number
  /** How it ended, or `null` while it lives. */
  readonly end: () => string | null
  readonly printed: () => string
  readonly post: (body: Buffer) => Promise<Answer>
  /** Has the preload measure or do something. @returns the stalls of the event loop since they were last asked for by `stall` */
  readonly order: (order: 'stall' | 'collect' | 'die') => Promise<Stalls>
  /** Resident memory in MB, now and at its highest. */
  readonly residentMb: () => { now: number; highest: number }
  readonly stop: () => Promise<void>
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts the service in its home and waits until it serves. */
export const startService = async ({ key, env }: Home, settings: Record<string, string> = {}): Promise<ProvedService> => {
  const startedMs = performance.now()
  const preload = ['--expose-gc', '--import', new URL('./preload.ts', import.meta.url).href]
  const child = spawn(process.execPath, [...preload, 'src/cli/main.ts', 'serve'], {
    cwd: root,
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  let printed = ''
  const address = await new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      printed += chunk
      const line = printed.split('\n').find((one) => one.includes('"msg":"serving"'))
      if (line) resolve((JSON.parse(line) as { address: string }).address)
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${printed}`)))
  })
  const servingAfterMs = performance.now() - startedMs
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const statusOf = (field: string) =>
    Number(new RegExp(`${field}:\\s*(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1000
  return {
    pid: child.pid as number,
    address,
    servingAfterMs,
    end: () => child.signalCode ?? (child.exitCode === null ? null : `exit ${child.exitCode}`),
    printed: () => printed,
    post: (body) =>
      new Promise((resolve, reject) => {
        const sentMs = performance.now()
        const options = { agent, method: 'POST', headers: { ...headers, 'content-length': body.length } }
        request(`${address}/v1/identify-image`, options, async (res) => {
          const chunks: Buffer[] = []
          for await (const chunk of res) chunks.push(chunk)
          const text = Buffer.concat(chunks).toString()
          const code = /^\{"error":\{"code":"(\w+)"/.exec(text)?.[1] ?? null
          const retryAfter = res.headers['retry-after']
          resolve({ status: res.statusCode ?? 0, code, retryAfter, text, ms: performance.now() - sentMs })
        })
          .on('error', reject)
          .end(body)
      }),
    order: async (order) => {
      const done = once(child, 'message')
      child.send(order)
      return (await done)[0]
    },
    residentMb: () => ({ now: statusOf('VmRSS'), highest: statusOf('VmHWM') }),
    stop: async () => {
      agent.destroy()
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
