import { inspect } from 'node:util'
import { ConfigError, type Environment } from '../app/config.ts'
import { ServiceError } from '../contract/errors.ts'
import { accountsCommands } from './accounts-commands.ts'
import { archiveCommands } from './archive-commands.ts'
import { catalogCommands } from './catalog-commands.ts'
import { clientCommands } from './client-commands.ts'
import {
  type Command,
  type CommandOption,
  type CommandOutput,
  commonOptions,
  type OperatorError,
  parseCommand,
  printResult,
  UsageError,
} from './command.ts'
import { databaseCommands } from './database-commands.ts'
import { doctorCommand } from './doctor.ts'
import { marketCommands } from './market-commands.ts'
import { pictureCommands } from './picture-commands.ts'
import { serviceCommands } from './service-commands.ts'
import { topCommand } from './top.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...serviceCommands,
  ...accountsCommands,
  ...catalogCommands,
  ...pictureCommands,
  ...marketCommands,
  ...archiveCommands,
  ...databaseCommands,
  doctorCommand,
  topCommand,
  ...clientCommands,
]

const program = 'npm run --silent cli --'

const overview = (): string[] => {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    `Usage: ${program} COMMAND [OPTIONS]`,
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Every command takes --json (one JSON document on stdout), --verbose (the stack of an error) and --help.',
    'Exit status: 0 done, 1 the thing asked for failed, 2 wrong usage or configuration.',
  ]
}

const optionRow = ([name, { short, value, help }]: [string, CommandOption]): [string, string] => [
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
  help,
]

const helpOf = ({ name, usage, summary, options }: Command): string[] => {
  const rows = Object.entries({ ...options, ...commonOptions }).map(optionRow)
  const width = Math.max(...rows.map(([option]) => option.length))
  return [
    `Usage: ${program} ${[name, usage].filter(Boolean).join(' ')}`,
    '',
    `  ${summary}`,
    '',
    'Options:',
    ...rows.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`),
  ]
}

const find = (args: readonly string[]): { command: Command; rest: readonly string[] } => {
  const twoWords = args.slice(0, 2).join(' ')
  const threeWords = args.slice(0, 3).join(' ')
  const command = [threeWords, twoWords, args[0]].map((words) => commands.find(({ name }) => name === words)).find(Boolean)
  if (command) return { command, rest: args.slice(command.name.split(' ').length) }
  const isPair = commands.some(({ name }) => name.startsWith(`${twoWords} `))
  const siblings = commands.filter(({ name }) => name.startsWith(`${args[0]} `)).map(({ name }) => name)
  throw new UsageError(
    siblings.length > 0
      ? `"${isPair ? threeWords : twoWords}" is no command; there are ${siblings.join(', ')}`
      : `"${args[0]}" is no command; see --help`,
  )
}

const isOperatorError = (error: unknown): error is OperatorError => error instanceof Error && 'exitStatus' in error

/** What went wrong in one line, with the cause where the message of ours says little. */
const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (isOperatorError(error)) return error.message
  if (error instanceof ServiceError)
    return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
  return `${error.name}: ${error.message} (--verbose shows where)`
}

const report = (error: unknown, { err }: CommandOutput, isVerbose: boolean): number => {
  const lines = error instanceof ConfigError ? error.problems : [explain(error).replaceAll('\n', ' ')]
  for (const line of lines) err(line)
  if (isVerbose) err(inspect(error))
  return isOperatorError(error) ? error.exitStatus : 1
}

/** Runs one command line. @returns the exit status */
export const runCommandLine = async (args: readonly string[], env: Environment, output: CommandOutput): Promise<number> => {
  try {
    if (args.length === 0 || args[0] === '--help' || args[0] === '-h' || args[0] === 'help') {
      for (const line of overview()) (args.length === 0 ? output.err : output.out)(line)
      return args.length === 0 ? 2 : 0
    }
    const { command, rest } = find(args)
    const { options, operands, isHelp } = parseCommand(command, rest)
    if (isHelp) {
      for (const line of helpOf(command)) output.out(line)
      return 0
    }
    const context = { env, output, options, operands }
    const result = await command.run(context)
    if (result !== null) printResult(context, result)
    return 0
  } catch (error) {
    return report(error, output, args.includes('--verbose'))
  }
}
