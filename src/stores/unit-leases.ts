import type { ChargeRequest, ChargeResult, UsageSnapshot } from '../accounts/ports.ts'
import type { Windows } from '../accounts/windows.ts'

/*
 * A busy account's units are committed ahead, a few milliseconds' worth in one transaction, and its calls are served
 * from them. A unit is in the database before its answer leaves, as ever; what a process holds when it is killed stays
 * counted. The last units of an allowance are never held, so they are granted exactly, whoever asks.
 */

export interface LeasePolicy {
  /** Share of the minute's allowance that one process holds at most. */
  readonly maxShare: number
  /**
   * The last units of both allowances, which are only taken singly: more than all processes can use up while a lease
   * lasts, so that none is refused units that another holds.
   */
  readonly unheldUnits: number
  /** How long units are held at most, in milliseconds. */
  readonly lifeMs: number
  /** How often those of which none was granted since the last look are given back, in milliseconds. */
  readonly lookEveryMs: number
}

export const leasePolicy: LeasePolicy = { maxShare: 0.01, unheldUnits: 16_384, lifeMs: 10, lookEveryMs: 3 }

type Used = Pick<UsageSnapshot, 'minuteUsed' | 'monthUsed'>

/** What this process holds for an account, or 0 units while its pace is observed. */
export interface Lease {
  readonly accountId: string
  readonly epoch: number
  readonly windows: Windows
  readonly sinceMs: number
  /** Units that were granted since. */
  granted: number
  /** Whether any was granted since the last look. */
  isUsed: boolean
  held: number
  /** The counters without what is held. */
  minuteUsed: number
  monthUsed: number
}

/** A charge that was decided within a transaction; nothing of it holds before the commit. */
export interface Decision {
  readonly result: ChargeResult
  /** What both counters change by. */
  readonly change: number
  /** To be called after the commit. */
  readonly apply: () => void
}

/** As many units as come in the time that a lease lasts, at the pace since `before`. */
const unitsToHold = (
  { maxShare, unheldUnits, lifeMs }: LeasePolicy,
  { requestsPerMinute, monthlyRequests, units }: ChargeRequest,
  { minuteUsed, monthUsed }: Used,
  before: { readonly granted: number; readonly agoMs: number },
): number => {
  const expected = Math.ceil(((before.granted + units) / Math.max(1, before.agoMs)) * lifeMs)
  const share = Math.floor(requestsPerMinute * maxShare)
  const left = Math.min(requestsPerMinute - minuteUsed, monthlyRequests - monthUsed)
  return Math.max(0, Math.min(expected, share, left - unheldUnits))
}

/** The leases of one process. `monotonicMs` is a clock that is never set. */
export const createUnitLeases = (policy: LeasePolicy, monotonicMs = (): number => performance.now()) => {
  const leases = new Map<string, Lease>()
  const leaseOf = (accountId: string, windows: Windows): Lease | undefined => {
    const lease = leases.get(accountId)
    return lease?.windows.minute === windows.minute ? lease : undefined
  }
  const ageOf = ({ sinceMs }: Lease): number => monotonicMs() - sinceMs
  const isFresh = (lease: Lease): boolean => ageOf(lease) < policy.lifeMs

  return {
    /** Whether what is held serves all of these charges. */
    covers: (charges: readonly ChargeRequest[], windows: Windows): boolean =>
      charges.every(({ accountId, epoch, units }) => {
        const lease = leaseOf(accountId, windows)
        return lease !== undefined && lease.epoch === epoch && lease.held >= units && isFresh(lease)
      }),

    /** Grants charges that are covered from what is held. */
    serve: (charges: readonly ChargeRequest[], windows: Windows, nowMs: number): readonly ChargeResult[] =>
      charges.map(({ accountId, units }) => {
        const lease = leases.get(accountId) as Lease
        const { minuteUsed, monthUsed } = lease
        lease.granted += units
        lease.isUsed = true
        lease.held -= units
        lease.minuteUsed += units
        lease.monthUsed += units
        return { minuteUsed, monthUsed, granted: units, windows, nowMs }
      }),

    /** Grants a charge by the counters in the database, and decides what is held from then on. */
    decide: (charge: ChargeRequest, stored: Used, windows: Windows, nowMs: number): Decision => {
      const { accountId, epoch, units, requestsPerMinute, monthlyRequests } = charge
      const before = leaseOf(accountId, windows)
      const held = before?.held ?? 0
      const [minuteUsed, monthUsed] = [stored.minuteUsed - held, stored.monthUsed - held]
      const granted = Math.max(0, Math.min(units, requestsPerMinute - minuteUsed, monthlyRequests - monthUsed))
      const used = { minuteUsed: minuteUsed + granted, monthUsed: monthUsed + granted }
      const toHold =
        before === undefined ? 0 : unitsToHold(policy, charge, used, { granted: before.granted, agoMs: ageOf(before) })
      return {
        result: { minuteUsed, monthUsed, granted, windows, nowMs },
        change: granted + toHold - held,
        apply: () => {
          if (requestsPerMinute <= policy.unheldUnits) leases.delete(accountId)
          else
            leases.set(accountId, {
              ...used,
              accountId,
              epoch,
              windows,
              sinceMs: monotonicMs(),
              granted: 0,
              isUsed: true,
              held: toHold,
            })
        },
      }
    },

    /** Holds refunded units, if it holds others of the same windows. @returns whether it does */
    takeBack: (accountId: string, windows: Windows, units: number): boolean => {
      const lease = leaseOf(accountId, windows)
      if (lease === undefined || lease.held === 0) return false
      lease.held += units
      lease.minuteUsed -= units
      lease.monthUsed -= units
      return true
    },

    /** Units held of these windows. */
    heldOf: (accountId: string, windows: Windows): number => leaseOf(accountId, windows)?.held ?? 0,

    /** The lease of an account that ended with an earlier minute. */
    outdated: (accountId: string, windows: Windows): Lease | undefined => {
      const lease = leases.get(accountId)
      return lease !== undefined && lease.windows.minute !== windows.minute ? lease : undefined
    },

    all: (): readonly Lease[] => [...leases.values()],

    /** Leases that nobody has used since the last look. */
    idle: (): readonly Lease[] =>
      [...leases.values()].filter((lease) => {
        const { isUsed } = lease
        lease.isUsed = false
        return !isUsed
      }),

    forget: (ended: readonly Lease[]): void => {
      for (const { accountId } of ended) leases.delete(accountId)
    },
  }
}

export type UnitLeases = ReturnType<typeof createUnitLeases>
