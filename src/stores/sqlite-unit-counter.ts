import type { DatabaseSync } from 'node:sqlite'
import type { ChargeRequest, ChargeResult, UsageSnapshot } from '../accounts/ports.ts'
import { type Windows, windowsAt } from '../accounts/windows.ts'
import { minuteMs } from '../time/units.ts'
import { isSqliteFull, retryWhileBusy } from './sqlite-database.ts'
import { minutesKeptMs, type StoreUnitCounter } from './store.ts'

/** How long a batch waits for another process's write lock before it is refused; a call may wait out two. */
const lockWaitMs = 800

const noAccount = ''

export interface SqliteUnitCounter extends StoreUnitCounter {
  /** Deletes minutes that no clock will show again. */
  readonly prune: () => void
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
  deleteBefore: database.prepare('delete from usage_windows where length("window") > 7 and "window" < ?'),
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

/** Takes for each charge what both of its allowances still hold; for one of another epoch nothing, which is `null`. */
const takeAll = (
  statements: Statements,
  charges: readonly ChargeRequest[],
  windows: Windows,
  nowMs: number,
): readonly (ChargeResult | null)[] => {
  const epoch = statements.readEpoch.all()[0]?.epoch
  return charges.map((charge) => {
    if (charge.epoch !== epoch) return null
    const { minuteUsed, monthUsed } = readUsage(statements, charge.accountId, windows, nowMs)
    const granted = Math.max(
      0,
      Math.min(charge.units, charge.requestsPerMinute - minuteUsed, charge.monthlyRequests - monthUsed),
    )
    if (granted > 0) statements.add.run(charge.accountId, windows.minute, windows.month, granted)
    return { minuteUsed, monthUsed, granted, windows, nowMs }
  })
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

/** Counters in SQLite by group commit: the charges of one turn share one short transaction. */
export const createSqliteUnitCounter = ({
  database,
  now,
}: {
  database: DatabaseSync
  now: () => number
}): SqliteUnitCounter => {
  const statements = prepareStatements(database)
  let latest = windowsAt(now())
  /** The windows of an instant; nearly always those of the last one. */
  const windowsOf = (nowMs: number): Windows => {
    if (nowMs >= latest.minuteEndsMs || nowMs < latest.minuteEndsMs - minuteMs) latest = windowsAt(nowMs)
    return latest
  }

  const withLock = <T>(work: () => T): Promise<T> =>
    retryWhileBusy(lockWaitMs, () => {
      try {
        return transact(database, statements, work)
      } catch (error) {
        if (!isSqliteFull(error) || !makeRoom(statements)) throw error
        return transact(database, statements, work)
      }
    })

  return {
    take: (charges) =>
      withLock(() => {
        const nowMs = now()
        return takeAll(statements, charges, windowsOf(nowMs), nowMs)
      }),
    refund: (accountId, windows, units) =>
      withLock(() => {
        statements.subtract.run(units, accountId, windows.minute, windows.month)
      }),
    read: (accountId) => {
      const nowMs = now()
      return retryWhileBusy(lockWaitMs, () => readUsage(statements, accountId, windowsAt(nowMs), nowMs))
    },
    probe: () =>
      withLock(() => {
        const { minute, month } = windowsOf(now())
        statements.add.run(noAccount, minute, month, 1)
        statements.remove.run(noAccount, minute, month)
      }),
    prune: () => {
      statements.deleteBefore.run(windowsAt(now() - minutesKeptMs).minute)
    },
  }
}
