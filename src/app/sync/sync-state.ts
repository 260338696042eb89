import type { SyncRecord } from '../../market/sync-ledger.ts'
import { liveProgress } from '../../market/sync-status.ts'

/** How the daily pull stands, as `/readyz` shows it beside its own answer. */
export interface SyncState {
  readonly state: 'waiting' | 'syncing' | 'current' | 'refused' | 'failed'
  /** The build in use; `null` before the first. */
  readonly build: string | null
  readonly progress: { readonly step: string; readonly done: number; readonly total: number } | null
}

export const syncStateOf = (record: SyncRecord | null, nowMs: number): SyncState => {
  const { lastBuild = null, refused = null, failure = null } = record ?? {}
  const progress = liveProgress(record, nowMs)
  if (progress !== null) {
    const { step, done, total } = progress
    return { state: 'syncing', build: lastBuild, progress: { step, done, total } }
  }
  const state = refused ? 'refused' : failure ? 'failed' : lastBuild === null ? 'waiting' : 'current'
  return { state, build: lastBuild, progress: null }
}
