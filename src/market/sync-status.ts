import type { SyncStatus } from '../contract/capabilities.ts'
import type { SyncRecord } from './sync-ledger.ts'

/**
 * How old the build in use may grow: two days, as when a service that was started in the afternoon waits once for the
 * mirror's hour, and the time of a pull. The alert rule and the console say the same.
 */
export const staleBuildMs = 50 * 3_600_000

/** A pull that has said nothing for so long has died. */
const silentMs = 90_000

/** How far the pull under way has come; `null` when there is none. */
export const liveProgress = (record: SyncRecord | null, nowMs: number): SyncRecord['progress'] => {
  const progress = record?.progress ?? null
  return progress !== null && nowMs - Date.parse(progress.at) < silentMs ? progress : null
}

/** What everybody may know of a pull: no address, no folder. */
export const syncStatusOf = (record: SyncRecord | null, nowMs: number): SyncStatus => {
  const { lastBuild = null, finishedAt = null, refused = null, failure = null } = record ?? {}
  return {
    build: lastBuild,
    finishedAt,
    refused: refused && { build: refused.build, reason: refused.reason, at: refused.at },
    failedAt: failure?.at ?? null,
    progress: liveProgress(record, nowMs),
  }
}
