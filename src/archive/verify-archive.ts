import { isDeepStrictEqual } from 'node:util'
import { beginsLog } from './chain.ts'
import { createWordTable } from './format/series-table.ts'
import type { ArchiveHead, ArchiveStore, SegmentHeader } from './ports.ts'
import { replayMonth } from './replay.ts'
import { byMonth, createReplayedPages, createReplayedSeries } from './replayed-index.ts'
import { pageDamages, recordDamages, seriesDamages } from './verify-index.ts'

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
      if (!beginsLog(header)) yield { sequence, what: `The log begins with segment ${sequence}: what it follows is missing.` }
      continue
    }
    if (sequence !== before.sequence + 1)
      yield {
        sequence: before.sequence + 1,
        what: `Segment ${before.sequence} is followed by ${sequence}: what was between is missing.`,
      }
    else if (previousHash !== before.hash)
      yield { sequence, what: `Segment ${sequence} does not follow segment ${before.sequence}.` }
    if (recordedAtMs < before.recordedAtMs)
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

/** Head and headers as they were at one time, though segments may be added meanwhile. */
const readLog = async (
  store: ArchiveStore,
  source: string,
): Promise<{ head: ArchiveHead | null; headers: readonly SegmentHeader[] }> => {
  const headers = await store.headers(source)
  const head = await store.head(source)
  const last = headers.at(-1)?.sequence ?? 0
  return head === null || head.sequence <= last ? { head, headers } : { head, headers: await store.headers(source) }
}

/**
 * Holds everything that is kept of a source against everything else: the chain of hashes, every field and content of the log, the head, the records of products, and each page and series of
 * the index against what the log says. Changes nothing, but finishes a forgetting that was cut off.
 */
export const verifyArchive = async (store: ArchiveStore, source: string, options: VerifyOptions = {}): Promise<VerifyReport> => {
  const damages: ArchiveDamage[] = []
  let damageCount = 0
  const report = (sequence: number | null, what: string): void => {
    damageCount += 1
    if (damages.length < maxDamages) damages.push({ sequence, what })
  }

  const { head, headers: all } = await readLog(store, source)
  const beginning = all.findLast(beginsLog)?.sequence ?? 0
  if (all.some(({ sequence }) => sequence < beginning)) await store.forget(source, beginning)
  const headers = all.filter(({ sequence }) => sequence >= beginning && sequence <= (head?.sequence ?? sequence))
  for (const { sequence, what } of linkDamages(headers, head)) report(sequence, what)

  const words = createWordTable()
  const series = createReplayedSeries(words)
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
    for await (const what of pageDamages(store.monthPages(source, month, upTo), month, replayed.pages)) indexDamages.push(what)
  }
  damages.sort((a, b) => (a.sequence ?? Number.MAX_SAFE_INTEGER) - (b.sequence ?? Number.MAX_SAFE_INTEGER))
  const isIndexChecked = damageCount === 0
  if (isIndexChecked) {
    for (const what of indexDamages) report(null, what)
    const known = new Set(months.map(([month]) => month))
    for (const month of await store.months(source, upTo))
      if (!known.has(month)) report(null, `The index has pages of ${month}, the log has none.`)
    for await (const what of seriesDamages(store, source, upTo, series)) report(null, what)
  }
  for await (const what of recordDamages(store, source, upTo)) report(null, what)
  return { segments, observations, series: series.count(), isIndexChecked, damages, damageCount }
}
