import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The function of the release before this one, which goes on beside it during an upgrade: with the types that it declares, though the counters have become larger. */
const takeUnits2 = `
create or replace function take_units_2(account_ids text[], units int[], per_minute int[], per_month int[], known_epoch int, lock_wait text)
returns table (minute_used int, month_used int, granted int, now_ms float8) language plpgsql as $take$
#variable_conflict use_column
begin
  perform set_config('lock_timeout', $6, true);
  return query
  with clock as materialized (
    select at, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI') as minute, to_char(at at time zone 'utc', 'YYYY-MM') as month
    from (select clock_timestamp() as at) as now where (select epoch from access_epoch) = $5
  ), charge as (
    select * from unnest($1, $2, $3, $4) with ordinality as d (account_id, wanted, minute_limit, month_limit, place)
  ), held as materialized (
    select account_id, "window", used from usage_windows
    where account_id = any ($1) and "window" = any ((select array[minute, month] from clock)::text[])
    order by account_id, "window"
    for update
  ), counted as materialized (
    select charge.*, clock.*, in_minute.used as in_minute, in_month.used as in_month,
      greatest(0, least(wanted, minute_limit - coalesce(in_minute.used, 0), month_limit - coalesce(in_month.used, 0))) as granted
    from clock cross join charge
    left join held as in_minute on in_minute.account_id = charge.account_id and in_minute."window" = clock.minute
    left join held as in_month on in_month.account_id = charge.account_id and in_month."window" = clock.month
  ), added as (
    update usage_windows set used = used + counted.granted from counted
    where usage_windows.account_id = counted.account_id and usage_windows."window" = any (array[counted.minute, counted.month])
      and counted.granted > 0
  ), begun as (
    insert into usage_windows (account_id, "window", used)
    select account_id, "window", granted from counted
    cross join lateral (values (minute, in_minute is null), (month, in_month is null)) as new ("window", is_new)
    where is_new and granted > 0 order by account_id, "window"
  )
  select coalesce(in_minute, 0)::int, coalesce(in_month, 0)::int, counted.granted::int, floor(extract(epoch from at) * 1000)::float8 from counted order by place;
end $take$`

/**
 * Agreed allowances and counters up to 2^53 - 1, on PostgreSQL; the integers of SQLite hold them as they are. It rewrites the counters, so calls are refused as unavailable
 * while it runs.
 */
export const largeCountsMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table accounts
      alter requests_per_minute type bigint, alter monthly_requests type bigint, alter active_keys type bigint`.execute(db)
    await sql`alter table usage_windows alter used type bigint`.execute(db)
    await sql.raw(takeUnits2).execute(db)
  },
}
