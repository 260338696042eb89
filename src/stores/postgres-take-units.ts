import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The function that takes units; a changed one gets a new number, so that releases can serve side by side. */
export const takeUnits = 'take_units_4'

/**
 * Takes all charges of a batch in one statement. Existing rows are locked first, in one order, and read after the wait;
 * new rows are inserted without `on conflict`, so that a window which another process began meanwhile fails the whole
 * statement, which is then tried again. A charge whose account has another epoch by now, or is gone, takes nothing and
 * has no number of granted units. The one clock is the database's. A function, because its plan is cached where a
 * pooler allows no prepared statement; and the plan for any arrays, since planning a batch of one account anew takes as
 * long as running it. Such a plan lives on while tables grow, so it must be one by the primary keys from the start:
 * hence a subquery for the epoch and `on conflict` for the rows that are held, where a join might read the whole table.
 */
const definition = `
create or replace function ${takeUnits}(
  account_ids text[], units int[], per_minute bigint[], per_month bigint[], epochs int[], lock_wait text)
returns table (minute_used bigint, month_used bigint, granted int, now_ms float8) language plpgsql as $take$
#variable_conflict use_column
begin
  perform set_config('lock_timeout', $6, true), set_config('plan_cache_mode', 'force_generic_plan', true),
    set_config('enable_seqscan', 'off', true);
  return query
  with clock as materialized (
    select at, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI') as minute,
      to_char(at at time zone 'utc', 'YYYY-MM') as month
    from (select clock_timestamp() as at) as now
  ), charge as (
    select * from unnest($1, $2, $3, $4, $5) with ordinality
      as d (account_id, wanted, minute_limit, month_limit, epoch, place)
  ), held as materialized (
    select account_id, "window", used from usage_windows
    where account_id = any ($1) and "window" = any ((select array[minute, month] from clock)::text[])
    order by account_id, "window"
    for update
  ), counted as materialized (
    select charge.*, clock.*, in_minute.used as in_minute, in_month.used as in_month,
      case when (select accounts.epoch from accounts where id = charge.account_id) = charge.epoch
        then greatest(0, least(
          wanted, minute_limit - coalesce(in_minute.used, 0), month_limit - coalesce(in_month.used, 0))) end as granted
    from clock cross join charge
    left join held as in_minute on in_minute.account_id = charge.account_id and in_minute."window" = clock.minute
    left join held as in_month on in_month.account_id = charge.account_id and in_month."window" = clock.month
  ), added as (
    insert into usage_windows (account_id, "window", used)
    select account_id, "window", granted from counted
    cross join lateral (values (minute, in_minute is not null), (month, in_month is not null)) as old ("window", is_old)
    where is_old and granted > 0
    on conflict (account_id, "window") do update set used = usage_windows.used + excluded.used
  ), begun as (
    insert into usage_windows (account_id, "window", used)
    select account_id, "window", granted from counted
    cross join lateral (values (minute, in_minute is null), (month, in_month is null)) as new ("window", is_new)
    where is_new and granted > 0 order by account_id, "window"
  )
  select coalesce(in_minute, 0)::bigint, coalesce(in_month, 0)::bigint, counted.granted::int,
    floor(extract(epoch from at) * 1000)::float8 from counted order by place;
end $take$`

/** Creates the function where it is missing; runs under the lock of the migrations. */
export const installTakeUnits = async (db: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{ is_installed: boolean }>`
    select exists (
      select from pg_proc where proname = ${takeUnits} and pronamespace = current_schema()::regnamespace
    ) as is_installed`.execute(db)
  if (!rows[0]?.is_installed) await sql.raw(definition).execute(db)
}
