import { emptySyncRecord, type SyncLedger, type SyncRecord } from '../../../market/sync-ledger.ts'
import { SyncError } from './sync-error.ts'

/** The ledger while this process alone may pull. */
export interface LedgerSession {
  /** As it stands; nobody else changes it. */
  readonly record: () => SyncRecord
  /** @throws SyncError when the lease was lost */
  readonly update: (changes: Partial<SyncRecord>) => Promise<void>
  /**
   * Called before what only the holder may do. A process that was frozen learns here that another has gone on. @throws
   * SyncError when the lease was lost
   */
  readonly check: () => Promise<void>
}

/** A killed holder is replaced after this time. */
const leaseMs = 60_000
const renewEveryMs = 15_000

const leaseLost = (): SyncError => new SyncError('Another process has taken over the sync.')

/** Runs `work` while no other process, on any machine, pulls from this source. @returns `null` when one does */
export const withLedgerSession = async <T>(
  ledger: SyncLedger,
  source: string,
  work: (session: LedgerSession) => Promise<T>,
): Promise<T | null> => {
  const lease = await ledger.acquire(source, leaseMs)
  if (lease === null) return null
  let record = (await ledger.read(source)) ?? emptySyncRecord
  let renewedMs = performance.now()
  const renew = async (): Promise<void> => {
    const atMs = performance.now()
    if (!(await lease.renew())) throw leaseLost()
    renewedMs = atMs
  }
  let writing: Promise<void> = Promise.resolve()
  /** One after the other: a report of progress that is still on its way must not overwrite what was said after it. */
  const update = (changes: Partial<SyncRecord>): Promise<void> => {
    const written = writing.then(async () => {
      if (!(await lease.update(changes))) throw leaseLost()
      record = { ...record, ...changes }
    })
    writing = written.catch(() => {})
    return written
  }
  // A renewal that fails is tried again with the next, and before the next call.
  const timer = setInterval(() => void renew().catch(() => {}), renewEveryMs)
  timer.unref()
  try {
    return await work({
      record: () => record,
      update,
      check: async () => {
        if (performance.now() - renewedMs > 2 * renewEveryMs) await renew()
      },
    })
  } finally {
    clearInterval(timer)
    // It ends by itself when the store is away.
    await lease.release().catch(() => {})
  }
}
