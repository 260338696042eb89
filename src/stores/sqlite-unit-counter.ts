import type { DatabaseSync } from 'node:sqlite'
import type { ChargeRequest, ChargeResult, UsageSnapshot } from '../accounts/ports.ts'
import { type Windows, windowsAt } from '../accounts/windows.ts'
import { minuteMs } from '../time/units.ts'
import { isSqliteFull, retryWhileBusy } from './sqlite-database.ts'
import type { StoreUnitCounter } from './store.ts'
import { createUnitLeases, type Lease, type LeasePolicy, leasePolicy, type UnitLeases } from './unit-leases.ts'

/** How long a batch waits for another process's write lock before it is refused; a call may wait out two. */
const lockWaitMs = 800

const noAccount = ''

export interface SqliteUnitCounter extends StoreUnitCounter {
  /** Releases what is held, before others read the counters or the database is closed; else they stay counted. */
  readonly settle: () => Promise<void>
}

const prepareStatements = (database: DatabaseSync) => ({
  begin: database.prepare('begin immediate'),
  commit: database.prepare('commit'),
  rollback: database.prepare('rollback'),
  readEpoch: database.prepare('select epoch from access_epoch'),
  readUsed: database.prepare('select "window", used from usage_windows where account_id = ? and "window" in (?, ?)'),
  add: database.prepare(
    `insert into usage_windows (account_id, "window", used) values (?1, ?2, ?4), (?1, ?3, ?4)
    on conflict do update set used = used + excluded.used`,
  ),
  subtract: database.prepare(
    'update usage_windows set used = max(0, used - ?) where account_id = ? and "window" in (?, ?)',
  ),
  remove: database.prepare('delete from usage_windows where account_id = ? and "window" in (?, ?)'),
  restartLog: database.prepare('pragma wal_checkpoint(restart)'),
})

type Statements = ReturnType<typeof prepareStatements>

const readUsage = ({ readUsed }: Statements, accountId: string, windows: Windows, nowMs: number): UsageSnapshot => {
  let minuteUsed = 0
  let monthUsed = 0
  for (const row of readUsed.all(accountId, windows.minute, windows.month)) {
    if (row.window === windows.minute) minuteUsed = Number(row.used)
    else monthUsed = Number(row.used)
  }
  return { minuteUsed, monthUsed, windows, nowMs }
}

const readEpoch = (statements: Statements): unknown => statements.readEpoch.all()[0]?.epoch

interface Batch {
  readonly charges: readonly ChargeRequest[]
  readonly windows: Windows
  readonly nowMs: number
}

/** Takes for each charge what both of its allowances still hold; for one of another epoch nothing, which is `null`. */
const takeAll = (statements: Statements, leases: UnitLeases, { charges, windows, nowMs }: Batch) => {
  const epoch = readEpoch(statements)
  return charges.map((charge) => {
    if (charge.epoch !== epoch) return null
    const { accountId } = charge
    const outdated = leases.outdated(accountId, windows)
    if (outdated !== undefined) returnUnits(statements, outdated)
    const decision = leases.decide(charge, readUsage(statements, accountId, windows, nowMs), windows, nowMs)
    const { change } = decision
    if (change > 0) statements.add.run(accountId, windows.minute, windows.month, change)
    else if (change < 0) statements.subtract.run(-change, accountId, windows.minute, windows.month)
    return decision
  })
}

const returnUnits = (
  { subtract }: Statements,
  { accountId, windows, held }: { readonly accountId: string; readonly windows: Windows; readonly held: number },
): void => {
  if (held > 0) subtract.run(held, accountId, windows.minute, windows.month)
}

const transact = <T>(database: DatabaseSync, { begin, commit, rollback }: Statements, work: () => T): T => {
  begin.run()
  try {
    const result = work()
    commit.run()
    return result
  } catch (error) {
    if (database.isTransaction) rollback.run()
    throw error
  }
}

