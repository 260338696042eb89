import type { LedgerSession } from '../mirror/ledger-session.ts'
import type { PullProgress } from '../mirror/pull-lists.ts'

/** How often the ledger is told how far a sync has come. */
const writeEveryMs = 1_000

/** Passes progress on at once, and now and then to the ledger, where other processes see it. */
export const createProgressReport = (
  session: LedgerSession,
  now: () => number,
  onProgress: (progress: PullProgress) => void,
): ((progress: PullProgress) => void) => {
  let writtenMs = Number.NEGATIVE_INFINITY
  let isWriting = false
  let step = ''
  return (progress) => {
    onProgress(progress)
    const nowMs = performance.now()
    if (isWriting || (progress.step === step && nowMs - writtenMs < writeEveryMs)) return
    writtenMs = nowMs
    step = progress.step
    isWriting = true
    const { done, total } = progress
    session
      .update({ progress: { step, done, total, at: new Date(now()).toISOString() } })
      // A lost lease or an absent store stops the sync itself at its next step.
      .catch(() => {})
      .finally(() => {
        isWriting = false
      })
  }
}
