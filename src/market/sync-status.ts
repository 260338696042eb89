import type { SyncStatus } from '../contract/capabilities.ts'
import type { SyncRecord } from './sync-ledger.ts'

/** What everybody may know of a pull: no address, no folder. */
export const syncStatusOf = (record: SyncRecord | null): SyncStatus => {
  const { lastBuild = null, finishedAt = null, refused = null, failure = null, progress = null } = record ?? {}
  return {
    build: lastBuild,
    finishedAt,
    refused: refused && { build: refused.build, reason: refused.reason, at: refused.at },
    failedAt: failure?.at ?? null,
    progress,
  }
}
