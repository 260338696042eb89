import { noHash } from '../../../archive/chain.ts'
import type { ArchiveStore } from '../../../archive/ports.ts'
import { recordBatch } from '../../../archive/record-batch.ts'
import { clockConflict } from '../../../archive/recorded-at.ts'
import { fullDiskMessage } from '../../../files/full-disk.ts'
import { withReservedSpace } from '../../../files/reserved-space.ts'
import type { SyncLedger, SyncRecord } from '../../../market/sync-ledger.ts'
import { dayMs } from '../../../time/units.ts'
import { openList } from '../format/envelope.ts'
import type { MirrorLine } from '../format/read-lists.ts'
import { readMirrorLines } from '../mirror/choose-lines.ts'
import { type LedgerSession, withLedgerSession } from '../mirror/ledger-session.ts'
import { pullBuild } from '../mirror/pull-build.ts'
import { categoriesAddress, type PullProgress } from '../mirror/pull-lists.ts'
import { SyncError } from '../mirror/sync-error.ts'
import { type BuildFolder, createWorkFolders, type WorkFolders } from '../mirror/work-folder.ts'
import { type PricesByProduct, printingsByProduct } from '../product-record.ts'
import { leaveOutTakenNumbers, openAmounts, readStock, tcgcsvName } from './archive-day.ts'
import { followWithdrawal, isWithdrawnDay } from './follow-withdrawal.ts'
import type { Stock } from './judge-products.ts'
import { buildMarketCatalog } from './market-catalog.ts'
import { createProgressReport } from './progress-report.ts'
import { DamagedFolderError, readDayFolder, readDayRecords } from './read-day-folder.ts'
import { type RefusedBuildError, refuseBuild } from './refuse-build.ts'
import { type DayBefore, validateDay } from './validate-day.ts'

export interface MarketSyncOptions {
  readonly baseUrl: string
  /** `App/1.2.3`. */
  readonly userAgent: string
  /** Milliseconds since the epoch, of the clock that all processes of the database share. */
  readonly now: () => number
  /** Product lines by slug or id; `null` for all. */
  readonly words: readonly string[] | null
  readonly ledger: SyncLedger
  readonly archive: ArchiveStore
  /** Where the files of a build lie meanwhile. */
  readonly workFolder: string
  readonly catalogFile: string
  /** Whether earlier days are kept; else the newest replaces them. */
  readonly keepsHistory: boolean
  /** How long readers have to leave the day before the newest, where that alone is kept. */
  readonly graceMs?: number
  /** Takes the build that was refused, after somebody has looked at it. */
  readonly accept?: boolean
  /** This machine's clock, where `now` is another's: the two must agree. */
  readonly machineNow?: () => number
  /** Goes by `now` though other clocks differ, after somebody has looked at them. */
  readonly isClockAccepted?: boolean
  readonly onProgress?: (progress: PullProgress) => void
  readonly pauseMs?: number
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
}

export type MarketSyncResult = { readonly requests: number; readonly catalogueBuilt: boolean } & (
  | {
      readonly status: 'synced'
      readonly build: string
      readonly lines: readonly string[]
      readonly products: number
      readonly prices: number
      /** Rows that were left out, by reason. */
      readonly refusedRows: Readonly<Record<string, number>>
    }
  | {
      /** There was nothing to pull: why, and when there may be. */
      readonly status: 'current'
      readonly build: string | null
      readonly reason: string
      readonly nextAt: string | null
    }
)

interface Session {
  readonly options: MarketSyncOptions
  readonly session: LedgerSession
  readonly folders: WorkFolders
  readonly report: (progress: PullProgress) => void
}

const nowIso = ({ now }: MarketSyncOptions): string => new Date(now()).toISOString()

const isTaken = ({ lastBuild, lines }: SyncRecord, build: string, wanted: readonly MirrorLine[]): boolean => {
  if (lastBuild === null || lastBuild < build) return false
  const ids = new Set(lines.map(({ categoryId }) => categoryId))
  return lastBuild > build || wanted.every(({ categoryId }) => ids.has(categoryId))
}

/** The product lines that the list in a folder names. */
const linesListed = async (folder: BuildFolder): Promise<readonly MirrorLine[]> =>
  readMirrorLines(openList((await folder.read(categoriesAddress)) ?? '').rows ?? [])

