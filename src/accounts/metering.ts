import { setImmediate as nextIteration } from 'node:timers/promises'
import { ServiceError } from '../contract/errors.ts'
import type { AuthContext, ChargeRequest, ChargeResult, UnitCounter } from './ports.ts'
import { secondsUntil, type Windows } from './windows.ts'

export interface Grant {
  /** `granted`, or which allowance is used up. The minute is checked first. */
  readonly outcome: 'granted' | 'minute_full' | 'month_full'
  /** Units used in each window, including this one when it was granted. */
  readonly minuteUsed: number
  readonly monthUsed: number
  readonly minuteRemaining: number
  readonly monthRemaining: number
  readonly windows: Windows
  /** The counter's clock at the charge, in milliseconds since the epoch. */
  readonly nowMs: number
}

export interface Meter {
  /**
   * Takes one unit; `null` when keys or accounts changed since `auth` was read, so that it must be read again.
   * @throws ServiceError `service_busy`, with nothing taken, when too many calls wait for the counter
   */
  readonly take: (auth: AuthContext) => Promise<Grant | null>
  /** Refunds the unit of a call rejected before any work. @returns the grant as if it had not been taken */
  readonly refund: (auth: AuthContext, grant: Grant) => Promise<Grant>
}

interface Waiting {
  readonly auth: AuthContext
  readonly resolve: (grant: Grant | null) => void
  readonly reject: (error: unknown) => void
}

/** Units of one account and its windows that are given back together. */
interface Refund {
  units: number
  readonly done: Promise<void>
}

/**
 * Calls that may wait for the counter at once. A counter that answers never sees so many, since one batch takes them
 * all; while it is silent, memory stays bounded, and fewer than the server takes in all, so that what needs no key is
 * still answered.
 */
export const maxWaitingCalls = 4_000

/** The grant of the `index`-th of several units that one account requested at the same time. */
const grantOf = (charge: ChargeRequest, result: ChargeResult, index: number): Grant => {
  const { granted, windows, nowMs } = result
  const taken = Math.min(index + 1, granted)
  const minuteUsed = result.minuteUsed + taken
  const monthUsed = result.monthUsed + taken
  const minuteRemaining = Math.max(0, charge.requestsPerMinute - minuteUsed)
  const monthRemaining = Math.max(0, charge.monthlyRequests - monthUsed)
  const outcome = index < granted ? 'granted' : minuteRemaining === 0 ? 'minute_full' : 'month_full'
  return { outcome, minuteUsed, monthUsed, minuteRemaining, monthRemaining, windows, nowMs }
}

/** Of the calls of one account those of the newest context: an older one is out of date, and must not hold them up. */
const resolveOlder = (group: readonly Waiting[]): readonly Waiting[] => {
  const epoch = group.reduce((max, { auth }) => Math.max(max, auth.epoch), 0)
  for (const { auth, resolve } of group) if (auth.epoch !== epoch) resolve(null)
  return group.filter(({ auth }) => auth.epoch === epoch)
}

/** Joins the refunds of one turn of the event loop: in a burst each would wait for the store, and some in vain. */
const createRefunds = (counter: UnitCounter) => {
  const refunds = new Map<string, Refund>()
  return (accountId: string, windows: Windows): Promise<void> => {
    const key = `${accountId} ${windows.minute}`
    const gathered = refunds.get(key)
    if (gathered) {
      gathered.units++
      return gathered.done
    }
    const settle = async () => {
      await nextIteration()
      refunds.delete(key)
      await counter.refund(accountId, windows, refund.units)
    }
    const refund: Refund = { units: 1, done: settle() }
    refunds.set(key, refund)
    return refund.done
  }
}

/**
 * Creates a meter over a counter. All calls of one turn of the event loop share one transaction of the counter (group
 * commit), one batch at a time, so durability costs little per call.
 */
export const createMeter = ({ counter }: { counter: UnitCounter }): Meter => {
  let queue: Waiting[] = []
  let waitingCalls = 0
  let running = false

  const settle = async (waiting: readonly Waiting[]) => {
    const groups = [...Map.groupBy(waiting, ({ auth }) => auth.account.id).values()].map(resolveOlder)
    const charges = groups.map((group): ChargeRequest => {
      const { account, epoch } = (group[0] as Waiting).auth
      const { requestsPerMinute, monthlyRequests } = account
      return { accountId: account.id, epoch, units: group.length, requestsPerMinute, monthlyRequests }
    })
    try {
      const results = await counter.take(charges)
      groups.forEach((group, at) => {
        const charge = charges[at] as ChargeRequest
        const result = results[at]
        group.forEach(({ resolve }, index) => {
          resolve(result ? grantOf(charge, result, index) : null)
        })
      })
    } catch (error) {
      for (const { reject } of groups.flat()) reject(error)
    }
  }

  const run = async () => {
    while (queue.length > 0) {
      const batch = queue
      queue = []
      await settle(batch)
      waitingCalls -= batch.length
    }
    running = false
  }

  const refundUnit = createRefunds(counter)

  return {
    take: (auth) =>
      new Promise((resolve, reject) => {
        if (waitingCalls >= maxWaitingCalls) {
          const tooMany = 'Too many calls wait for the store of keys and counters; try again in a moment.'
          reject(new ServiceError('service_busy', tooMany, { retryAfterSeconds: 1 }))
          return
        }
        waitingCalls++
        queue.push({ auth, resolve, reject })
        if (running) return
        running = true
        // The check phase comes after every socket of this turn was read, so all their requests are in the batch.
        setImmediate(run)
      }),
    refund: async ({ account }, grant) => {
      await refundUnit(account.id, grant.windows)
      const { minuteUsed, monthUsed, minuteRemaining, monthRemaining } = grant
      return {
        ...grant,
        minuteUsed: minuteUsed - 1,
        monthUsed: monthUsed - 1,
        minuteRemaining: minuteRemaining + 1,
        monthRemaining: monthRemaining + 1,
      }
    },
  }
}

/** The refusal that a grant stands for, or `null` when the unit was granted. */
export const refusalOf = (
  { outcome, windows, nowMs }: Grant,
  limits: { requestsPerMinute: number; monthlyRequests: number },
) => {
  if (outcome === 'granted') return null
  const [code, allowance, endsMs] =
    outcome === 'minute_full'
      ? (['rate_limited', `${limits.requestsPerMinute} requests in this UTC minute`, windows.minuteEndsMs] as const)
      : (['quota_exceeded', `${limits.monthlyRequests} requests in this UTC month`, windows.monthEndsMs] as const)
  const retryAfterSeconds = secondsUntil(endsMs, nowMs)
  return new ServiceError(code, `The allowance of ${allowance} is used up.`, { retryAfterSeconds })
}
