import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli, startServer } from '../process.ts'
import { sharedFolder } from './labelled.ts'

/** A folder for all that the service writes, and a key to the service. */
export interface Workspace {
  readonly folder: string
  readonly key: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Creates the folder, with an account of large allowances and, where it is beside the repository, the development
 * catalog.
 */
export const createWorkspace = async (): Promise<Workspace> => {
  const folder = mkdtempSync(join(tmpdir(), 'card-market-prove-'))
  const temporary = join(folder, 'tmp')
  for (const inner of [temporary, join(folder, 'data')]) mkdirSync(inner)
  const shared = sharedFolder()
  const catalogFiles = ['products', 'products-extra'].map((name) => `${shared}/catalog/${name}.jsonl.gz`)
  const isLocal = shared !== null && catalogFiles.every((file) => existsSync(file))
  const env = {
    DATA_DIR: join(folder, 'data'),
    TMPDIR: temporary,
    LOG_LEVEL: 'trace',
    // As in the Dockerfile.
    MALLOC_ARENA_MAX: '2',
    OCR_WORKERS: '1',
    CATALOG_SOURCE: isLocal ? 'local' : 'sandbox',
  }
  const cli = async (...args: string[]) => {
    const { status, out, err } = await runCli([...args, '--json'], env)
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${err}`)
    return JSON.parse(out)
  }
  if (isLocal) await cli('catalog', 'import', ...catalogFiles)
  const allowances = ['--requests-per-minute', '100000000', '--monthly-requests', '900000000']
  const { account } = await cli('accounts', 'create', '--name', 'proof', '--plan', 'scale', ...allowances)
  const { key } = await cli('keys', 'issue', '--account', account.id)
  return { folder, key, env }
}

export interface Answer {
  readonly status: number
  readonly code: string | null
  readonly retryAfter: string | undefined
  readonly text: string
  readonly ms: number
}

/** The longest pause between two iterations of the event loop, and the most CPU time of its thread in such a pause. */
export interface Stalls {
  readonly stallMs: number
  readonly workMs: number
}

/** The service as a process of its own, observed from outside. */
export interface ProvedService {
  readonly pid: number
  readonly address: string
  /** Milliseconds from its start until it served. */
  readonly readyAfterMs: number
  /** How it ended, or `null` while it lives. */
  readonly end: () => string | null
  readonly printed: () => string
  readonly post: (body: Buffer) => Promise<Answer>
  /** Sends an order to the preload. @returns the stalls of the event loop since the last `stall` */
  readonly order: (order: 'stall' | 'collect' | 'die') => Promise<Stalls>
  /** Resident memory in MB, now and at its highest. */
  readonly residentMb: () => { now: number; highest: number }
  readonly stop: () => Promise<void>
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts the service in its workspace and waits until it serves. */
export const startProvedService = async (
  { key, env }: Workspace,
  settings: Readonly<Record<string, string>> = {},
): Promise<ProvedService> => {
  const nodeArgs = ['--expose-gc', '--import', new URL('./preload.ts', import.meta.url).href]
  const { child, address, readyAfterMs, printed } = await startServer({ ...env, ...settings }, undefined, {
    nodeArgs,
    ipc: true,
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const statusOf = (field: string) =>
    Number(new RegExp(`${field}:\\s*(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1000
  return {
    pid: child.pid as number,
    address,
    readyAfterMs,
    end: () => child.signalCode ?? (child.exitCode === null ? null : `exit ${child.exitCode}`),
    printed,
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
