import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

/**
 * Runs a program of this folder that takes an order and prints a result, both as JSON. The order goes through its
 * standard input: an argument has at most 128 KiB. `prefix` is a command that the program is started with.
 *
 * @throws SyntaxError when the program printed no result
 */
export const runOrder = async <Result>(
  file: string,
  order: object,
  prefix: readonly string[] = [],
): Promise<Result> => {
  const [command = '', ...rest] = [...prefix, process.execPath, file]
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(order))
  return JSON.parse(await text(child.stdout)) as Result
}

/** What the process that started this one ordered. */
export const readOrder = <Order>(): Order => JSON.parse(readFileSync(0, 'utf8')) as Order
