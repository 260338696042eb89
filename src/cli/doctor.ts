import { type Config, ConfigError, readConfig } from '../app/configuration/config.ts'
import {
  type Command,
  type CommandContext,
  CommandError,
  formatTable,
  type Line,
  printResult,
  type Screen,
} from './command.ts'
import { checkCertificate } from './doctor-certificate.ts'
import {
  checkCardNames,
  checkCatalog,
  checkClock,
  checkDatabase,
  checkDisk,
  checked,
  checkModels,
  checkRedis,
  checkSource,
  error,
  type Finding,
  ok,
} from './doctor-checks.ts'
import { checkDataFolder } from './doctor-folder.ts'
import { checkSync } from './sync-check.ts'
import { textWidth, wrapToWidth } from './text-width.ts'
import { tellOfWait } from './with-store.ts'

interface NamedFinding extends Finding {
  readonly name: string
}

const inspect = async (context: CommandContext): Promise<readonly NamedFinding[]> => {
  let config: Config
  try {
    config = await readConfig(context.env)
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause
    return cause.problems.map((problem) => ({ name: 'configuration', ...error(problem, 'correct this setting') }))
  }
  const folder = await checkDataFolder(config)
  const [database, source, redis, disk, photos, certificate] = await Promise.all([
    checkDatabase(config, tellOfWait(context)),
    checkSource(config),
    config.redisUrl === null ? null : checkRedis(config.redisUrl),
    checked(() => checkDisk(config)),
    checkModels(config),
    checked(() => checkCertificate(config, Date.now())),
  ])
  const catalogue = await checked(() => checkCatalog(config, database))
  const found = {
    configuration: ok('can be read'),
    certificate,
    database: database.finding,
    'price archive': database.archive,
    redis,
    source: source.finding,
    'daily files': config.marketSource === 'tcgcsv' ? checkSync(config, database.sync, Date.now()) : null,
    catalogue,
    ...folder,
    'card names': await checked(() => checkCardNames(config, catalogue)),
    disk,
    photos,
    clock: checkClock(Date.now(), [...database.clocks, ...source.clocks]),
  }
  return Object.entries(found).flatMap(([name, finding]) => (finding === null ? [] : [{ name, ...finding }]))
}

/** A table; on a screen that is too narrow for it lines below each other, since what was cut off would be the fixes. */
const linesOf = (findings: readonly NamedFinding[], screen: Screen | null): readonly Line[] => {
  const table = formatTable([
    ['check', 'state', 'detail', 'fix'],
    ...findings.map((finding) => [finding.name, finding.state, finding.detail, finding.fix]),
  ])
  if (screen === null || table.every(({ row }) => textWidth(row) <= screen.columns)) return table
  const paragraph = (text: string) => wrapToWidth(text, screen.columns - 2).map((line) => `  ${line}`)
  return findings.flatMap((finding) => [
    `${finding.name}: ${finding.state}`,
    ...paragraph(finding.detail),
    ...(finding.fix === null ? [] : paragraph(`Fix: ${finding.fix}`)),
  ])
}

export const doctorCommand: Command = {
  name: 'doctor',
  summary:
    'check configuration, certificate, database, Redis, source, daily files, catalogue, data folder, disk, ' +
    'photos and clock, and say how to fix them',
  examples: ['doctor', 'doctor --json'],
  run: async (context) => {
    const findings = await inspect(context)
    const lines = linesOf(findings, context.output.screen)
    const errors = findings.filter(({ state }) => state === 'error')
    if (errors.length === 0) return { json: { healthy: true, findings }, lines }
    printResult(context, { json: { healthy: false, findings }, lines })
    throw new CommandError(`${errors.map(({ name }) => name).join(', ')}: see the fixes above.`)
  },
}
