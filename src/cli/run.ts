import { dirname } from 'node:path'
import type { Environment } from '../app/configuration/config.ts'
import { escapeControls } from '../cards/control-characters.ts'
import { type Command, type CommandOutput, parseCommand, printResult, UsageError } from './command.ts'
import { findCommand } from './find-command.ts'
import { helpOfCommand, helpOfGroup, overview } from './help.ts'
import { reportFailure } from './report-failure.ts'
import { serviceCommands } from './service-commands.ts'

/** Words before the first `--`, behind which everything is an operand. */
const beforeTerminator = (args: readonly string[]): readonly string[] => {
  const end = args.indexOf('--')
  return end === -1 ? args : args.slice(0, end)
}

/** Options may stand before the command too, as in `--json accounts list`. */
const commandFirst = (args: readonly string[]): readonly string[] => {
  const start = args.findIndex((word) => !word.startsWith('-'))
  return start < 1 ? args : [...args.slice(start), ...args.slice(0, start)]
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h'

const printVersion = async ({ out }: CommandOutput, isJson: boolean): Promise<number> => {
  const { version } = await import('../app/configuration/version.ts')
  const node = process.versions.node
  const { platform, arch } = process
  out(
    isJson
      ? JSON.stringify({ version, node, platform, arch })
      : `card-market-data ${version}, Node.js ${node}, ${platform} ${arch}`,
  )
  return 0
}

/** Where to look for a command: a service starts without what all the others need. */
const commandsFor = async (first: string): Promise<readonly Command[]> =>
  first === 'serve' ? serviceCommands : (await import('./commands.ts')).commands

const dispatch = async (args: readonly string[], env: Environment, output: CommandOutput): Promise<number> => {
  const [first] = args
  const isJson = args.includes('--json')
  if (first === undefined || isHelp(first)) {
    const isAsked = first !== undefined
    const { commandGroups } = await import('./commands.ts')
    for (const line of overview(commandGroups, isAsked ? output.screen : output.errorScreen))
      (isAsked ? output.out : output.err)(line)
    return isAsked ? 0 : 2
  }
  if (first.startsWith('-')) {
    if (args.includes('--version') || args.includes('-V')) return printVersion(output, isJson)
    if (first === '-v')
      throw new UsageError('"-v" is no option; did you mean --version or, behind a command, --verbose?')
    if (!args.some(isHelp)) throw new UsageError(`"${first}" needs a command; see --help`)
    return dispatch(['--help'], env, output)
  }
  if (first === 'help') return dispatch([...args.slice(1), '--help'], env, output)
  const found = findCommand(args, await commandsFor(first))
  if (found.kind === 'group') {
    const names = found.commands.map(({ name }) => name).join(', ')
    const isAsked = found.rest.some(isHelp)
    if (!isAsked && isJson) throw new UsageError(`${found.name} needs a command: ${names}`)
    for (const line of helpOfGroup(found.name, found.commands, isAsked ? output.screen : output.errorScreen))
      (isAsked ? output.out : output.err)(line)
    return isAsked ? 0 : 2
  }
  const { options, operands, isHelp: isHelpAsked } = parseCommand(found.command, found.rest)
  if (isHelpAsked) {
    for (const line of helpOfCommand(found.command, output.screen)) output.out(line)
    return 0
  }
  const context = { env, output, options, operands }
  const result = await found.command.run(context)
  if (result !== null) printResult(context, result)
  return 0
}

/** An output that never prints what a terminal obeys: names of a mirror, lists and errors may hold it. */
const printableOutput = (output: CommandOutput): CommandOutput => ({
  ...output,
  out: (line) => output.out(escapeControls(line)),
  err: (line) => output.err(escapeControls(line)),
})

/** Where the database lies, else the data folder; the working one where the configuration cannot be read. */
const dataFolderOf = async (env: Environment): Promise<string> => {
  const { readConfig } = await import('../app/configuration/config.ts')
  return readConfig(env).then(
    ({ database, dataDir }) => (database.kind === 'sqlite' ? dirname(database.file) : dataDir),
    () => '.',
  )
}

export const runCommandLine = async (
  args: readonly string[],
  env: Environment,
  given: CommandOutput,
): Promise<number> => {
  const output = printableOutput(given)
  const switches = beforeTerminator(args)
  try {
    return await dispatch(commandFirst(args), env, output)
  } catch (error) {
    return reportFailure(error, output.err, {
      isJson: switches.includes('--json'),
      isVerbose: switches.includes('--verbose'),
      folder: await dataFolderOf(env),
    })
  }
}