/**
 * On a full disk copies the write-ahead log into the database, so that it is written from its start again where it
 * needs no more room. Nothing else would: SQLite does so by itself only after a commit.
 * @returns whether what found no room may find some now
 */
const makeRoom = ({ restartLog }: Statements): boolean => {
  try {
    return restartLog.all()[0]?.busy === 0
  } catch {
    return false
  }
}

/**
 * Counters in SQLite by group commit: the charges of one turn share one short transaction, and need none where units
 * were committed ahead. What is held is released a moment after the last call.
 */
export const createSqliteUnitCounter = ({
  database,
  now,
  leases: policy = leasePolicy,
}: {
  database: DatabaseSync
  now: () => number
  leases?: LeasePolicy
}): SqliteUnitCounter => {
  const statements = prepareStatements(database)
  const leases = createUnitLeases(policy)
  let latest = windowsAt(now())
  /** The windows of an instant; nearly always those of the last one. */
  const windowsOf = (nowMs: number): Windows => {
    if (nowMs >= latest.minuteEndsMs || nowMs < latest.minuteEndsMs - minuteMs) latest = windowsAt(nowMs)
    return latest
  }

  const commit = <T>(work: () => T): T => {
    try {
      return transact(database, statements, work)
    } catch (error) {
      if (!isSqliteFull(error) || !makeRoom(statements)) throw error
      return transact(database, statements, work)
    }
  }
  const withLock = <T>(work: () => T): Promise<T> => retryWhileBusy(lockWaitMs, () => commit(work))

  const release = (which: () => readonly Lease[]): Promise<void> =>
    retryWhileBusy(lockWaitMs, () => {
      const leased = which()
      if (leased.some(({ held }) => held > 0))
        commit(() => {
          for (const lease of leased) returnUnits(statements, lease)
        })
      leases.forget(leased)
    })
  let isPlanned = false
  /** A store that fails now is asked again: what is held stays counted until then. */
  const releaseLater = (): void => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(async () => {
      await release(leases.idle).catch(() => {})
      isPlanned = false
      if (leases.all().length > 0) releaseLater()
    }, policy.lookEveryMs).unref()
  }

  /** Grants from what is held, which takes no lock and no disk; a key that ended is noticed all the same. */
  const serveHeld = ({ charges, windows, nowMs }: Batch): readonly (ChargeResult | null)[] | null => {
    if (!leases.covers(charges, windows)) return null
    const epoch = readEpoch(statements)
    return charges.every((charge) => charge.epoch === epoch) ? leases.serve(charges, windows, nowMs) : null
  }

  return {
    take: (charges) =>
      retryWhileBusy(lockWaitMs, () => {
        const nowMs = now()
        const batch = { charges, windows: windowsOf(nowMs), nowMs }
        const served = serveHeld(batch)
        if (served !== null) return served
        const decisions = commit(() => takeAll(statements, leases, batch))
        for (const decision of decisions) decision?.apply()
        releaseLater()
        return decisions.map((decision) => decision?.result ?? null)
      }),
    refund: async (accountId, windows, units) => {
      if (leases.takeBack(accountId, windows, units)) return
      await withLock(() => statements.subtract.run(units, accountId, windows.minute, windows.month))
    },
    read: (accountId) => {
      const nowMs = now()
      return retryWhileBusy(lockWaitMs, () => {
        const windows = windowsAt(nowMs)
        const usage = readUsage(statements, accountId, windows, nowMs)
        const held = leases.heldOf(accountId, windows)
        return { ...usage, minuteUsed: usage.minuteUsed - held, monthUsed: usage.monthUsed - held }
      })
    },
    settle: async () => {
      await release(leases.all).catch(() => {})
    },
    probe: () =>
      withLock(() => {
        const { minute, month } = windowsOf(now())
        statements.add.run(noAccount, minute, month, 1)
        statements.remove.run(noAccount, minute, month)
      }),
  }
}
