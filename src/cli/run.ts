import { NotFoundError, RefusedError } from '../accounts/accounts.ts'
import { ConfigError, type Environment } from '../app/config.ts'
import { ListenError } from '../app/listen.ts'
import { ImportError } from '../catalog/import/input-files.ts'
import { SyncError } from '../catalog/import/tcgcsv/tcgcsv-client.ts'
import { ServiceError } from '../contract/errors.ts'
import { FileLockedError } from '../files/file-lock.ts'
import { UnsupportedBackupError, UnusableDatabaseError } from '../stores/store.ts'
import { accountsCommands } from './accounts-commands.ts'
import { catalogCommands } from './catalog-commands.ts'
import { clientCommands } from './client-commands.ts'
import { type Command, type CommandOutput, parseCommand, UsageError } from './command.ts'
import { DamageError, databaseCommands } from './database-commands.ts'
import { doctorCommand, UnhealthyError } from './doctor.ts'
import { serviceCommands } from './service-commands.ts'
import { NoMetricsError, topCommand } from './top.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...serviceCommands,
  ...accountsCommands,
  ...catalogCommands,
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
    'Every command takes --json (one JSON document on stdout) and --help.',
    'Exit status: 0 done, 1 the thing asked for failed, 2 wrong usage or configuration.',
  ]
}

const helpOf = ({ name, usage, summary }: Command): string[] => [
  `Usage: ${program} ${[name, usage].filter(Boolean).join(' ')} [--json]`,
  '',
  `  ${summary}`,
]

const find = (args: readonly string[]): { command: Command; rest: readonly string[] } => {
  const twoWords = args.slice(0, 2).join(' ')
  const command = commands.find(({ name }) => name === twoWords) ?? commands.find(({ name }) => name === args[0])
  if (command) return { command, rest: args.slice(command.name.split(' ').length) }
  const siblings = commands.filter(({ name }) => name.startsWith(`${args[0]} `)).map(({ name }) => name)
  throw new UsageError(
    siblings.length > 0
      ? `"${twoWords}" is no command; there are ${siblings.join(', ')}`
      : `"${args[0]}" is no command; see --help`,
  )
}

/** Errors that the operator caused or can act on: their message says it all. */
const isExpected = (error: Error): boolean =>
  [
    UsageError,
    NotFoundError,
    RefusedError,
    ServiceError,
    UnusableDatabaseError,
    DamageError,
    ImportError,
    FileLockedError,
    SyncError,
    ListenError,
    UnsupportedBackupError,
    UnhealthyError,
    NoMetricsError,
  ].some((kind) => error instanceof kind)

/** What went wrong in one line, with its deepest cause where ours says little. */
const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const cause = error instanceof ServiceError && error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return (isExpected(error) ? error.message : `${error.name}: ${error.message}`) + cause
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
    const result = await command.run({ env, output, options, operands })
    if (result === null) return 0
    if (options.json) output.out(JSON.stringify(result.json))
    else for (const line of result.lines) output.out(line)
    return 0
  } catch (error) {
    if (error instanceof ConfigError) {
      for (const problem of error.problems) output.err(problem)
      return 2
    }
    output.err(explain(error).replaceAll('\n', ' '))
    return error instanceof UsageError ? 2 : 1
  }
}
