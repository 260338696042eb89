import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What differs between the engines; columns and their meaning do not. */
interface Dialect {
  /** The id of a row that is never given to another, even after it was deleted. */
  readonly id: string
  readonly content: string
  /** For tables of short rows that are only found by their key. */
  readonly keyedTable: string
  /** Statements that follow. */
  readonly settings: readonly string[]
}

/** Milliseconds, ids, sequences and page numbers up to 2^53 - 1. Long columns stand first: PostgreSQL would fill gaps before them. */
const header = `
  observed_at_ms bigint not null, recorded_at_ms bigint not null, observation_count bigint not null,
  sequence bigint not null, base_sequence bigint, source_id integer not null, is_complete integer not null,
  previous_hash text not null, hash text not null`

const statements = ({ id, content, keyedTable, settings }: Dialect): readonly string[] => {
  // Both tables of pages have one shape, so that one piece of code serves them; the month of a product page is ''.
  const pages = (table: string) => [
    `create table ${table} (
      page bigint not null, sequence bigint not null, source_id integer not null, month text not null, content ${content} not null,
      primary key (source_id, month, page, sequence))`,
    `create index ${table}_by_sequence on ${table} (source_id, sequence, month, page)`,
  ]
  return [
    `create table price_sources (
      id ${id}, name text not null unique,
      writer text, staged_sequence bigint, swept_sequence bigint not null default 0, moved_sequence bigint not null default 0)`,
    `create table price_segments (${header}, content ${content} not null, primary key (source_id, sequence))`,
    'create index price_segments_by_time on price_segments (source_id, observed_at_ms)',
    `create table price_heads (${header}, primary key (source_id))`,
    // Condition, variant and language of a SKU as JSON: of half a million series there are some hundred.
    `create table price_kinds (
      source_id integer not null, id integer not null, words text not null,
      primary key (source_id, id), unique (source_id, words)) ${keyedTable}`,
    `create table price_series (
      product_id bigint not null, sku_id bigint not null, first_observed_at_ms bigint not null, first_recorded_at_ms bigint not null,
      sequence bigint not null, kind_id integer not null, source_id integer not null,
      primary key (source_id, product_id, sku_id, sequence)) ${keyedTable}`,
    ...pages('price_pages'),
    ...pages('product_pages'),
    ...settings,
  ]
}

const migrationOf = (dialect: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements(dialect)) await sql.raw(statement).execute(db)
  },
})

export const sqlitePriceArchiveMigration = migrationOf({
  id: 'integer primary key autoincrement',
  content: 'blob',
  keyedTable: 'without rowid',
  settings: [],
})

const contentTables = ['price_segments', 'price_pages', 'product_pages']

/** Contents are compressed already. Without statistics of a column no value of it is kept elsewhere, where a purge would not find it. */
const postgresSettings = [
  ...contentTables.flatMap((table) => [
    `alter table ${table} alter content set storage external`,
    `alter table ${table} alter content set statistics 0`,
  ]),
  'alter table price_sources alter name set statistics 0',
  'alter table price_kinds alter words set statistics 0',
  // Each day replaces the pages of the month: their room is to be free for the next day's.
  ...['price_pages', 'product_pages'].map(
    (table) => `alter table ${table} set (
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
      toast.autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_threshold = 1000)`,
  ),
]

export const postgresPriceArchiveMigration = migrationOf({
  id: 'integer primary key generated always as identity',
  content: 'bytea',
  keyedTable: '',
  settings: postgresSettings,
})
