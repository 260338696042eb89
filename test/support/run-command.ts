import assert from 'node:assert/strict'
import type { Environment } from '../../src/app/configuration/config.ts'
import { runCommandLine } from '../../src/cli/run.ts'

/** What a command printed and how it ended, as `runCli` tells it of a process. */
export interface CommandEnd {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** Widths of the terminals that a command writes to; `undefined` is a pipe. */
interface Terminals {
  readonly columns?: number | undefined
  readonly errorColumns?: number | undefined
}

const screenOf = (columns: number | undefined) => (columns === undefined ? null : { columns, canRedraw: true })

/** Runs a command in this process with this environment and nothing else, without a terminal if none is asked for. */
export const runCommand = async (
  args: readonly string[],
  env: Environment = {},
  { columns, errorColumns }: Terminals = {},
): Promise<CommandEnd> => {
  let [out, err] = ['', '']
  const status = await runCommandLine(args, env, {
    out: (line) => {
      out += `${line}\n`
    },
    err: (line) => {
      err += `${line}\n`
    },
    draw: (text) => {
      err += text
    },
    isTerminal: columns !== undefined,
    screen: screenOf(columns),
    errorScreen: screenOf(errorColumns),
  })
  return { status, out, err }
}

/** Checks that each line ends with its status, prints nothing and says why in one line. */
export const assertRefused = async (
  cases: readonly (readonly [line: string | readonly string[], status: number, message: RegExp])[],
  env: Environment,
): Promise<void> => {
  for (const [line, wanted, message] of cases) {
    const { status, out, err } = await runCommand(typeof line === 'string' ? line.split(' ') : line, env)
    assert.deepEqual([status, out, err.trimEnd().split('\n').length], [wanted, '', 1], `${line}: ${err}`)
    assert.match(err.trimEnd(), message)
  }
}
