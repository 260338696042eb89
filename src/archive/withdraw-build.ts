import { hashOf, sinceBeginning } from './chain.ts'
import { openMonthPage } from './format/append-section.ts'
import { unpackPage } from './format/read-page.ts'
import { monthOf } from './months.ts'
import type { ArchiveStore, MonthPage, Segment, SegmentHeader } from './ports.ts'
import { AppendRejectedError } from './record-batch.ts'
import { formerRecordPages } from './record-pages.ts'
import { clockConflict, isAhead, nextRecordedAtMs, WrongClockError } from './recorded-at.ts'
import { createStager } from './staging.ts'
import { isWithdrawal, standingSegments } from './withdrawals.ts'
import { seriesWithout } from './withdrawn-series.ts'

export interface WithdrawRequest {
  readonly store: ArchiveStore
  readonly source: string
  /** The build's own time. */
  readonly observedAtMs: number
  readonly now: () => Date
  readonly onProgress?: (segmentsDone: number, segmentsTotal: number) => void
}

/** What became of the records of products, of which only the newest state is kept. */
export type RecordsAfter =
  /** They are of a newer build, as before. */
  | 'untouched'
  /** They are again those of the build before. */
  | 'restored'
  /** Those of the build before are kept no more: they stay as they are until the next build. */
  | 'kept'

export type WithdrawResult =
  | { readonly status: 'withdrawn'; readonly segments: readonly SegmentHeader[]; readonly records: RecordsAfter }
  /** It was withdrawn before, at that time. */
  | { readonly status: 'known'; readonly recordedAtMs: number }
  | { readonly status: 'unknown' }

const all = { asOfMs: null, knownAtMs: null } as const

/** The pages of the month that hold sections of the withdrawn time, with one more that takes them back. */
async function* withdrawnPages(store: ArchiveStore, header: SegmentHeader, upTo: number): AsyncGenerator<MonthPage> {
  const month = monthOf(header.observedAtMs)
  for await (const { page, content } of store.monthPages(header.source, month, upTo)) {
    const builder = openMonthPage(unpackPage(content), page, month)
    if (builder.withdraw(header)) yield { month, page, content: builder.pack(header) }
  }
}

/** @throws WrongClockError when the clock is behind the log, and what is withdrawn is not to blame */
const recordedAtMsOf = (head: SegmentHeader, withdrawn: readonly SegmentHeader[], nowMs: number): number => {
  const conflict = clockConflict(head, nowMs)
  if (conflict !== null && !withdrawn.some(({ recordedAtMs }) => isAhead(recordedAtMs, nowMs)))
    throw new WrongClockError(conflict)
  return nextRecordedAtMs(head, nowMs)
}

/**
 * Takes back all that was recorded of one time, whole or not at all, by one more segment: from then on every answer is
 * as if it had never been recorded, but for a `knownAt` before the withdrawal, which answers what was known then. The
 * same time can be recorded anew.
 * @throws AppendRejectedError, WriterReplacedError when somebody else writes. @throws ArchiveDamagedError
 * @throws WrongClockError
 */
export const withdrawBuild = async (request: WithdrawRequest): Promise<WithdrawResult> => {
  const { store, source, observedAtMs, now } = request
  await store.discardStaged(source)
  const head = await store.head(source)
  const headers = sinceBeginning(await store.headers(source))
  const ofTime = headers.filter((header) => header.observedAtMs === observedAtMs)
  const segments = standingSegments(ofTime)
  const newestOfTime = segments.at(-1)
  if (head === null || newestOfTime === undefined) {
    const withdrawal = ofTime.findLast(isWithdrawal)
    return withdrawal === undefined ? { status: 'unknown' } : { status: 'known', recordedAtMs: withdrawal.recordedAtMs }
  }

  const content = new Uint8Array(0)
  const header = {
    source,
    sequence: head.sequence + 1,
    observedAtMs,
    recordedAtMs: recordedAtMsOf(head, segments, now().getTime()),
    isComplete: false,
    baseSequence: newestOfTime.sequence,
    observationCount: 0,
    previousHash: head.hash,
  }
  const segment: Segment = { ...header, hash: hashOf(header, content), content }
  const stager = createStager(store, source, segment.sequence)
  await stager.months(withdrawnPages(store, segment, head.sequence))
  await stager.series(seriesWithout({ ...request, headers, withdrawn: segments, upTo: head.sequence }))

  const isNewest = (await store.newest(source, head.sequence, all))?.observedAtMs === observedAtMs
  const before = (segments[0]?.sequence ?? 1) - 1
  const isSwept = (await store.sweptSequence(source)) > before
  if (isNewest && !isSwept) await stager.products(formerRecordPages(store, source, { from: head.sequence, to: before }))
  if (!(await store.commit(segment)))
    throw new AppendRejectedError(`Somebody else recorded prices of ${source} meanwhile.`)
  return { status: 'withdrawn', segments, records: !isNewest ? 'untouched' : isSwept ? 'kept' : 'restored' }
}
