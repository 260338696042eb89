import { type Config, ConfigError, readConfig } from '../app/config.ts'
import { type Command, type CommandContext, CommandError, formatTable, printResult } from './command.ts'
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
import { checkSync } from './sync-check.ts'

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
  const sync = config.marketSource === 'tcgcsv' ? [checkSync(config, database.sync, Date.now())] : []
  return [ok('configuration', 'can be read'), database.finding, source.finding, ...sync, ...others, clock]
}

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'check configuration, database, source, daily files, catalogue, disk, photos and clock, and say how to fix them',
  run: async (context) => {
    const findings = await inspect(context)
    const lines = formatTable([
      ['check', 'state', 'detail', 'fix'],
      ...findings.map(({ name, state, detail, fix }) => [name, state, detail, fix]),
    ])
    const errors = findings.filter(({ state }) => state === 'error')
    if (errors.length === 0) return { json: { healthy: true, findings }, lines }
    printResult(context, { json: { healthy: false, findings }, lines })
    throw new CommandError(`${errors.map(({ name }) => name).join(', ')}: see the fixes above.`)
  },
}
