import { test } from 'node:test'
import { openPostgresStore } from '../../src/stores/postgres-store.ts'
import { databaseForTests, runSql } from '../support/postgres.ts'
import { describeArchiveStore } from './archive-store.ts'

const { skip, schema } = await databaseForTests()

/** What the server has on its disk of the schema's tables, their indexes and their long values. */
const filesStatement = `
select pg_read_binary_file(pg_relation_filepath(oid)) as bytes from pg_class
where relkind in ('r', 'i', 't') and pg_relation_filepath(oid) is not null and (
  relnamespace = current_schema()::regnamespace
  or oid in (select reltoastrelid from pg_class where relnamespace = current_schema()::regnamespace))`

if (skip !== undefined) test('price archive on PostgreSQL', { skip }, () => {})
else
  describeArchiveStore('PostgreSQL', async () => {
    const url = await schema()
    return {
      open: () => openPostgresStore({ url, now: Date.now }),
      runSql: (statement) => runSql(url, statement),
      filesOf: async () => {
        await runSql(url, 'checkpoint')
        return (await runSql(url, filesStatement)).map(({ bytes }) => bytes as Uint8Array)
      },
    }
  })