/** The product lines of a day: those that were asked for, and those that were taken of the same build before. */
const linesOfDay = async (
  folder: BuildFolder,
  chosen: readonly MirrorLine[],
  record: SyncRecord,
): Promise<readonly MirrorLine[]> => {
  if (record.lastBuild !== folder.build) return chosen
  const whole = new Set(await folder.wholeLines())
  const listed = await linesListed(folder)
  const before = new Set(record.lines.map(({ categoryId }) => categoryId).filter((categoryId) => whole.has(categoryId)))
  return listed.filter(
    (line) => before.has(line.categoryId) || chosen.some(({ categoryId }) => categoryId === line.categoryId),
  )
}

const refuse = (
  { options, session, folders }: Session,
  folder: BuildFolder,
  reasons: readonly string[],
): Promise<RefusedBuildError> =>
  refuseBuild(
    { session, folders, at: nowIso(options) },
    folder,
    reasons,
    (path) => `The last good day serves on; the files lie in ${path}, and market sync --accept takes them after all.`,
  )

/** Why a row is left out whose printing cannot be told from another. */
const takenNumber = 'the number of its unknown printing is taken'

/** Refuses to remove kept days by keeping the newest alone; that is asked for by name. @throws SyncError */
const refuseToForget = async (archive: ArchiveStore): Promise<void> => {
  const head = await archive.head(tcgcsvName)
  if (head === null || head.sequence === 1 || head.previousHash === noHash) return
  if ((await archive.newest(tcgcsvName, head.sequence, { asOfMs: null, knownAtMs: null })) === null) return
  throw new SyncError(
    'PRICE_ARCHIVE=off would remove every day that was kept before; ' +
      'turn it on, or remove them first by archive purge --source tcgcsv --yes.',
  )
}

const dayBefore = async (
  archive: ArchiveStore,
  { lastBuild, lines }: SyncRecord,
  stock: Stock,
  build: string,
): Promise<DayBefore> => ({
  stock,
  lines,
  amountsOf: lastBuild === null ? () => null : await openAmounts(archive, lastBuild),
  days: lastBuild === null ? 0 : (Date.parse(build) - Date.parse(lastBuild)) / dayMs,
})

/** Validates a build and records it as one batch; the same build again changes nothing. @throws RefusedBuildError */
const takeOver = async (context: Session, folder: BuildFolder, chosen: readonly MirrorLine[], isAccepted: boolean) => {
  const { options, session, folders, report } = context
  const { archive, now, words, keepsHistory, graceMs } = options
  if (!keepsHistory) await refuseToForget(archive)
  const record = session.record()
  const lines = await linesOfDay(folder, chosen, record)
  const stock = await readStock(archive)
  const day = await readDayFolder(folder, {
    lines,
    knownLine: (productId) => stock.products.get(productId)?.categoryId ?? null,
    onProgress: (done, total) => report({ step: 'check', done, total, name: folder.build }),
  }).catch(async (error: unknown) => {
    if (error instanceof DamagedFolderError) await folder.setWholeLines([])
    throw error
  })
  const { prices, taken } = await leaveOutTakenNumbers(archive, day.prices)
  if (await isWithdrawnDay(archive, folder.build, prices, () => readDayRecords(folder, lines, day))) {
    await folders.remove(folder)
    throw new SyncError(
      `TCGCSV still shows the build of ${folder.build} as it was when it was withdrawn; nothing was taken over. ` +
        'The next sync looks again, and takes it once it says something else.',
    )
  }
  const reasons = isAccepted
    ? []
    : await validateDay(day, await dayBefore(archive, record, stock, folder.build), words === null)
  if (reasons.length > 0) throw await refuse(context, folder, reasons)
  report({ step: 'record', done: 0, total: 1, name: folder.build })
  await session.check()
  await recordBatch({
    store: archive,
    batch: { source: tcgcsvName, observedAtMs: Date.parse(folder.build), isComplete: true, observations: prices },
    productRecords: readDayRecords(folder, lines, day),
    now: () => new Date(now()),
    onConflict: 'correct',
    keep: keepsHistory ? 'all' : 'newest',
    isClockAccepted: options.isClockAccepted === true,
    ...(graceMs === undefined ? {} : { graceMs }),
  }).catch(async (error: unknown) => {
    // What cannot be kept would fail again with each sync, and none would ask for a better build.
    throw error instanceof RangeError
      ? await refuse(context, folder, [`it cannot be recorded (${error.message})`])
      : error
  })
  const counts = day.lines.map(({ categoryId, rows, marketPrices }) => ({ categoryId, rows, marketPrices }))
  await session.update({ lastBuild: folder.build, lines: counts, finishedAt: nowIso(options), refused: null })
  // The day itself is not handed on: it would lie in memory while the catalogue is built.
  return {
    printings: printingsByProduct(prices),
    products: day.products.size,
    prices: prices.length,
    refusedRows: taken === 0 ? day.refused : { ...day.refused, [takenNumber]: taken },
    lines: lines.map(({ slug }) => slug),
  }
}

