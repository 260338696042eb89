import type { SyncRecord } from '../../../market/sync-ledger.ts'
import { dayMs } from '../../../time/units.ts'
import { type Clocks, instantOf, maxRequestsADay, requestsOf, reservedLately } from './etiquette.ts'
import type { LedgerSession } from './ledger-session.ts'
import { SyncError } from './sync-error.ts'

/**
 * Requests that are counted before they are sent: in blocks, so that the ledger is not written for each, and a process
 * that dies has counted too many rather than too few.
 */
export interface RequestBudget {
  /** Takes one request. @throws SyncError when the day's are used up, or another process has taken the lease */
  readonly take: () => Promise<void>
  /** Says how many more requests are to come, at most; none when only asking whether there is a new build. */
  readonly expect: (requests: number) => void
  /** Gives back what was reserved and not used. */
  readonly settle: () => Promise<void>
}

const blockSize = 100

/** The budget at the operator's own mirror, where nothing is counted. */
export const createOpenBudget = (session: LedgerSession): RequestBudget => ({
  take: session.check,
  expect: () => {},
  settle: async () => {},
})

export const createRequestBudget = (session: LedgerSession, clocks: () => Clocks): RequestBudget => {
  let left = 0
  let expected = 0

  const write = (reserved: SyncRecord['reserved']): Promise<void> => session.update({ reserved })

  const reserve = async (): Promise<void> => {
    const at = clocks()
    const lately = reservedLately(session.record(), at)
    const used = requestsOf(lately)
    const max = expected > 0 ? maxRequestsADay.pull : maxRequestsADay.ask
    const count = Math.min(blockSize, Math.max(1, expected), max - used)
    if (count < 1) {
      const oldest = lately[0]
      throw new SyncError(
        `${used} requests were made within a day, as many as TCGCSV takes; ` +
          'the next sync resumes when the first of them are a day old.',
        { retryAt: oldest ? new Date(Date.parse(oldest.at) + dayMs) : null },
      )
    }
    await write([...lately, { count, ...instantOf(at) }])
    left = count
  }

  return {
    take: async () => {
      await session.check()
      if (left === 0) await reserve()
      left--
      expected = Math.max(0, expected - 1)
    },
    expect: (requests) => {
      expected = requests
    },
    settle: async () => {
      const { reserved } = session.record()
      const last = reserved.at(-1)
      if (left === 0 || last === undefined) return
      const rest = last.count - left
      left = 0
      await write([...reserved.slice(0, -1), ...(rest > 0 ? [{ ...last, count: rest }] : [])])
    },
  }
}
