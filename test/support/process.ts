import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/app/config.ts'

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** What a command line printed and how it ended. */
export interface CommandOutcome {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** Runs the command line as a process of its own, with this environment and nothing else. */
export const runCli = async (args: readonly string[], env: Environment = {}): Promise<CommandOutcome> => {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [status] = await once(child, 'close')
  return { status, out, err }
}

/** A server as a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly address: string
  /** The key that a first start prints. */
  readonly key: string | null
  readonly readyAfterMs: number
  /** Everything printed so far. */
  readonly printed: () => string
}

/** Starts `serve` on a free port and waits until it serves; `program` is another copy of the command line, `ipc` opens a channel for messages. */
export const startServer = async (
  env: Environment,
  program = cli,
  { nodeArgs = [], ipc = false }: { readonly nodeArgs?: readonly string[]; readonly ipc?: boolean } = {},
): Promise<ServerProcess> => {
  const startedMs = performance.now()
  const full = { PATH: process.env.PATH, PORT: '0', METRICS_PORT: '0', OCR_WORKERS: '0', ...env }
  const child = spawn(process.execPath, [...nodeArgs, program, 'serve'], {
    env: full,
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  })
  let text = ''
  const line = await new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      text += chunk
      const serving = text.split('\n').find((one) => one.includes('"msg":"serving"'))
      if (serving) resolve(serving)
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${text}`)))
  })
  const { address, key = null } = JSON.parse(line) as { address: string; key?: string }
  return { child, address, key, readyAfterMs: performance.now() - startedMs, printed: () => text }
}

/** Waits for the end of a process. @returns its exit status, `null` when a signal ended it */
export const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}
