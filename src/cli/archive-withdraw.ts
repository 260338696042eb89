import { join } from 'node:path'
import { readConfig } from '../app/configuration/config.ts'
import type { ArchiveStore, SegmentHeader } from '../archive/ports.ts'
import { type RecordsAfter, type WithdrawResult, withdrawBuild } from '../archive/withdraw-build.ts'
import { standingSegments } from '../archive/withdrawals.ts'
import { readCatalogStatus } from '../catalog/index/catalog-status.ts'
import { FileLockedError } from '../files/file-lock.ts'
import type { LedgerSession } from '../sources/tcgcsv/mirror/ledger-session.ts'
import { isDay, utcDayText } from '../time/utc-day.ts'
import { chosenSources, withArchive, withSourceLease } from './archive-store.ts'
import { type CommandContext, CommandError, type CommandResult, UsageError } from './command.ts'
import { confirm } from './confirm.ts'
import { keepCardNames } from './keep-card-names.ts'
import { createProgress } from './progress.ts'

const buildsShown = 5

const isoOf = (atMs: number): string => new Date(atMs).toISOString()

const chosenSource = async (context: CommandContext, archive: ArchiveStore): Promise<string> => {
  const [source, ...others] = await chosenSources(context, archive)
  if (source === undefined) throw new CommandError('Nothing is kept yet.')
  if (others.length > 0) throw new UsageError(`--source must say which of ${[source, ...others].join(', ')}`)
  return source
}

/** What an operand asks for: a UTC day, or an instant in milliseconds. The mirror writes zones without a colon. */
const askedFor = (operand: string): string | number => {
  if (isDay(operand)) return operand
  const ms = /^\d{4}-\d\d-\d\dT/.test(operand) ? Date.parse(operand.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) : Number.NaN
  if (Number.isNaN(ms))
    throw new UsageError(`BUILD must be a time such as 2026-10-31T20:05:33Z, or a UTC day; it is "${operand}"`)
  return ms
}

/** The time of the build that an operand names. @throws CommandError unless there is one, and one alone */
const findBuild = (headers: readonly SegmentHeader[], source: string, operand: string): number => {
  const asked = askedFor(operand)
  const isAsked = ({ observedAtMs }: SegmentHeader): boolean =>
    typeof asked === 'number' ? observedAtMs === asked : utcDayText(observedAtMs) === asked
  const timesOf = (some: readonly SegmentHeader[]): readonly number[] =>
    [...new Set(some.map(({ observedAtMs }) => observedAtMs))].sort((a, b) => b - a)
  const standing = standingSegments(headers)
  const found = timesOf(standing.filter(isAsked))
  const [build = timesOf(headers.filter(isAsked))[0], ...others] = found
  if (others.length > 0)
    throw new CommandError(`${operand} has ${found.length} builds; name one: ${found.map(isoOf).join(', ')}`)
  if (build !== undefined) return build
  const newest = timesOf(standing).slice(0, buildsShown).map(isoOf)
  throw new CommandError(
    `${source} has no build of ${operand}. ` +
      (newest.length === 0
        ? 'None stands.'
        : `Its newest are ${newest.join(', ')}; archive status tells of the others.`),
  )
}

/** Brings the catalogue that came with a withdrawn build back to the build before. @returns what there is to tell */
const restoreCatalog = async (
  context: CommandContext,
  archive: ArchiveStore,
  { record }: LedgerSession,
  build: string,
): Promise<readonly string[]> => {
  const { catalogFile } = await readConfig(context.env)
  const status = await readCatalogStatus(catalogFile)
  if (status.state !== 'ready' || status.sourceName !== 'tcgcsv' || status.fetchedAt !== build) return []
  const later = `The catalogue ${catalogFile} is still that of the withdrawn build; the next market sync replaces it.`
  const { buildMarketCatalog } = await import('../sources/tcgcsv/sync/market-catalog.ts')
  try {
    const options = { archive, catalogFile, record: record(), recorded: null, report: () => {} }
    if (!(await buildMarketCatalog(options))) return [later]
  } catch (error) {
    if (!(error instanceof FileLockedError)) throw error
    return [later]
  }
  await keepCardNames(catalogFile)
  return [`The catalogue ${catalogFile} is again that of ${record().lastBuild}.`]
}

/** Lets what a sync of the daily files knows follow the archive. */
const followInSync = async (
  context: CommandContext,
  archive: ArchiveStore,
  session: LedgerSession,
  build: string,
): Promise<readonly string[]> => {
  const { followWithdrawal } = await import('../sources/tcgcsv/sync/follow-withdrawal.ts')
  const { createWorkFolders } = await import('../sources/tcgcsv/mirror/work-folder.ts')
  await followWithdrawal(archive, session)
  const folders = createWorkFolders(join((await readConfig(context.env)).dataDir, 'tcgcsv'))
  const folder = await folders.newest()
  if (folder?.build === build) await folders.remove(folder)
  return restoreCatalog(context, archive, session, build)
}

const recordsLines = {
  untouched: [],
  restored: ['Names, sets and other facts of products are again those of the build before.'],
  kept: [
    'Names, sets and other facts of products stay those of the withdrawn build, since those before it are kept no ' +
      'more; the next market sync brings them anew.',
  ],
} as const satisfies Record<RecordsAfter, readonly string[]>

const linesOf = (result: Exclude<WithdrawResult, { status: 'unknown' }>, name: string): readonly string[] =>
  result.status === 'known'
    ? [`The ${name} was withdrawn already, at ${isoOf(result.recordedAtMs)}.`]
    : [
        `Withdrew the ${name}. It answers no call any more; a knownAt before now still tells what was known then.`,
        ...recordsLines[result.records],
      ]

export const withdrawFromArchive = async (context: CommandContext): Promise<CommandResult> => {
  const operand = context.operands[0] as string
  const progress = createProgress(context)
  return withArchive(context, async (store) => {
    const { archive, now } = store
    const source = await chosenSource(context, archive)
    const headers = await archive.headers(source)
    const observedAtMs = findBuild(headers, source, operand)
    const build = isoOf(observedAtMs)
    const name = `build of ${build} of ${source}`
    const last = standingSegments(headers).findLast((header) => header.observedAtMs === observedAtMs)
    if (last !== undefined) {
      const what = `withdraws the ${name}, ${last.observationCount} prices recorded at ${isoOf(last.recordedAtMs)}`
      await confirm(context, { what, expected: build, isRequired: true })
    }
    const done = await withSourceLease(store, source, async (session) => {
      const onProgress = (segments: number, total: number): void => progress.show(segments, total, source)
      const result = await withdrawBuild({
        store: archive,
        source,
        observedAtMs,
        now: () => new Date(now()),
        onProgress,
      })
      if (result.status === 'unknown') throw new CommandError(`The ${name} is kept no more.`)
      const followed = source === 'tcgcsv' ? await followInSync(context, archive, session, build) : []
      return { result, lines: [...linesOf(result, name), ...followed], build: session.record().lastBuild }
    }).finally(progress.end)
    const { result } = done
    return {
      json: {
        source,
        build,
        status: result.status,
        segments: result.status === 'withdrawn' ? result.segments.length : 0,
        records: result.status === 'withdrawn' ? result.records : null,
        buildInUse: done.build,
      },
      lines: done.lines,
    }
  })
}
