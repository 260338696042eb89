import { setTimeout as delay } from 'node:timers/promises'
import { hashOf, noHash, sinceBeginning } from './chain.ts'
import { differencesOf } from './differences.ts'
import { readerGraceMs } from './follow-head.ts'
import { compareTables } from './format/compare-tables.ts'
import { encodeSegment } from './format/encode-segment.ts'
import { emptySeriesTable, type SeriesTable, tableOfBatch } from './format/series-table.ts'
import { extendPages, touchedPages } from './month-pages.ts'
import { monthEndMs, monthOf, monthStartMs, pageOf } from './months.ts'
import { newSeries } from './new-series.ts'
import type { ArchiveHead, Segment, SegmentHeader } from './ports.ts'
import { changedRecordPages } from './record-pages.ts'
import { clockConflict, nextRecordedAtMs, WrongClockError } from './recorded-at.ts'
import type { RecordRequest, RecordResult } from './recording.ts'
import { createStager } from './staging.ts'
import { createTableLoader, type TableLoader } from './tables.ts'
import { standingSegments } from './withdrawals.ts'

/** What took longer is stamped and staged anew: `recordedAt` says when readers could know it. */
const maxStagingMs = 5 * 60_000

/** Somebody else recorded prices of the source meanwhile; nothing was recorded. */
export class AppendRejectedError extends Error {
  override readonly name = 'AppendRejectedError'
  readonly exitStatus = 1
}

interface Plan {
  readonly request: RecordRequest
  readonly loader: TableLoader
  readonly table: SeriesTable
  readonly head: ArchiveHead | null
  /** Headers of what stands of the batch's month; of a partial one of its very time. */
  readonly headers: readonly SegmentHeader[]
}

const planOf = async (request: RecordRequest): Promise<Plan> => {
  const { store, batch } = request
  const loader = request.loader ?? createTableLoader(store)
  const table = tableOfBatch(batch, loader.words)
  const { source, observedAtMs, isComplete } = batch
  const month = monthOf(observedAtMs)
  const bounds = isComplete
    ? { fromMs: monthStartMs(month), toMs: monthEndMs(month) - 1 }
    : { fromMs: observedAtMs, toMs: observedAtMs }
  const headers = standingSegments(sinceBeginning(await store.headers(source, bounds)))
  return { request, loader, table, head: await store.head(source), headers }
}

/** The newest segment of the same time and kind. */
const twinOf = ({ request: { batch }, headers }: Plan): SegmentHeader | null =>
  headers.findLast(
    ({ observedAtMs, isComplete }) => observedAtMs === batch.observedAtMs && isComplete === batch.isComplete,
  ) ?? null

/** Whether nothing observed later is kept. */
const isNewest = async ({ request: { store, batch }, head }: Plan): Promise<boolean> => {
  const newest = head && (await store.newest(batch.source, head.sequence, { asOfMs: null, knownAtMs: null }))
  return newest === null || newest.observedAtMs <= batch.observedAtMs
}

const hasSameAges = (a: SeriesTable, b: SeriesTable): boolean =>
  a.ages === null ? b.ages === null : a.ages.every((ageMs, row) => ageMs === b.ages?.[row])

/** The newest complete segment before the batch, of an earlier month: what it lists is no new series. */
const lastOfMonthBefore = async ({ request: { store, batch }, head }: Plan): Promise<SegmentHeader | null> => {
  if (head === null || !batch.isComplete) return null
  const month = (await store.months(batch.source, head.sequence)).findLast(
    (earlier) => earlier < monthOf(batch.observedAtMs),
  )
  if (month === undefined) return null
  const headers = await store.headers(batch.source, { fromMs: monthStartMs(month), toMs: monthEndMs(month) - 1 })
  return chooseNewest(standingSegments(headers).filter(({ isComplete }) => isComplete))
}

const chooseNewest = (headers: readonly SegmentHeader[]): SegmentHeader | null =>
  headers.reduce<SegmentHeader | null>(
    (newest, header) => ((newest?.observedAtMs ?? -1) > header.observedAtMs ? newest : header),
    null,
  )

/** Every sixth segment of a month is written against the sixth before it: some ten links to a last day, not thirty. */
const stride = 6

const byTime = (a: SegmentHeader, b: SegmentHeader): number =>
  a.observedAtMs - b.observedAtMs || a.sequence - b.sequence

/**
 * The segment against which one of that time is written: of those of its month that are complete, the newest not after
 * it, or at every sixth the sixth newest.
 * @param headers of segments recorded before; others of its source may be among them
 * @returns `null` for the first of a month, which stands by itself
 */
