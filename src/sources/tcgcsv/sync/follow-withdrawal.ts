import { differencesOf } from '../../../archive/differences.ts'
import { tableOfBatch } from '../../../archive/format/series-table.ts'
import type { ArchiveStore, PriceObservation, SegmentHeader } from '../../../archive/ports.ts'
import { changedRecordPages } from '../../../archive/record-pages.ts'
import type { RecordedProduct } from '../../../archive/recording.ts'
import { createTableLoader } from '../../../archive/tables.ts'
import { isWithdrawal, standingSegments } from '../../../archive/withdrawals.ts'
import type { SyncRecord } from '../../../market/sync-ledger.ts'
import type { LedgerSession } from '../mirror/ledger-session.ts'
import { readRecords, tcgcsvName } from './archive-day.ts'

/** The segments of a build, standing or not. */
const segmentsOf = (archive: ArchiveStore, build: string): Promise<readonly SegmentHeader[]> =>
  archive.headers(tcgcsvName, { fromMs: Date.parse(build), toMs: Date.parse(build) })

/** What a build holds of each product line, by what is known of products now. */
const countLines = async (archive: ArchiveStore, header: SegmentHeader): Promise<SyncRecord['lines']> => {
  const lineOf = new Map<number, number>()
  for await (const [productId, { category }] of readRecords(archive)) lineOf.set(productId, category.categoryId)
  const { count, productIds, amounts } = await createTableLoader(archive).load(header)
  const lines = new Map<number, { categoryId: number; rows: number; marketPrices: number }>()
  for (let row = 0; row < count; row++) {
    const categoryId = lineOf.get(productIds[row] as number)
    if (categoryId === undefined) continue
    const line = lines.get(categoryId) ?? { categoryId, rows: 0, marketPrices: 0 }
    lines.set(categoryId, line)
    line.rows += 1
    if (amounts[0][row] !== 0) line.marketPrices += 1
  }
  return [...lines.values()]
}

/**
 * Lets the ledger go back to the newest build that stands, when the one that it names was withdrawn: the next day is
 * compared with that one, and the withdrawn one may be taken over anew.
 */
export const followWithdrawal = async (
  archive: ArchiveStore,
  { record, update }: Pick<LedgerSession, 'record' | 'update'>,
): Promise<void> => {
  const { lastBuild } = record()
  if (lastBuild === null) return
  const segments = await segmentsOf(archive, lastBuild)
  if (segments.length === 0 || standingSegments(segments).length > 0) return
  const upTo = (await archive.head(tcgcsvName))?.sequence ?? 0
  const newest = await archive.newest(tcgcsvName, upTo, { asOfMs: null, knownAtMs: null })
  await update(
    newest === null
      ? { lastBuild: null, lines: [], finishedAt: null }
      : {
          lastBuild: new Date(newest.observedAtMs).toISOString(),
          lines: await countLines(archive, newest),
          finishedAt: new Date(newest.recordedAtMs).toISOString(),
        },
  )
}

/** Whether a build was withdrawn and comes again as it was: the mirror has not been put right. */
export const isWithdrawnDay = async (
  archive: ArchiveStore,
  build: string,
  observations: readonly PriceObservation[],
  records: () => AsyncIterable<RecordedProduct>,
): Promise<boolean> => {
  const segments = await segmentsOf(archive, build)
  const withdrawal = segments.findLast(isWithdrawal)
  const withdrawn = segments.findLast(({ isComplete }) => isComplete)
  if (withdrawal === undefined || withdrawn === undefined || withdrawn.sequence > withdrawal.sequence) return false
  // Recorded in what was still to come: it was withdrawn for its time, not for what it says.
  if (withdrawn.recordedAtMs > withdrawal.recordedAtMs) return false
  const loader = createTableLoader(archive)
  const batch = { source: tcgcsvName, observedAtMs: withdrawn.observedAtMs, isComplete: true, observations }
  const table = tableOfBatch(batch, loader.words)
  if (differencesOf(await loader.load(withdrawn), table, loader.words).count > 0) return false
  // What was said of products is kept until something else is recorded.
  const upTo = withdrawal.sequence - 1
  if ((await archive.sweptSequence(tcgcsvName)) > upTo) return true
  for await (const _ of changedRecordPages(archive, tcgcsvName, upTo, records())) return false
  return true
}
