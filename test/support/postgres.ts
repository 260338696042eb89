import { after, before, type TestContext } from 'node:test'
import { Client } from 'pg'

const defaultUrl = 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * Why tests of a server that is not there do not run; `undefined` when it is there. Fails instead when
 * `REQUIRE_STORES=1`.
 */
export const skipUnless = (isAvailable: boolean, server: string, variable: string): string | undefined => {
  if (isAvailable) return undefined
  const reason = `no ${server} at ${variable}`
  if (process.env.REQUIRE_STORES === '1') throw new Error(`${reason}, and REQUIRE_STORES=1 asks for it`)
  return reason
}

/** Does work on a connection of its own. */
export const onConnection = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  // A busy machine may load the files of a group for seconds before it sees the answer; no server refuses at once.
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs one statement on a connection of its own. */
export const runSql = (url: string, statement: string): Promise<Record<string, unknown>[]> =>
  onConnection(url, async (client) => (await client.query(statement)).rows)

/**
 * The server that tests may use (`TEST_DATABASE_URL`, and no other, since a developer's holds data), or the reason why
 * they cannot.
 */
export const testPostgres = async (): Promise<{ url: string; skip: string | undefined }> => {
  const url = process.env.TEST_DATABASE_URL ?? defaultUrl
  const isNamed = process.env.TEST_DATABASE_URL !== undefined
  const isAvailable =
    isNamed &&
    (await runSql(url, 'select 1').then(
      () => true,
      () => false,
    ))
  return { url, skip: skipUnless(isAvailable, 'PostgreSQL', 'TEST_DATABASE_URL') }
}

let made = 0

/** A database that lives as long as the tests of this file, and empty schemas in it. */
export const ownDatabase = (serverUrl: string) => {
  const name = `card_market_test_${process.pid}_${made++}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    create: async () => {
      await runSql(serverUrl, `create database ${name}`)
      // No test of one file loses the server itself, so no commit needs to wait for the disk.
      await runSql(serverUrl, `alter database ${name} set synchronous_commit = off`)
    },
    drop: () => runSql(serverUrl, `drop database if exists ${name} with (force)`),
    /** An empty schema; the address makes it the one in use. */
    schema: async (): Promise<string> => {
      const schema = `s${made++}`
      await runSql(url.href, `create schema ${schema}`)
      const own = new URL(url)
      own.searchParams.set('options', `-csearch_path=${schema}`)
      return own.href
    },
  }
}

/** Makes the schema in use what it was after its migrations. */
const emptyTables = `
set session_replication_role = replica;
do $empty$ declare name text; begin
  for name in select relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
    and relname <> 'cache_secret' and relname not like 'kysely%'
  loop execute 'delete from ' || name; end loop;
  insert into access_epoch (id, epoch) values (1, 1);
end $empty$`

/** A database for the tests of one file. */
export const databaseForTests = async () => {
  const { url, skip } = await testPostgres()
  const database = ownDatabase(url)
  const free: string[] = []
  if (skip === undefined) {
    before(database.create)
    after(database.drop)
  }
  return {
    skip,
    ...database,
    /** A schema without data: an empty one, or one that an earlier test has left, since migrating takes longest. */
    emptySchema: async (t: { after: (done: () => Promise<void>) => void }): Promise<string> => {
      const schema = free.pop() ?? (await database.schema())
      t.after(async () => {
        await runSql(schema, emptyTables)
        free.push(schema)
      })
      return schema
    },
  }
}

/** A database for one test. */
export const databaseForTest = async (t: TestContext, serverUrl: string): Promise<string> => {
  const { url, create, drop } = ownDatabase(serverUrl)
  await create()
  t.after(drop)
  return url
}
