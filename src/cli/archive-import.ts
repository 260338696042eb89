import { readConfig } from '../app/configuration/config.ts'
import { observationsIn } from '../archive/export/export-segments.ts'
import { recordBatch } from '../archive/record-batch.ts'
import { createTableLoader } from '../archive/tables.ts'
import { standingSegments } from '../archive/withdrawals.ts'
import { usdOf } from '../market/money.ts'
import { type BuildReport, type ImportArchive, importBuilds } from '../sources/tcgcsv/files/import-builds.ts'
import { type KeptFiles, listKeptFiles } from '../sources/tcgcsv/files/list-kept-files.ts'
import type { AccessStore } from '../stores/store.ts'
import { dayMs } from '../time/units.ts'
import { withSourceLease } from './archive-store.ts'
import { type CommandContext, CommandError, optional, printResult, UsageError } from './command.ts'
import { createProgress, type Progress } from './progress.ts'
import { withStore } from './with-store.ts'

const source = 'tcgcsv'
const examplesShown = 3

const archiveOf = ({ archive: store, now }: AccessStore): ImportArchive => {
  const loader = createTableLoader(store)
  return {
    segmentsOf: async (day) => {
      const fromMs = Date.parse(day)
      const headers = await store.headers(source, { fromMs, toMs: fromMs + dayMs - 1 })
      return standingSegments(headers).filter(({ isComplete }) => isComplete)
    },
    observationsOf: async (header) => observationsIn(await loader.load(header), loader.words),
    record: async (batch) => {
      await recordBatch({ store, batch, now: () => new Date(now()), onConflict: 'correct', keep: 'all' })
    },
  }
}

const amount = (cents: number | null): string => (cents === null ? 'none' : usdOf(cents).toFixed(2))

const countText = ({ status, observations, added, different, same }: BuildReport): string => {
  switch (status) {
    case 'stored':
      return `${observations} prices stored`
    case 'added':
      return `${added} prices added to ${same} that are there`
    case 'known':
      return `known, all ${same} prices`
    case 'corrected':
      return `${different} prices corrected, ${added} added`
    case 'contradicts':
      return (
        `NOT stored: ${different} prices contradict what is there, ${same} agree ` +
        '(--correct stores the day as a correction)'
      )
    case 'refused':
      return 'NOT stored'
  }
}

const linesOf = (report: BuildReport): readonly string[] => {
  const { day, emptyFiles, rejected, reasons, status, differences } = report
  return [
    `${day}  ${countText(report)}${emptyFiles > 0 ? `; ${emptyFiles} empty files` : ''}`,
    ...reasons.map((reason) => `  ${reason}`),
    ...(status === 'contradicts' || status === 'corrected' ? differences.slice(0, examplesShown) : []).map(
      ({ sku, recorded, given }) =>
        `  product ${sku.productId} ${sku.variant}: market price ${amount(recorded.marketCents)} is there, ` +
        `${amount(given.marketCents)} given; lowest ${amount(recorded.lowestCents)}, ` +
        `${amount(given.lowestCents)}`,
    ),
    ...(rejected.total > 0 ? [`  ${rejected.total} rows left out, such as:`] : []),
    ...rejected.first.slice(0, examplesShown).map(({ place, reason }) => `  ${place} ${reason}`),
  ]
}

const isStored = ({ status }: BuildReport): boolean => status !== 'contradicts' && status !== 'refused'

const importAll = async (
  store: AccessStore,
  { builds }: KeptFiles,
  options: { readonly isDryRun: boolean; readonly isCorrecting: boolean; readonly progress: Progress },
): Promise<readonly BuildReport[]> =>
  withSourceLease(store, source, async ({ check }) => {
    const reports: BuildReport[] = []
    const { isDryRun, isCorrecting, progress } = options
    const archive = archiveOf(store)
    const { lastBuild = null } = (await store.syncLedger.read(source)) ?? {}
    const filesInAll = builds.reduce((sum, { paths }) => sum + paths.length, 0)
    let filesBefore = 0
    const onProgress = (done: number, _: number, day: string): void =>
      progress.show(filesBefore + done, filesInAll, day)
    for await (const report of importBuilds(builds, {
      archive: {
        ...archive,
        record: async (batch) => {
          // A process that was frozen learns here that another has gone on.
          await check()
          await archive.record(batch)
        },
      },
      source,
      now: () => new Date(store.now()),
      syncedMs: lastBuild === null ? null : Date.parse(lastBuild),
      isCorrecting,
      isDryRun,
      onProgress,
    })) {
      filesBefore += report.files
      reports.push(report)
    }
    return reports
  })

export const importArchive = async (context: CommandContext): Promise<null> => {
  const { options, operands } = context
  const named = optional(context, 'source') ?? source
  if (named !== source)
    throw new UsageError(`--source can only be ${source}: files of other sources have no known form`)
  const { marketSource, priceArchive } = await readConfig(context.env)
  if (marketSource === source && !priceArchive)
    throw new UsageError('PRICE_ARCHIVE is off, which keeps the newest day alone; turn it on to import days')
  const isDryRun = options['dry-run'] === true
  const progress = createProgress(context)
  const files = await listKeptFiles(operands)
  const days = await withStore(
    context,
    (store) => importAll(store, files, { isDryRun, isCorrecting: options.correct === true, progress }),
    { isChecked: false },
  ).finally(progress.end)
  const failed = days.filter((day) => !isStored(day))
  const written = days.filter(({ status }) => status === 'stored' || status === 'added' || status === 'corrected')
  printResult(context, {
    json: { source, dryRun: isDryRun, days, packed: files.packed, ignoredFiles: files.ignored },
    lines: [
      ...days.flatMap(linesOf),
      ...(files.packed.length > 0
        ? [`${files.packed.length} packed archives were passed over, such as ${files.packed[0]}; unpack them first.`]
        : []),
      (isDryRun ? 'A dry run; nothing was stored. ' : '') +
        `${days.length} days: ${written.length} stored, ` +
        `${days.length - written.length - failed.length} known, ${failed.length} not stored.`,
    ],
  })
  if (failed.length > 0) throw new CommandError(`${failed.length} of ${days.length} days were not stored.`)
  return null
}
