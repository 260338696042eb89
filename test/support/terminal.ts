import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/app/configuration/config.ts'
import { skipUnless } from './postgres.ts'
import { compiledCode } from './process.ts'

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const helper = fileURLToPath(new URL('terminal.py', import.meta.url))

/** Why no pseudo-terminal can be opened here; `undefined` when one can. */
export const noTerminal = skipUnless(
  process.platform !== 'win32' && spawnSync('python3', ['-c', 'import pty']).status === 0,
  'pseudo-terminal by python3',
  'python3',
)

/** How long a test waits for what a terminal shows, and for a program's end. */
const patienceMs = 45_000

/** A program in a terminal of its own. */
export interface Terminal {
  /** Everything that was written to the terminal so far. */
  readonly shown: () => string
  /** Waits until something is shown. */
  readonly until: (pattern: RegExp) => Promise<void>
  readonly type: (keys: string) => void
  /** Waits for the end. @returns the exit status */
  readonly ended: () => Promise<number | null>
}

/** Starts the command line in a terminal of this size. */
export const inTerminal = (
  t: { after: (done: () => void) => void },
  args: readonly string[],
  env: Environment,
  { columns = 120 }: { readonly columns?: number } = {},
): Terminal => {
  const child = spawn('python3', [helper, String(columns), '30', process.execPath, cli, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiledCode, TERM: 'xterm-256color', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  const input = child.stdin as Writable
  // Keys for a program that has ended are nobody's.
  input.on('error', () => {})
  const output = child.stdout as Readable
  let text = ''
  output.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return {
    shown: () => text,
    until: async (pattern) => {
      const late = AbortSignal.timeout(patienceMs)
      while (!pattern.test(text)) {
        const isOver = await Promise.race([
          once(output, 'data', { signal: late }).then(
            () => false,
            () => true,
          ),
          closed.then(() => true),
        ])
        if (isOver && !pattern.test(text)) throw new Error(`${pattern} was not shown, but: ${JSON.stringify(text)}`)
      }
    },
    type: (keys) => void input.write(keys),
    ended: async () => {
      const late = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      const [status] = await closed
      clearTimeout(late)
      return status as number | null
    },
  }
}
