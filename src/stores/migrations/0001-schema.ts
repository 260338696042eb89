import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What differs between the engines; columns and their meaning do not. */
interface Dialect {
  /** The type of counts up to 2^53 - 1, which each integer of SQLite holds. */
  readonly count: string
  /** The id of a row that is never given to another, even after it was deleted. */
  readonly sourceId: string
  readonly auditId: string
  readonly content: string
  /** For tables of short rows that are only found by their key. */
  readonly keyedTable: string
  /** The larger of two values. */
  readonly greatest: string
}

const accountTables = ({ count, auditId }: Dialect) => [
  `create table accounts (
    id text primary key, name text not null, plan text not null,
    requests_per_minute ${count}, monthly_requests ${count}, active_keys ${count},
    created_at text not null, closed_at text, suspended_at text, suspended_reason text)`,
  `create table api_keys (
    key_id text primary key, account_id text not null references accounts (id), digest text not null unique,
    label text, created_at text not null, expires_at text, revoked_at text, replaced_by text)`,
  'create index api_keys_by_account on api_keys (account_id)',
  'create table access_epoch (id integer primary key, epoch integer not null)',
  'insert into access_epoch (id, epoch) values (1, 1)',
  `create table usage_windows (
    account_id text not null, "window" text not null, used ${count} not null,
    constraint usage_windows_key primary key (account_id, "window"))`,
  'create table cache_secret (id integer primary key, secret text not null)',
  `create table audit_trail (
    id ${auditId}, at text not null, actor text not null, action text not null,
    account_id text not null, key_id text, details text not null)`,
  'create index audit_trail_by_account on audit_trail (account_id, id)',
]

/** Milliseconds, ids, sequences and pages up to 2^53 - 1. Long columns first: PostgreSQL would fill gaps. */
const segmentHeader = `
  observed_at_ms bigint not null, recorded_at_ms bigint not null, observation_count bigint not null,
  sequence bigint not null, base_sequence bigint, source_id integer not null, is_complete integer not null,
  previous_hash text not null, hash text not null`

/** Both tables of pages have one shape, so that one piece of code serves them; the month of a product page is ''. */
const pageTable = (table: string, content: string) => [
  `create table ${table} (
    page bigint not null, sequence bigint not null, source_id integer not null, month text not null,
    content ${content} not null, primary key (source_id, month, page, sequence))`,
  `create index ${table}_by_sequence on ${table} (source_id, sequence, month, page)`,
]

const archiveTables = ({ sourceId, content, keyedTable }: Dialect) => [
  `create table price_sources (
    id ${sourceId}, name text not null unique, writer text, staged_sequence bigint,
    swept_sequence bigint not null default 0, moved_sequence bigint not null default 0)`,
  `create table price_segments (${segmentHeader}, content ${content} not null, primary key (source_id, sequence))`,
  'create index price_segments_by_time on price_segments (source_id, observed_at_ms)',
  `create table price_heads (${segmentHeader}, primary key (source_id))`,
  // Condition, variant and language of a SKU as JSON: half a million series have some hundred of them.
  `create table price_kinds (
    source_id integer not null, id integer not null, words text not null,
    primary key (source_id, id), unique (source_id, words)) ${keyedTable}`,
  `create table price_series (
    product_id bigint not null, sku_id bigint not null, first_observed_at_ms bigint not null,
    first_recorded_at_ms bigint not null, sequence bigint not null, kind_id integer not null,
    source_id integer not null, primary key (source_id, product_id, sku_id, sequence)) ${keyedTable}`,
  ...pageTable('price_pages', content),
  ...pageTable('product_pages', content),
  `create table market_sync (
    source text primary key, holder text, lease_ms bigint not null, lease_until_ms bigint not null, record text)`,
]

/**
 * Requests by UTC day, and the last batch that each process has added, so that a batch brought twice counts once. An
 * empty text stands for no known account, key, operation or code. Months are kept for good: triggers add to them.
 */
const requestTables = ({ keyedTable }: Dialect) => [
  `create table request_counts (
    day text not null, account_id text not null, key_id text not null, operation text not null,
    outcome text not null, code text not null, requests bigint not null,
    primary key (day, account_id, key_id, operation, outcome, code)) ${keyedTable}`,
  'create table request_count_writers (writer text not null primary key, day text not null, sequence bigint not null)',
  `create table request_months (
    account_id text not null, month text not null, key_id text not null, operation text not null,
    outcome text not null, requests bigint not null, last_day text not null,
    primary key (account_id, month, key_id, operation, outcome)) ${keyedTable}`,
]

