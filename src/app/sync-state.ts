import type { SyncRecord } from '../market/sync-ledger.ts'

/** A pull that has said nothing for so long has died. */
const silentMs = 90_000

/** How the daily pull stands, as `/readyz` shows it beside its own answer. */
export interface SyncState {
  readonly state: 'waiting' | 'syncing' | 'current' | 'refused' | 'failed'
  /** The build in use; `null` before the first. */
  readonly build: string | null
  readonly progress: { readonly step: string; readonly done: number; readonly total: number } | null
}

export const syncStateOf = (record: SyncRecord | null, nowMs: number): SyncState => {
  const { lastBuild = null, progress = null, refused = null, failure = null } = record ?? {}
  const isLive = progress !== null && nowMs - Date.parse(progress.at) < silentMs
  if (isLive) {
    const { step, done, total } = progress
    return { state: 'syncing', build: lastBuild, progress: { step, done, total } }
  }
  const state = refused ? 'refused' : failure ? 'failed' : lastBuild === null ? 'waiting' : 'current'
  return { state, build: lastBuild, progress: null }
}