const chooseBase = (headers: readonly SegmentHeader[], observedAtMs: number): SegmentHeader | null => {
  const month = monthOf(observedAtMs)
  const earlier = headers
    .filter(
      (header) => header.isComplete && header.observedAtMs <= observedAtMs && monthOf(header.observedAtMs) === month,
    )
    .sort(byTime)
  return earlier.at(earlier.length % stride === 0 ? -stride : -1) ?? null
}

const append = async (plan: Plan): Promise<SegmentHeader> => {
  const { request, loader, table, head, headers } = plan
  const { store, batch, now, keep, isClockAccepted = false } = request
  const { source, observedAtMs, isComplete } = batch
  const conflict = isClockAccepted ? null : clockConflict(head, now().getTime())
  if (conflict !== null) throw new WrongClockError(conflict)
  const startsAnew = keep === 'newest' || head === null
  const upTo = keep === 'newest' ? 0 : (head?.sequence ?? 0)
  const baseHeader = startsAnew || !isComplete ? null : chooseBase(headers, observedAtMs)
  const before = startsAnew || baseHeader !== null ? null : await lastOfMonthBefore(plan)
  const base = baseHeader === null ? emptySeriesTable : await loader.load(baseHeader)
  const changes = compareTables(base, table)
  const candidates = before === null ? changes.inserted : compareTables(await loader.load(before), table).inserted
  const content = encodeSegment(baseHeader === null ? null : base, table, loader.words, changes)

  const sequence = (head?.sequence ?? 0) + 1
  const month = monthOf(observedAtMs)
  const stager = createStager(store, source, sequence)
  const existing = () =>
    isComplete || upTo === 0
      ? store.monthPages(source, month, upTo)
      : touchedPages(
          store,
          source,
          month,
          upTo,
          new Set(table.productIds.subarray(0, table.count)).values().map(pageOf),
        )

  for (;;) {
    const recordedAtMs = nextRecordedAtMs(head, now().getTime())
    const header = {
      source,
      sequence,
      observedAtMs,
      recordedAtMs,
      isComplete,
      baseSequence: baseHeader?.sequence ?? null,
      observationCount: table.count,
      previousHash: startsAnew ? noHash : head.hash,
    }
    const segment: Segment = { ...header, hash: hashOf(header, content), content }
    await stager.months(extendPages(existing(), { ...header, base, table, changes }))
    await stager.series(newSeries(store, header, table, candidates, loader.words, upTo))
    if (now().getTime() - recordedAtMs > maxStagingMs) continue
    if (!(await store.commit(segment)))
      throw new AppendRejectedError(`Somebody else recorded prices of ${source} meanwhile.`)
    loader.keep(segment.hash, table)
    const { content: _, ...recorded } = segment
    return recorded
  }
}

/**
 * Appends one batch to the archive: whole, or not at all. It may be older than what is there, and it may say something
 * else of a time that is there: then it is a correction. The same batch again changes nothing, unless product records
 * changed: then they come with a segment without changes.
 * @throws RangeError for a batch that cannot be kept. @throws AppendRejectedError, WriterReplacedError
 * when somebody else writes. @throws WrongClockError. @throws ArchiveDamagedError when what it would follow is damaged
 */
export const recordBatch = async (request: RecordRequest): Promise<RecordResult> => {
  const { store, batch, now, onConflict, keep, productRecords } = request
  const { source } = batch
  await store.discardStaged(source)
  const plan = await planOf(request)
  const { head, loader, table } = plan
  const newest = await isNewest(plan)
  if (keep === 'newest' && !batch.isComplete) throw new RangeError('Only a complete batch can be all that is kept.')
  if (keep === 'newest' && head !== null && !newest) return { status: 'known', header: head }

  const twin = twinOf(plan)
  let isKnown = false
  if (twin !== null) {
    const recorded = await loader.load(twin)
    const found = differencesOf(recorded, table, loader.words)
    if (found.count > 0 && onConflict === 'report' && batch.isComplete)
      return { status: 'conflict', header: twin, ...found }
    isKnown = found.count === 0 && hasSameAges(recorded, table)
  }

  let recordsChanged = false
  if (productRecords !== undefined && newest) {
    const pages = changedRecordPages(store, source, head?.sequence ?? 0, productRecords)
    const stager = createStager(store, source, (head?.sequence ?? 0) + 1)
    await stager.products(
      (async function* () {
        for await (const page of pages) {
          recordsChanged = true
          yield page
        }
      })(),
    )
  }
  if (twin !== null && isKnown && !recordsChanged) return { status: 'known', header: twin }

  const header = await append(plan)
  await store.sweep(source, now().getTime() - readerGraceMs)
  if (keep === 'newest' && head !== null) {
    await delay(request.graceMs ?? readerGraceMs)
    await store.forget(source, header.sequence)
  }
  return { status: 'recorded', header }
}
