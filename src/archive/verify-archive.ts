import { isDeepStrictEqual } from 'node:util'
import { beginsLog, sinceBeginning } from './chain.ts'
import { createWordTable } from './format/series-table.ts'
import type { ArchiveHead, ArchiveStore, SegmentHeader } from './ports.ts'
import { isAhead } from './recorded-at.ts'
import { replayMonth } from './replay.ts'
import { byMonth, createReplayedPages, createReplayedSeries } from './replayed-index.ts'
import { pageDamages, recordDamages, seriesDamages } from './verify-index.ts'
import { standingSegments } from './withdrawals.ts'

export interface ArchiveDamage {
  /** The segment that is damaged; `null` where it is the index, the head or a product's record. */
  readonly sequence: number | null
  /** A sentence for an operator. */
  readonly what: string
}

export interface VerifyReport {
  readonly segments: number
  readonly observations: number
  readonly series: number
  /** False where the log is damaged: what a damaged segment said cannot be told, so nothing can be held against it. */
  readonly isIndexChecked: boolean
  /** The first by sequence; those of the index stand last, and may be cut off at `maxDamages`. */
  readonly damages: readonly ArchiveDamage[]
  readonly damageCount: number
}

export interface VerifyOptions {
  readonly onProgress?: (segmentsDone: number, segmentsTotal: number) => void
}

const maxDamages = 1_000

/** Whether each header follows the one before, and the head is the last. */
const linkDamages = function* (headers: readonly SegmentHeader[], head: ArchiveHead | null): Generator<ArchiveDamage> {
  for (const [index, header] of headers.entries()) {
    const { sequence, previousHash, recordedAtMs } = header
    const before = headers[index - 1]
    if (before === undefined) {
      if (!beginsLog(header))
        yield { sequence, what: `The log begins with segment ${sequence}: what it follows is missing.` }
      continue
    }
    if (sequence !== before.sequence + 1)
      yield {
        sequence: before.sequence + 1,
        what: `Segment ${before.sequence} is followed by ${sequence}: what was between is missing.`,
      }
    else if (previousHash !== before.hash && !beginsLog(header))
      yield { sequence, what: `Segment ${sequence} does not follow segment ${before.sequence}.` }
    // One that a clock ahead of all others stamped is misdated, and those after it are not.
    if (recordedAtMs < before.recordedAtMs && !isAhead(before.recordedAtMs, recordedAtMs))
      yield { sequence, what: `Segment ${sequence} was recorded before the one that it follows.` }
  }
  const last = headers.at(-1)
  if (head === null) {
    if (last !== undefined) yield { sequence: null, what: 'The archive has segments and no head.' }
  } else if (last === undefined || last.sequence < head.sequence)
    yield { sequence: head.sequence, what: `The log ends before segment ${head.sequence}, which the head names.` }
  else if (!isDeepStrictEqual(last, head))
    yield { sequence: null, what: `The head is not as segment ${last.sequence}, the newest.` }
}

interface StoredLog {
  readonly head: ArchiveHead | null
  readonly headers: readonly SegmentHeader[]
}

/** Head and headers as they were at one time, though segments may be added meanwhile. */
const readLog = async (store: ArchiveStore, source: string): Promise<StoredLog> => {
  for (let attempt = 1; ; attempt++) {
    const log = { headers: await store.headers(source), head: await store.head(source) }
    if (attempt === 3 || log.headers.at(-1)?.sequence === log.head?.sequence) return log
  }
}

/**
 * Holds everything that is kept of a source against everything else: the chain of hashes, every field and content of
 * the log, the head, the records of products, and each page and series of the index against what the log says. Changes
 * nothing.
 */
export const verifyArchive = async (
  store: ArchiveStore,
  source: string,
  options: VerifyOptions = {},
): Promise<VerifyReport> => {
  const damages: ArchiveDamage[] = []
  let damageCount = 0
  const report = (sequence: number | null, what: string): void => {
    damageCount += 1
    if (damages.length < maxDamages) damages.push({ sequence, what })
  }

  const { head, headers: all } = await readLog(store, source)
  for (const { sequence, what } of linkDamages(all, head)) report(sequence, what)
  // What stands before the log's last beginning was about to be forgotten, and is held against nothing.
  const headers = sinceBeginning(all)
  const isForgetting = headers.length < all.length

  const words = createWordTable()
  const standing = new Set(standingSegments(headers).map(({ sequence }) => sequence))
  const series = createReplayedSeries(words, standing)
  const upTo = head?.sequence ?? 0
  const months = byMonth(headers)
  let segments = 0
  let observations = 0
  const indexDamages: string[] = []
  for (const [month, ofMonth] of months) {
    const replayed = createReplayedPages(month)
    for await (const segment of replayMonth(ofMonth, {
      store,
      words,
      onDamage: ({ sequence }, { message }) => report(sequence, message),
    })) {
      replayed.add(segment)
      series.add(segment)
      observations += segment.table.count
      segments += 1
      options.onProgress?.(segments, headers.length)
    }
    if (damageCount > 0) continue
    const stored = store.monthPages(source, month, upTo)
    for await (const what of pageDamages(stored, month, replayed.pages, isForgetting)) indexDamages.push(what)
  }
  damages.sort((a, b) => (a.sequence ?? Number.MAX_SAFE_INTEGER) - (b.sequence ?? Number.MAX_SAFE_INTEGER))
  const isIndexChecked = damageCount === 0
  if (isIndexChecked) {
    for (const what of indexDamages) report(null, what)
    const known = new Set(months.map(([month]) => month))
    for (const month of await store.months(source, upTo))
      if (!known.has(month) && !isForgetting) report(null, `The index has pages of ${month}, the log has none.`)
    for await (const what of seriesDamages(store, source, upTo, series, isForgetting)) report(null, what)
  }
  for await (const what of recordDamages(store, source, upTo)) report(null, what)
  return { segments, observations, series: series.count(), isIndexChecked, damages, damageCount }
}
