import { test } from 'node:test'
import { Client } from 'pg'
import { openPostgresStore } from '../../src/stores/postgres-store.ts'
import type { ArchiveUnderTest, Hooks } from '../support/archive.ts'
import { databaseForTests, runSql } from '../support/postgres.ts'
import { describeArchiveRemoval } from './archive-removal.ts'
import { describeArchiveStore } from './archive-store.ts'
import { describeSyncLedger } from './sync-ledger.ts'

const { skip, schema, emptySchema } = await databaseForTests()

/** What the server has on its disk of the schema's tables, their indexes and their long values. */
const filesStatement = `
select pg_read_binary_file(pg_relation_filepath(oid)) as bytes from pg_class
where relkind in ('r', 'i', 't') and pg_relation_filepath(oid) is not null and (
  relnamespace = current_schema()::regnamespace
  or oid in (select reltoastrelid from pg_class where relnamespace = current_schema()::regnamespace))`

const tablesStatement = `
select string_agg(oid::regclass::text, ', ') as names from pg_class
where relkind = 'r' and relnamespace = current_schema()::regnamespace`

const archiveAt = (url: string): ArchiveUnderTest => ({
  open: (now = Date.now) => openPostgresStore({ url, now }),
  usesClock: false,
  runSql: (statement) => runSql(url, statement),
  filesOf: async () => {
    const [tables] = await runSql(url, tablesStatement)
    await runSql(url, `analyze ${tables?.names}`)
    await runSql(url, 'checkpoint')
    const statistics = await runSql(
      url,
      'select pg_stats::text as bytes from pg_stats where schemaname = current_schema()',
    )
    return [...(await runSql(url, filesStatement)), ...statistics].map(({ bytes }) => Buffer.from(bytes as string))
  },
})

const prepare = async (t: Hooks): Promise<ArchiveUnderTest> => archiveAt(await emptySchema(t))

/** For tests of what is in the files, where an earlier test may have left something. */
const prepareAnew = async (): Promise<ArchiveUnderTest> => archiveAt(await schema())

/** Beside somebody whose transaction may still read all that was there before, as a dump or a report of hours does. */
const prepareBesideReader = async (t: Hooks): Promise<ArchiveUnderTest> => {
  const url = await schema()
  const reader = new Client({ connectionString: url })
  await reader.connect()
  t.after(() => reader.end())
  await reader.query('begin isolation level repeatable read')
  await reader.query('select 1')
  return archiveAt(url)
}

if (skip !== undefined) test('price archive on PostgreSQL', { skip }, () => {})
else {
  describeArchiveStore('PostgreSQL', prepare)
  describeArchiveRemoval('PostgreSQL', prepareAnew)
  describeArchiveRemoval('PostgreSQL beside a long transaction', prepareBesideReader)
  describeSyncLedger('PostgreSQL', prepare)
}