/** The refused build, to be taken after all. @throws SyncError when there is none on this machine */
const acceptRefused = async ({
  session,
  folders,
}: Session): Promise<{ folder: BuildFolder; lines: readonly MirrorLine[] }> => {
  const { refused } = session.record()
  if (refused === null) throw new SyncError('There is no refused build to accept.')
  const folder = await folders.accept(refused.build)
  if (folder === null)
    throw new SyncError(
      `The refused build of ${refused.build} is not on this machine; it was put at ${refused.folder}.`,
    )
  const whole = new Set(await folder.wholeLines())
  return { folder, lines: (await linesListed(folder)).filter(({ categoryId }) => whole.has(categoryId)) }
}

const sync = async (context: Session): Promise<MarketSyncResult> => {
  const { options, session, folders, report } = context
  await followWithdrawal(options.archive, session)
  const conflict = clockConflict(await options.archive.head(tcgcsvName), options.now())
  if (conflict !== null && options.isClockAccepted !== true) throw new SyncError(`${conflict}.`)
  const { baseUrl, userAgent, now, words, pauseMs, timeoutMs, signal, archive, catalogFile, accept = false } = options
  const pulled = accept
    ? { status: 'whole' as const, requests: 0, ...(await acceptRefused(context)) }
    : await pullBuild({
        baseUrl,
        userAgent,
        now,
        words,
        folders,
        session,
        signal,
        pauseMs,
        timeoutMs,
        isTaken: (build, lines) => isTaken(session.record(), build, lines),
        newestTaken: session.record().lastBuild,
        isSharedByDatabase: true,
        witnesses: () => [{ name: "this machine's clock", nowMs: options.machineNow?.() ?? null }],
        isClockAccepted: options.isClockAccepted,
        onProgress: report,
      })
  const { requests } = pulled
  const buildCatalog = (recorded: PricesByProduct | null): Promise<boolean> =>
    buildMarketCatalog({ archive, catalogFile, record: session.record(), recorded, report })
  if (pulled.status === 'current') {
    const catalogueBuilt = await buildCatalog(null)
    const { reason, nextAt } = pulled
    return { status: 'current', build: session.record().lastBuild, reason, nextAt, requests, catalogueBuilt }
  }
  const { printings, ...taken } = await takeOver(context, pulled.folder, pulled.lines, accept)
  const catalogueBuilt = await buildCatalog(printings)
  return { status: 'synced', build: pulled.folder.build, ...taken, requests, catalogueBuilt }
}

/**
 * Brings prices and catalogue up to the mirror's newest build, if there is one and its owner's etiquette allows: pulls
 * its files, validates them, records them as one day and builds the catalogue index. A process that dies on the way
 * leaves the last day as it was, and the next goes on.
 * @returns `null` when another process is at it
 * @throws SyncError saying what stopped it
 */
export const syncMarket = (options: MarketSyncOptions): Promise<MarketSyncResult | null> =>
  withReservedSpace(options.workFolder, (releaseSpace) =>
    withLedgerSession(options.ledger, tcgcsvName, async (session) => {
      const report = createProgressReport(session, options.now, options.onProgress ?? (() => {}))
      try {
        const result = await sync({ options, session, folders: createWorkFolders(options.workFolder), report })
        await session.update({ progress: null, failure: null })
        return result
      } catch (error) {
        await releaseSpace()
        // A sync that was stopped has not failed, nor has the mirror when there was nothing to accept. What the ledger
        // cannot be told now the next one tells it.
        const reason =
          fullDiskMessage(error, options.workFolder) ?? (error instanceof Error ? error.message : String(error))
        const isFailure = options.signal?.aborted !== true && options.accept !== true
        const failure = isFailure ? { failure: { reason, at: nowIso(options) } } : {}
        await session.update({ progress: null, ...failure }).catch(() => {})
        throw error
      }
    }),
  )
