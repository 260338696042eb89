import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const startsWithinMs = 20_000
const running = new Set<ChildProcess>()

/** Starts a program that writes to a file, so that nobody spends time on reading what it prints. */
export const startProcess = (
  [program, args]: readonly [string, readonly string[]],
  {
    cwd,
    env,
    output,
  }: { readonly cwd: string; readonly env: Record<string, string | undefined>; readonly output: string },
): ChildProcess => {
  rmSync(output, { force: true })
  const descriptor = openSync(output, 'a')
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', descriptor, 'inherit'],
  })
  closeSync(descriptor)
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Waits until a line of the output is found. @throws Error when the program ends before, or takes too long */
export const lineOf = async (
  child: ChildProcess,
  output: string,
  isFound: (line: string) => boolean,
): Promise<string> => {
  for (const endsAt = performance.now() + startsWithinMs; performance.now() < endsAt; await delay(5)) {
    const found = readFileSync(output, 'utf8').split('\n').slice(0, -1).find(isFound)
    if (found !== undefined) return found
    if (child.exitCode !== null || child.signalCode !== null) break
  }
  throw new Error(`${child.spawnargs.join(' ')} did not get ready`)
}

/** Ends a process and waits; nginx and a service end their own workers first. */
export const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Ends every process that was started here. */
export const stopAll = async (): Promise<void> => {
  await Promise.all([...running].map(stop))
}

/** Runs a command of the service's command line in one checkout. @returns what it printed as JSON */
export const runCli = async <T>(checkout: string, args: readonly string[], env: Record<string, string>): Promise<T> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(checkout, 'src/cli/main.ts'), ...args, '--json'],
    {
      cwd: checkout,
      env: { PATH: process.env.PATH, ...env },
    },
  )
  return JSON.parse(stdout) as T
}
