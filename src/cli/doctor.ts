import { type Config, ConfigError, readConfig } from '../app/config.ts'
import { type Command, type CommandContext, formatTable } from './command.ts'
import {
  checkCatalog,
  checkClock,
  checkDatabase,
  checkDisk,
  checkModels,
  checkSource,
  error,
  type Finding,
  ok,
} from './doctor-checks.ts'

const inspect = async ({ env }: CommandContext): Promise<readonly Finding[]> => {
  let config: Config
  try {
    config = await readConfig(env)
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause
    return cause.problems.map((problem) => error('configuration', problem, 'correct this setting'))
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

/** Something that the service needs is broken; the lines before say what, and how to fix it. */
export class UnhealthyError extends Error {
  override readonly name = 'UnhealthyError'
  readonly exitStatus = 1
}

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary: 'check configuration, database, catalogue, disk, source, photos and clock, and say how to fix them',
  options: {},
  operands: [0, 0],
  run: async (context) => {
    const findings = await inspect(context)
    const lines = formatTable([
      ['check', 'state', 'detail', 'fix'],
      ...findings.map(({ name, state, detail, fix }) => [name, state, detail, fix]),
    ])
    const errors = findings.filter(({ state }) => state === 'error')
    if (errors.length === 0) return { json: { healthy: true, findings }, lines }
    if (context.options.json) context.output.out(JSON.stringify({ healthy: false, findings }))
    else for (const line of lines) context.output.out(line)
    throw new UnhealthyError(`${errors.map(({ name }) => name).join(', ')}: see the fixes above.`)
  },
}
