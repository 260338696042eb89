import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/app/configuration/config.ts'

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** Compiled code that all test processes share; each has a `DATA_DIR` of its own and would compile everything anew. */
export const compiledCode = fileURLToPath(new URL('../../node_modules/.cache/compiled-for-tests', import.meta.url))

/** For a process that is to keep its compiled code where an operator's keeps it. */
export const ownCompiledCode: Environment = { NODE_COMPILE_CACHE: undefined }

const children = new Set<ChildProcess>()
/** Ends what a test that failed left running, whose output would keep this process alive. */
export const killChildren = (): void => {
  for (const child of children) child.kill('SIGKILL')
}
process.once('exit', killChildren)

export interface SpawnOptions {
  /** Opens a channel for messages. */
  readonly ipc?: boolean
  /** What goes before the command, to watch it from outside. */
  readonly tracer?: readonly string[]
}

/**
 * Starts a child process with this environment and nothing else; one that still runs when this process ends is killed.
 */
export const spawned = (
  command: string,
  args: readonly string[],
  env: Environment = {},
  { ipc = false, tracer = [] }: SpawnOptions = {},
): ChildProcess => {
  const [program = command, ...rest] = [...tracer, command, ...args]
  const child = spawn(program, rest, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiledCode, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Waits for the end of a process. @returns its exit status, `null` when a signal ended it */
export const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** What a command line printed and how it ended. */
export interface CommandOutcome {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** Runs a process that was just started to its end. */
export const outcomeOf = async (child: ChildProcess): Promise<CommandOutcome> => {
  const printed = collectPrinted(child)
  const [status] = await once(child, 'close')
  return { status, ...printed }
}

/** What a process that was just started prints, and goes on printing. */
export const collectPrinted = ({ stdout, stderr }: Pick<ChildProcess, 'stdout' | 'stderr'>) => {
  const printed = { out: '', err: '' }
  stdout?.on('data', (chunk) => {
    printed.out += chunk
  })
  stderr?.on('data', (chunk) => {
    printed.err += chunk
  })
  return printed
}

/** Runs the command line as a process of its own. */
export const runCli = (
  args: readonly string[],
  env: Environment = {},
  options: SpawnOptions = {},
): Promise<CommandOutcome> => outcomeOf(spawned(process.execPath, [cli, ...args], env, options))

/** A server as a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly address: string
  /** The key that a first start prints. */
  readonly key: string | null
  readonly readyAfterMs: number
  /** Everything printed so far. */
  readonly printed: () => string
  /** Everything printed until its end, which is waited for: the last lines may be read after the process has exited. */
  readonly allPrinted: () => Promise<string>
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>
}

/** Waits until a process that was just started serves. */
export const awaitServing = async (child: ChildProcess): Promise<ServerProcess> => {
  const startedMs = performance.now()
  let text = ''
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const line = await new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      text += chunk
      const serving = text.split('\n').find((one) => one.includes('"msg":"serving"') && one.endsWith('}'))
      if (serving) resolve(serving)
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${text}`)))
  })
  const { address, key = null } = JSON.parse(line) as { address: string; key?: string }
  return {
    child,
    address,
    key,
    readyAfterMs: performance.now() - startedMs,
    printed: () => text,
    allPrinted: async () => {
      await closed
      return text
    },
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal)
      await ended(child)
    },
  }
}

/** `TEST_WORKERS=2` runs the tests of processes with each service in the form of so many workers. */
const form: Environment = process.env.TEST_WORKERS ? { WORKERS: process.env.TEST_WORKERS } : {}

/** Starts `serve` on a free port and waits until it serves; `program` is another copy of the command line. */
export const startServer = async (
  env: Environment,
  program = cli,
  { nodeArgs = [], ...options }: SpawnOptions & { readonly nodeArgs?: readonly string[] } = {},
): Promise<ServerProcess> => {
  const full = { PORT: '0', METRICS_PORT: '0', OCR_WORKERS: '0', ...form, ...env }
  const child = spawned(process.execPath, [...nodeArgs, program, 'serve'], full, options)
  return awaitServing(child)
}
