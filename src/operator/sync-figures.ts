import type { SyncRecord } from '../market/sync-ledger.ts'
import { liveProgress, staleBuildMs } from '../market/sync-status.ts'
import { dayMs } from '../time/units.ts'
import type { SyncFigures } from './overview.ts'

/** What of the ledger tells how the pull stands; folders of the machine stay there. */
export const syncFiguresOf = (record: SyncRecord | null, nowMs: number): SyncFigures => {
  const {
    lastBuild = null,
    finishedAt = null,
    refused = null,
    failure = null,
    pausedUntil = null,
    reserved = [],
  } = record ?? {}
  const progress = liveProgress(record, nowMs)
  const ageMs = lastBuild === null ? null : Math.max(0, nowMs - Date.parse(lastBuild))
  return {
    build: lastBuild,
    ageSeconds: ageMs === null ? null : Math.floor(ageMs / 1000),
    isStale: ageMs !== null && ageMs > staleBuildMs,
    finishedAt,
    progress: progress && { step: progress.step, done: progress.done, total: progress.total },
    refused: refused && { build: refused.build, reason: refused.reason, at: refused.at },
    // The refusal itself, which names a folder.
    failure: refused && failure?.reason.includes(refused.reason) ? null : failure,
    pausedUntil: pausedUntil !== null && Date.parse(pausedUntil) > nowMs ? pausedUntil : null,
    requests: reserved.reduce((sum, { at, count }) => (nowMs - Date.parse(at) < dayMs ? sum + count : sum), 0),
  }
}
