import { type Config, ConfigError, readConfig } from '../app/config.ts'
import { type Command, type CommandContext, formatTable } from './command.ts'
import {
  checkCatalog,
  checkClock,
  checkDatabase,
  checkDisk,
  checkModels,
  checkSource,
  type Finding,
  ok,
} from './doctor-checks.ts'

const inspect = async ({ env }: CommandContext): Promise<readonly Finding[]> => {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((found) => ({ name: 'configuration', state: 'wrong', found, todo: 'correct this setting' }))
  }
  const [database, source, ...others] = await Promise.all([
    checkDatabase(config),
    checkSource(config),
    checkCatalog(config),
    checkDisk(config),
    checkModels(config),
  ])
  const clock = checkClock(Date.now(), [...database.clocks, ...source.clocks])
  return [ok('configuration', 'can be read'), database.finding, source.finding, ...others, clock]
}

/** Something that the service needs is wrong; the lines before say what and what to do. */
export class UnhealthyError extends Error {
  override readonly name = 'UnhealthyError'
}

/** The command that says what keeps a service from running well, and what to do. */
export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary: 'check configuration, database, catalogue, disk, source, photos and clock, and say what to do',
  options: {},
  operands: [0, 0],
  run: async (context) => {
    const findings = await inspect(context)
    const lines = formatTable([
      ['check', 'state', 'found', 'what to do'],
      ...findings.map(({ name, state, found, todo }) => [name, state, found, todo]),
    ])
    const wrong = findings.filter(({ state }) => state === 'wrong')
    if (wrong.length === 0) return { json: { healthy: true, findings }, lines }
    if (context.options.json) context.output.out(JSON.stringify({ healthy: false, findings }))
    else for (const line of lines) context.output.out(line)
    throw new UnhealthyError(`${wrong.map(({ name }) => name).join(', ')}: see what to do above.`)
  },
}
