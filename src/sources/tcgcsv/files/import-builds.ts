import type { ObservationBatch, PriceObservation, SegmentHeader } from '../../../archive/ports.ts'
import { utcDayText } from '../../../time/utc-day.ts'
import type { RejectedRows } from '../format/observation-set.ts'
import { buildOfDayMs } from './kept-paths.ts'
import type { KeptBuild } from './list-kept-files.ts'
import { type BuildDifference, mergeBuild } from './merge-build.ts'
import { type KeptDay, readKeptBuild } from './read-kept-build.ts'

/** What became of one build. */
export interface BuildReport {
  /** UTC date of the build. */
  readonly day: string
  readonly observedAt: string
  /**
   * `stored`: was not there. `added`: was there, and the files had further SKUs. `known`: said nothing new.
   * `corrected`: contradicted what was there, and was stored as a correction. `contradicts`: the same, not stored.
   * `refused`: could not be read whole, not stored.
   */
  readonly status: 'stored' | 'added' | 'known' | 'corrected' | 'contradicts' | 'refused'
  readonly files: number
  readonly emptyFiles: number
  readonly observations: number
  readonly added: number
  readonly same: number
  readonly different: number
  readonly differences: readonly BuildDifference[]
  readonly rejected: RejectedRows<string>
  /** Why it was refused; empty otherwise. */
  readonly reasons: readonly string[]
}

export interface ImportArchive {
  /** Complete segments of a UTC date, in order of sequence. */
  readonly segmentsOf: (day: string) => Promise<readonly SegmentHeader[]>
  readonly observationsOf: (header: SegmentHeader) => Promise<Iterable<PriceObservation>>
  /** Appends a batch. */
  readonly record: (batch: ObservationBatch) => Promise<void>
}

export interface ImportBuildsOptions {
  readonly archive: ImportArchive
  readonly source: string
  readonly now: () => Date
  /** The newest build that a sync took over and that is served, in milliseconds since the epoch; `null` before it. */
  readonly syncedMs: number | null
  /** Stores what contradicts as a correction. */
  readonly isCorrecting: boolean
  /** Stores nothing and says what would be. */
  readonly isDryRun: boolean
  readonly onProgress: (done: number, total: number, what: string) => void
}

/** A build with more rows left out than these, and than one in a hundred, is not what it should be. */
const maxRejectedRows = 10
const maxRejectedShare = 0.01
const reasonsShown = 10

/** Why a build cannot be believed whole: stored with a part missing, the missing would look as if it had no price. */
const reasonsAgainst = (
  { observations, rejected, unreadable }: KeptDay,
  atMs: number,
  { nowMs, syncedMs }: { readonly nowMs: number; readonly syncedMs: number | null },
): readonly string[] => {
  if (syncedMs !== null && atMs > syncedMs)
    return [
      `is newer than the last build that was synced (${new Date(syncedMs).toISOString()}); a sync brings it whole`,
    ]
  if (atMs > nowMs) return ['lies in the future; the mirror makes the build of a day about 20:00 UTC']
  if (unreadable.length > 0)
    return unreadable.length > reasonsShown
      ? [...unreadable.slice(0, reasonsShown), `and ${unreadable.length - reasonsShown} more files`]
      : unreadable
  if (observations.length === 0) return ['holds no price at all']
  const { total } = rejected
  return total > maxRejectedRows && total > maxRejectedShare * (total + observations.length)
    ? [
        `${total} of ${total + observations.length} rows cannot be read, ` +
          `such as ${rejected.first[0]?.place}: ${rejected.first[0]?.reason}`,
      ]
    : []
}

/**
 * The segment that holds the same build. A build that is known by its day alone is the one of that day, whenever
 * exactly it was made; two builds of one day that both bear their instants are two.
 */
const sameBuild = (
  segments: readonly SegmentHeader[],
  { observedAtMs, isStamped }: KeptBuild,
): SegmentHeader | null => {
  const newestOf = (fitting: readonly SegmentHeader[]): SegmentHeader | null =>
    fitting.toSorted((a, b) => a.observedAtMs - b.observedAtMs || a.sequence - b.sequence).at(-1) ?? null
  const exact = newestOf(segments.filter((header) => header.observedAtMs === observedAtMs))
  if (exact !== null) return exact
  const usualMs = buildOfDayMs(utcDayText(observedAtMs))
  return newestOf(isStamped ? segments.filter((header) => header.observedAtMs === usualMs) : segments)
}

const importBuild = async (
  build: KeptBuild,
  { archive, source, now, syncedMs, ...options }: ImportBuildsOptions,
): Promise<BuildReport> => {
  const day = utcDayText(build.observedAtMs)
  const read = await readKeptBuild(build.paths, (done) => options.onProgress(done, build.paths.length, day))
  const reasons = reasonsAgainst(read, build.observedAtMs, { nowMs: now().getTime(), syncedMs })
  const existing = reasons.length > 0 ? null : sameBuild(await archive.segmentsOf(day), build)
  const recorded = existing === null ? [] : await archive.observationsOf(existing)
  const { observations, ...merged } = mergeBuild(recorded, reasons.length > 0 ? [] : read.observations)
  const observedAtMs = existing?.observedAtMs ?? build.observedAtMs
  const status = ((): BuildReport['status'] => {
    if (reasons.length > 0) return 'refused'
    if (existing === null) return 'stored'
    if (merged.different > 0) return options.isCorrecting ? 'corrected' : 'contradicts'
    return merged.added > 0 ? 'added' : 'known'
  })()
  if (!options.isDryRun && (status === 'stored' || status === 'added' || status === 'corrected'))
    await archive.record({ source, observedAtMs, isComplete: true, observations })
  return {
    day,
    observedAt: new Date(observedAtMs).toISOString(),
    status,
    files: read.files,
    emptyFiles: read.empty,
    observations: read.observations.length,
    ...merged,
    rejected: read.rejected,
    reasons,
  }
}

/** Imports builds one by one, oldest first, each whole or not at all, so a broken import is simply repeated. */
export async function* importBuilds(
  builds: readonly KeptBuild[],
  options: ImportBuildsOptions,
): AsyncGenerator<BuildReport> {
  for (const build of builds) yield await importBuild(build, options)
}
