import type { SyncRecord } from '../../../sync-ledger.ts'
import { liveProgress } from '../../../sync-status.ts'

/** Why there are no prices yet, in words that a client may see. */
export const whyEmpty = (record: SyncRecord | null, nowMs: number): string => {
  const progress = liveProgress(record, nowMs)
  const { failure = null, refused = null } = record ?? {}
  const reason = () => {
    if (progress !== null)
      return `the first sync of the daily files is under way (${progress.step}: ${progress.done} of ${progress.total}).`
    if (failure !== null || refused !== null) return 'the first sync of the daily files failed; `market status` says why.'
    return 'the first sync of the daily files has not begun.'
  }
  return `There are no prices yet: ${reason()}`
}
