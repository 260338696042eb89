import type { DatabaseSync } from 'node:sqlite'
import type { ChargeRequest, ChargeResult, UnitCounter, UsageSnapshot } from '../accounts/ports.ts'
import { type Windows, windowsAt } from '../accounts/windows.ts'
import { isSqliteFull, retryWhileBusy } from './sqlite-database.ts'
import { minutesKeptMs } from './store.ts'

/** How long a batch waits for another process's write lock before its calls are refused; a call may wait out two batches. */
const lockWaitMs = 800

/** An id that no account has. */
const noAccount = ''

export interface SqliteUnitCounter extends UnitCounter {
  /** The counters of an account, without taking. */
  readonly read: (accountId: string) => Promise<UsageSnapshot>
  /** Takes a unit of no account and gives it back in one transaction. @throws ServiceError `access_store_unavailable` when a call could not be charged now */
  readonly probe: () => Promise<void>
  /** Deletes minutes that no clock will show again. */
  readonly prune: () => void
}

/** Counters in SQLite by group commit: the charges of one turn share one short transaction. */
export const createSqliteUnitCounter = ({ database, now }: { database: DatabaseSync; now: () => number }): SqliteUnitCounter => {
  const begin = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const rollback = database.prepare('rollback')
  const readEpoch = database.prepare('select epoch from access_epoch')
  const readUsed = database.prepare('select "window", used from usage_windows where account_id = ? and "window" in (?, ?)')
  const add = database.prepare(
    'insert into usage_windows (account_id, "window", used) values (?1, ?2, ?4), (?1, ?3, ?4) on conflict do update set used = used + excluded.used',
  )
  const subtract = database.prepare(
    'update usage_windows set used = max(0, used - ?) where account_id = ? and "window" in (?, ?)',
  )
  const remove = database.prepare('delete from usage_windows where account_id = ? and "window" in (?, ?)')
  const restartLog = database.prepare('pragma wal_checkpoint(restart)')
  const deleteBefore = database.prepare('delete from usage_windows where length("window") > 7 and "window" < ?')

  let latest = windowsAt(now())
  /** The windows of an instant; nearly always those of the last one. */
  const windowsOf = (nowMs: number): Windows => {
    if (nowMs >= latest.minuteEndsMs || nowMs < latest.minuteEndsMs - 60_000) latest = windowsAt(nowMs)
    return latest
  }

  const used = (accountId: string, windows: Windows, nowMs: number): UsageSnapshot => {
    let minuteUsed = 0
    let monthUsed = 0
    for (const row of readUsed.all(accountId, windows.minute, windows.month)) {
      if (row.window === windows.minute) minuteUsed = Number(row.used)
      else monthUsed = Number(row.used)
    }
    return { minuteUsed, monthUsed, windows, nowMs }
  }

  const takeAll = (charges: readonly ChargeRequest[]): readonly (ChargeResult | null)[] => {
    const epoch = readEpoch.all()[0]?.epoch
    const nowMs = now()
    const windows = windowsOf(nowMs)
    return charges.map((charge) => {
      if (charge.epoch !== epoch) return null
      const { minuteUsed, monthUsed } = used(charge.accountId, windows, nowMs)
      const granted = Math.max(
        0,
        Math.min(charge.units, charge.requestsPerMinute - minuteUsed, charge.monthlyRequests - monthUsed),
      )
      if (granted > 0) add.run(charge.accountId, windows.minute, windows.month, granted)
      return { minuteUsed, monthUsed, granted, windows, nowMs }
    })
  }

  const transact = <T>(work: () => T): T => {
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
   * On a full disk copies the write-ahead log into the database, so that it is written from its start again where it needs no more room. Nothing else would: SQLite does
   * so by itself only after a commit.
   * @returns whether what found no room may find some now
   */
  const makeRoom = (): boolean => {
    try {
      return restartLog.all()[0]?.busy === 0
    } catch {
      return false
    }
  }

  const withLock = <T>(work: () => T): Promise<T> =>
    retryWhileBusy(lockWaitMs, () => {
      try {
        return transact(work)
      } catch (error) {
        if (!isSqliteFull(error) || !makeRoom()) throw error
        return transact(work)
      }
    })

  return {
    take: (charges) => withLock(() => takeAll(charges)),
    refund: (accountId, windows, units) =>
      withLock(() => {
        subtract.run(units, accountId, windows.minute, windows.month)
      }),
    read: (accountId) => {
      const nowMs = now()
      return retryWhileBusy(lockWaitMs, () => used(accountId, windowsAt(nowMs), nowMs))
    },
    probe: () =>
      withLock(() => {
        const { minute, month } = windowsOf(now())
        add.run(noAccount, minute, month, 1)
        remove.run(noAccount, minute, month)
      }),
    prune: () => {
      deleteBefore.run(windowsAt(now() - minutesKeptMs).minute)
    },
  }
}
