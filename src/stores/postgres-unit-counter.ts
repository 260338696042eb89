import type { UnitCounter, UnitSupply } from '../accounts/ports.ts'
import { type Windows, windowsAt } from '../accounts/windows.ts'
import { ServiceError } from '../contract/errors.ts'
import { type Connections, lockTimeout, sqlStateOf } from './postgres-database.ts'
import type { StoreClock } from './store-clock.ts'

/**
 * Takes all demands of a batch in one statement, which is one transaction. Rows that are there are locked first, in one order, and read as they are after the wait; rows that
 * are new are inserted plainly, so that a window which another process began meanwhile breaks the whole statement and is taken again. Nothing happens when the epoch
 * has moved on. The one clock is the database's.
 */
const takeStatement = `
with clock as materialized (
  select at, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI') as minute, to_char(at at time zone 'utc', 'YYYY-MM') as month
  from (select clock_timestamp() as at, set_config('lock_timeout', $6, true) as lock_timeout) as now
  where lock_timeout is not null and (select epoch from access_epoch) = $5
), demand as (
  select * from unnest($1::text[], $2::int[], $3::int[], $4::int[]) with ordinality as d (account_id, units, per_minute, per_month, place)
), held as materialized (
  select account_id, "window", used from usage_windows
  where account_id = any ($1) and "window" = any ((select array[minute, month] from clock)::text[])
  order by account_id, "window"
  for update
), counted as materialized (
  select demand.*, clock.*, in_minute.used as minute_used, in_month.used as month_used,
    least(units, per_minute - coalesce(in_minute.used, 0), per_month - coalesce(in_month.used, 0)) as granted
  from clock cross join demand
  left join held as in_minute on in_minute.account_id = demand.account_id and in_minute."window" = clock.minute
  left join held as in_month on in_month.account_id = demand.account_id and in_month."window" = clock.month
), added as (
  update usage_windows set used = used + counted.granted from counted
  where usage_windows.account_id = counted.account_id and usage_windows."window" in (counted.minute, counted.month) and counted.granted > 0
), begun as (
  insert into usage_windows (account_id, "window", used)
  select account_id, "window", granted from counted
  cross join lateral (values (minute, minute_used is null), (month, month_used is null)) as new ("window", is_new)
  where is_new and granted > 0 order by account_id, "window"
)
select coalesce(minute_used, 0) as minute_used, coalesce(month_used, 0) as month_used, floor(extract(epoch from at) * 1000)::float8 as now_ms
from counted order by place`

const readStatement = `
select clock.now_ms, coalesce(sum(used) filter (where "window" = minute), 0)::int as minute_used, coalesce(sum(used) filter (where "window" = month), 0)::int as month_used
from (
  select floor(extract(epoch from at) * 1000)::float8 as now_ms, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI') as minute, to_char(at at time zone 'utc', 'YYYY-MM') as month
  from (select clock_timestamp() as at) as now
) as clock left join usage_windows on account_id = $1 and "window" in (minute, month)
group by clock.now_ms`

const giveBackStatement = `
with held as materialized (
  select account_id, "window" from usage_windows
  where account_id = $1 and "window" = any ($2::text[]) and set_config('lock_timeout', $3, true) is not null
  order by account_id, "window" for update
)
update usage_windows set used = used - 1 from held
where usage_windows.account_id = held.account_id and usage_windows."window" = held."window" and used > 0`

interface CountRow {
  readonly minute_used: number
  readonly month_used: number
  readonly now_ms: number
}

/** Unique violation, serialization failure, deadlock: nothing was taken, and the next try sees what was in the way. */
const passingStates = new Set(['23505', '40001', '40P01'])
const attempts = 8

/** Runs a statement again while it only met others on their way. Never after silence: a commit whose outcome is unknown may have counted. */
const settled = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!passingStates.has(sqlStateOf(error) ?? '') || attempt === attempts) throw error
    }
  }
}

const reached = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await settled(work)
  } catch (cause) {
    throw new ServiceError('access_store_unavailable', 'The store of counters is out of reach; try again.', {
      cause,
      retryAfterSeconds: 1,
    })
  }
}

const supplyOf = (row: CountRow): UnitSupply => ({
  minuteUsed: row.minute_used,
  monthUsed: row.month_used,
  windows: windowsAt(row.now_ms),
  nowMs: row.now_ms,
})

/** Counters in PostgreSQL, which can also be read without taking. */
export interface PostgresUnitCounter extends UnitCounter {
  readonly read: (accountId: string) => Promise<UnitSupply>
}

/** Counters in PostgreSQL by group commit: one statement a batch. Each answer also sets the store's clock. */
export const createPostgresUnitCounter = ({
  connections,
  clock,
}: {
  connections: Connections
  clock: StoreClock
}): PostgresUnitCounter => ({
  take: (demands, epoch) =>
    reached(async () => {
      const values = [
        demands.map(({ accountId }) => accountId),
        demands.map(({ units }) => units),
        demands.map(({ requestsPerMinute }) => requestsPerMinute),
        demands.map(({ monthlyRequests }) => monthlyRequests),
        epoch,
        lockTimeout,
      ]
      const rows = await clock.set(
        () => connections.query<CountRow>(takeStatement, values),
        (all) => all[0]?.now_ms,
      )
      return rows.length === 0 ? null : rows.map(supplyOf)
    }),

  giveBack: (accountId: string, { minute, month }: Windows) =>
    reached(async () => {
      await connections.query(giveBackStatement, [accountId, [minute, month], lockTimeout])
    }),

  read: (accountId) =>
    reached(async () => {
      const rows = await clock.set(
        () => connections.query<CountRow>(readStatement, [accountId]),
        (all) => all[0]?.now_ms,
      )
      return supplyOf(rows[0] as CountRow)
    }),
})
