/**
 * A process that migrates a database and kills itself after a number of statements: `die-while-migrating.ts
 * postgres|sqlite ADDRESS STATEMENTS`. Exits with 0 when there were fewer.
 */
import type { KyselyPlugin } from 'kysely'
import { migratePostgres, migrateSqlite } from '../../src/stores/migrate.ts'
import { openConnections, untimedQueries } from '../../src/stores/postgres-database.ts'
import { openSqlite, sqliteQueries } from '../../src/stores/sqlite-database.ts'

const [kind, address = '', statements] = process.argv.slice(2)
let left = Number(statements)

const dying: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    if (--left === 0) process.kill(process.pid, 'SIGKILL')
    return result
  },
}

if (kind === 'postgres') {
  const queries = untimedQueries(openConnections(address, { max: 1 })).withPlugin(dying)
  await migratePostgres(queries)
  await queries.destroy()
} else {
  const queries = sqliteQueries(await openSqlite({ file: address, durability: 'process' })).withPlugin(dying)
  await migrateSqlite(queries)
  await queries.destroy()
}
