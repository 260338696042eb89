import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/*
 * Requests by UTC month, kept for good. Triggers add whatever is added to the days, in the same transaction, so that nothing is lost or counted twice whichever release writes;
 * days that are removed leave their month as it is.
 */

const key = 'account_id, month, key_id, operation, outcome'

const createTable = (keyedTable: string) => `
create table request_months (
  account_id text not null, month text not null, key_id text not null, operation text not null, outcome text not null,
  requests bigint not null, last_day text not null, primary key (${key})) ${keyedTable}`

/** Takes over the days that are there. */
const foldDays = `
insert into request_months (${key}, requests, last_day)
select account_id, substr(day, 1, 7), key_id, operation, outcome, cast(sum(requests) as bigint), max(day) from request_counts
group by account_id, substr(day, 1, 7), key_id, operation, outcome`

const addStatement = (requests: string, latest: string) => `
insert into request_months (${key}, requests, last_day)
values (new.account_id, substr(new.day, 1, 7), new.key_id, new.operation, new.outcome, ${requests}, new.day)
on conflict (${key}) do update set requests = request_months.requests + excluded.requests,
  last_day = ${latest}(request_months.last_day, excluded.last_day);`

const migrationOf = (statements: readonly string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

export const sqliteRequestMonthsMigration = migrationOf([
  createTable('without rowid'),
  foldDays,
  `create trigger request_months_insert after insert on request_counts begin ${addStatement('new.requests', 'max')} end`,
  `create trigger request_months_update after update on request_counts begin ${addStatement('new.requests - old.requests', 'max')} end`,
])

const postgresTrigger = (change: 'insert' | 'update', requests: string) => [
  `create function request_months_${change}() returns trigger language plpgsql as $add$ begin ${addStatement(requests, 'greatest')} return null; end $add$`,
  `create trigger request_months_${change} after ${change} on request_counts for each row execute function request_months_${change}()`,
]

export const postgresRequestMonthsMigration = migrationOf([
  // Who adds days waits, and no call does: between the sums and the triggers nothing comes in.
  'lock table request_counts in share row exclusive mode',
  createTable(''),
  foldDays,
  ...postgresTrigger('insert', 'new.requests'),
  ...postgresTrigger('update', 'new.requests - old.requests'),
])
