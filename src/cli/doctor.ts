import { type Config, ConfigError, readConfig } from '../app/config.ts'
import { type Command, type CommandContext, CommandError, formatTable, type Line, printResult, type Screen } from './command.ts'
import { checkCertificate } from './doctor-certificate.ts'
import {
  checkCatalog,
  checkClock,
  checkDatabase,
  checkDisk,
  checkModels,
  checkRedis,
  checkSource,
  type DatabaseCheck,
  error,
  type Finding,
  ok,
} from './doctor-checks.ts'
import { cardNames, priceIndex } from './doctor-derived.ts'
import { folderChecks, ownerInstead } from './doctor-folder.ts'
import { owners } from './doctor-owners.ts'
import { checked, type Mendable, mended } from './mend.ts'
import { checkSync } from './sync-check.ts'
import { textWidth, wrapToWidth } from './text-width.ts'
import { tellOfWait } from './with-store.ts'

/** Refuses to mend for another user, and says who can. */
const refusedFor =
  (uid: number) =>
  (mendable: Mendable): Promise<Finding | null> =>
    mended({
      ...mendable,
      mend: () => {
        throw new Error(`DATA_DIR belongs to user ${uid}; as that user: sudo -u '#${uid}' with doctor --fix`)
      },
    })

const inOrder = async (
  mendables: readonly Mendable[],
  treat: (mendable: Mendable) => Promise<Finding | null>,
): Promise<readonly Finding[]> => {
  const findings: (Finding | null)[] = []
  for (const mendable of mendables) findings.push(await treat(mendable))
  return findings.filter((finding) => finding !== null)
}

/** Opening a database brings its schema up to date. */
const databaseFinding = ({ finding, migrated }: DatabaseCheck, isFixing: boolean): Finding =>
  isFixing && migrated.length > 0 ? { ...finding, mended: `brought the schema up to date by ${migrated.join(', ')}` } : finding

const inspect = async (context: CommandContext): Promise<readonly Finding[]> => {
  let config: Config
  try {
    config = await readConfig(context.env)
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause
    return cause.problems.map((problem) => error('configuration', problem, 'correct this setting'))
  }
  const isFixing = context.options.fix === true
  const owner = ownerInstead(config)
  const treat = !isFixing ? checked : owner === null ? mended : refusedFor(owner)
  // Giving files to the service's user is for root alone, and looked at first: what is given cannot stand in the way of the rest.
  const owned = process.getuid === undefined ? [] : await inOrder([owners(config)], isFixing ? mended : checked)
  const folder = await inOrder(folderChecks(config), treat)
  const [database, source, redis, catalog, disk, models, certificate] = await Promise.all([
    checkDatabase(config, tellOfWait(context)),
    checkSource(config),
    config.redisUrl === null ? [] : checkRedis(config.redisUrl).then((finding) => [finding]),
    checked({ name: 'catalogue', check: () => checkCatalog(config) }),
    checked({ name: 'disk', check: () => checkDisk(config) }),
    checkModels(config),
    checked({ name: 'certificate', check: () => checkCertificate(config, Date.now()) }),
  ])
  const isArchiveRead = isFixing && database.finding.state === 'ok'
  const derived = await inOrder([cardNames(config, catalog), ...(isArchiveRead ? [priceIndex(context)] : [])], treat)
  const clock = checkClock(Date.now(), [...database.clocks, ...source.clocks])
  const sync = config.marketSource === 'tcgcsv' ? [checkSync(config, database.sync, Date.now())] : []
  return [
    ok('configuration', 'can be read'),
    ...(certificate === null ? [] : [certificate]),
    databaseFinding(database, isFixing),
    ...redis,
    source.finding,
    ...sync,
    catalog,
    ...owned,
    ...folder,
    ...derived,
    disk,
    models,
    clock,
  ]
}

const stateOf = ({ state, mended: done }: Finding): string => (done !== undefined && state === 'ok' ? 'mended' : state)

const textOf = ({ state, detail, mended: done }: Finding): string =>
  done === undefined ? detail : state === 'ok' ? done : `${done}; ${detail}`

/** A table; on a screen that is too narrow for it lines below each other, since what was cut off would be the fixes. */
const linesOf = (findings: readonly Finding[], screen: Screen | null): readonly Line[] => {
  const table = formatTable([
    ['check', 'state', 'detail', 'fix'],
    ...findings.map((finding) => [finding.name, stateOf(finding), textOf(finding), finding.fix]),
  ])
  if (screen === null || table.every(({ row }) => textWidth(row) <= screen.columns)) return table
  const paragraph = (text: string) => wrapToWidth(text, screen.columns - 2).map((line) => `  ${line}`)
  return findings.flatMap((finding) => [
    `${finding.name}: ${stateOf(finding)}`,
    ...paragraph(textOf(finding)),
    ...(finding.fix === null ? [] : paragraph(`Fix: ${finding.fix}`)),
  ])
}

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '[--fix]',
  summary:
    'check configuration, certificate, database, Redis, source, daily files, catalogue, data folder, disk, photos and clock, and say how to fix them',
  options: { fix: { type: 'boolean', help: 'mend what can be mended without risk, and say what was done' } },
  examples: ['doctor', 'doctor --json', 'doctor --fix'],
  run: async (context) => {
    const findings = await inspect(context)
    const lines = linesOf(findings, context.output.screen)
    const errors = findings.filter(({ state }) => state === 'error')
    if (errors.length === 0) return { json: { healthy: true, findings }, lines }
    printResult(context, { json: { healthy: false, findings }, lines })
    throw new CommandError(`${errors.map(({ name }) => name).join(', ')}: see the fixes above.`)
  },
}