const requestTriggers = { insert: 'new.requests', update: 'new.requests - old.requests' } as const

/**
 * Adds to the month whatever is added to a day, in the same transaction, so that nothing is lost or counted twice. Days
 * that are removed leave their month as it is.
 */
const addToMonth = (requests: string, { greatest }: Dialect) => `
insert into request_months (account_id, month, key_id, operation, outcome, requests, last_day)
values (new.account_id, substr(new.day, 1, 7), new.key_id, new.operation, new.outcome, ${requests}, new.day)
on conflict (account_id, month, key_id, operation, outcome)
do update set requests = request_months.requests + excluded.requests,
  last_day = ${greatest}(request_months.last_day, excluded.last_day);`

const auditRefusal = 'rows of the audit trail are never changed'

const sqlite: Dialect = {
  count: 'integer',
  sourceId: 'integer primary key autoincrement',
  auditId: 'integer primary key autoincrement',
  content: 'blob',
  keyedTable: 'without rowid',
  greatest: 'max',
}

const sqliteTriggers = [
  ...Object.entries(requestTriggers).map(
    ([change, requests]) =>
      `create trigger request_months_${change} after ${change} on request_counts
      begin ${addToMonth(requests, sqlite)} end`,
  ),
  ...['update', 'delete'].map(
    (change) =>
      `create trigger audit_trail_no_${change} before ${change} on audit_trail
      begin select raise(abort, '${auditRefusal}'); end`,
  ),
]

const postgres: Dialect = {
  count: 'bigint',
  sourceId: 'integer primary key generated always as identity',
  auditId: 'bigint primary key generated always as identity',
  content: 'bytea',
  keyedTable: '',
  greatest: 'greatest',
}

const postgresFunction = (name: string, body: string) =>
  `create function ${name}() returns trigger language plpgsql as $body$ begin ${body} end $body$`

const postgresTriggers = [
  ...Object.entries(requestTriggers).flatMap(([change, requests]) => [
    postgresFunction(`request_months_${change}`, `${addToMonth(requests, postgres)} return null;`),
    `create trigger request_months_${change} after ${change} on request_counts
    for each row execute function request_months_${change}()`,
  ]),
  postgresFunction('refuse_audit_change', `raise exception '${auditRefusal}';`),
  `create trigger audit_trail_no_change before update or delete or truncate on audit_trail
  for each statement execute function refuse_audit_change()`,
  // Each change of an account or of one of its keys raises the number of the account, whoever makes it.
  'alter table accounts add column epoch integer not null default 1',
  postgresFunction('raise_account_epoch', 'new.epoch := old.epoch + 1; return new;'),
  `create trigger accounts_epoch before update on accounts
  for each row execute function raise_account_epoch()`,
  postgresFunction(
    'raise_epoch_of_key',
    'update accounts set epoch = epoch where id in (old.account_id, new.account_id); return null;',
  ),
  `create trigger api_keys_epoch after insert or update or delete on api_keys
  for each row execute function raise_epoch_of_key()`,
]

const postgresSettings = [
  // Contents are compressed already.
  ...['price_segments', 'price_pages', 'product_pages'].map(
    (table) => `alter table ${table} alter content set storage external, alter content set statistics 0`,
  ),
  // Without statistics of a column no value of it is kept elsewhere, where a purge would not find it.
  'alter table price_sources alter name set statistics 0',
  'alter table price_kinds alter words set statistics 0',
  'alter table market_sync alter source set statistics 0, alter record set statistics 0',
  // Each day replaces the pages of the month: their space is to be free for those of the next day.
  ...['price_pages', 'product_pages'].map(
    (table) => `alter table ${table} set (
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
      toast.autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_threshold = 1000)`,
  ),
]

const schemaOf = (dialect: Dialect, more: readonly string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const tables = [...accountTables(dialect), ...archiveTables(dialect), ...requestTables(dialect)]
    for (const statement of [...tables, ...more]) await sql.raw(statement).execute(db)
    // Made here and nowhere else: a migration runs once, however many processes start.
    const secret = randomBytes(32).toString('base64url')
    await sql`insert into cache_secret (id, secret) values (1, ${secret})`.execute(db)
  },
})

export const sqliteSchema = schemaOf(sqlite, sqliteTriggers)

export const postgresSchema = schemaOf(postgres, [...postgresTriggers, ...postgresSettings])
