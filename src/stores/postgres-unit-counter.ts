import type { UsageSnapshot } from '../accounts/ports.ts'
import { type Windows, windowsAt } from '../accounts/windows.ts'
import { ServiceError } from '../contract/errors.ts'
import { type Connections, lockTimeout, sqlStateOf } from './postgres-database.ts'
import { takeUnits } from './postgres-take-units.ts'
import type { StoreUnitCounter } from './store.ts'
import type { StoreClock } from './store-clock.ts'
import { storeUnavailable } from './store-unavailable.ts'

const takeStatement = `select minute_used, month_used, granted, now_ms from ${takeUnits}($1, $2, $3, $4, $5, $6)`

const readStatement = `
select clock.now_ms, coalesce(sum(used) filter (where "window" = minute), 0)::bigint as minute_used,
  coalesce(sum(used) filter (where "window" = month), 0)::bigint as month_used
from (
  select floor(extract(epoch from at) * 1000)::float8 as now_ms,
    to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI') as minute, to_char(at at time zone 'utc', 'YYYY-MM') as month
  from (select clock_timestamp() as at) as now
) as clock left join usage_windows on account_id = $1 and "window" = any (array[minute, month])
group by clock.now_ms`

const refundStatement = `
with held as materialized (
  select account_id, "window" from usage_windows
  where account_id = $1 and "window" = any ($2::text[]) and set_config('lock_timeout', $3, true) is not null
  order by account_id, "window" for update
)
update usage_windows set used = greatest(0, used - $4) from held
where usage_windows.account_id = held.account_id and usage_windows."window" = held."window"`

/** Writes where charges write, in a row of no account that stays. */
const probeStatement = `
insert into usage_windows (account_id, "window", used)
select '', 'probe', 0 where set_config('lock_timeout', $1, true) is not null
on conflict (account_id, "window") do update set used = 0`

interface CountRow {
  readonly minute_used: number
  readonly month_used: number
  readonly now_ms: number
}

interface TakenRow extends CountRow {
  /** `null` where the account or a key of it has changed since the epoch of the charge. */
  readonly granted: number | null
}

/** Unique violation, serialization failure, deadlock: nothing was taken, and the next attempt sees why. */
const transientStates: ReadonlySet<string | null> = new Set(['23505', '40001', '40P01'])
const maxAttempts = 8

/** Runs a statement again after a collision. Never after silence: a commit of unknown outcome may have counted. */
const retryCollisions = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!transientStates.has(sqlStateOf(error))) throw error
      if (attempt === maxAttempts) throw error instanceof ServiceError ? error : storeUnavailable(error)
    }
  }
}

const snapshotOf = (row: CountRow): UsageSnapshot => ({
  minuteUsed: row.minute_used,
  monthUsed: row.month_used,
  windows: windowsAt(row.now_ms),
  nowMs: row.now_ms,
})

/** Counters in PostgreSQL by group commit: one statement a batch. Each answer also sets the store's clock. */
export const createPostgresUnitCounter = ({
  connections,
  clock,
}: {
  connections: Connections
  clock: StoreClock
}): StoreUnitCounter => {
  const query = <R extends CountRow>(statement: string, values: readonly unknown[]): Promise<readonly R[]> =>
    clock.set(
      () => connections.query<R>(statement, values),
      ([first]) => first?.now_ms,
    )
  return {
    take: (charges) =>
      retryCollisions(async () => {
        const values = [
          charges.map(({ accountId }) => accountId),
          charges.map(({ units }) => units),
          charges.map(({ requestsPerMinute }) => requestsPerMinute),
          charges.map(({ monthlyRequests }) => monthlyRequests),
          charges.map(({ epoch }) => epoch),
          lockTimeout,
        ]
        const rows = await query<TakenRow>(takeStatement, values)
        return rows.map(({ granted, ...row }) => (granted === null ? null : { ...snapshotOf(row), granted }))
      }),

    refund: (accountId: string, { minute, month }: Windows, units: number) =>
      retryCollisions(async () => {
        await connections.query(refundStatement, [accountId, [minute, month], lockTimeout, units])
      }),

    probe: () =>
      retryCollisions(async () => {
        await connections.query(probeStatement, [lockTimeout])
      }),

    read: (accountId) =>
      retryCollisions(async () => {
        const [row] = await query(readStatement, [accountId])
        return snapshotOf(row as CountRow)
      }),
  }
}
