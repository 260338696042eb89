import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
} from 'kysely'
import {
  type CustomTypesConfig,
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryResult,
  type QueryResultRow,
  types,
} from 'pg'
import { ServiceError } from '../contract/errors.ts'
import { storeUnavailable } from './store-unavailable.ts'
import type { Tables } from './tables.ts'

/** How long we wait for PostgreSQL before a call is refused, in milliseconds. */
const limits = { connectMs: 1_000, statementMs: 1_500, lockMs: 900, idleInTransactionMs: 5_000 } as const

/** How long a statement of the counters may wait for a row that another process holds, as PostgreSQL writes it. */
export const lockTimeout = `${limits.lockMs}ms`

/** SQLSTATEs that end a connection's use: gone, shutting down, out of resources, broken, or a read-only standby. */
const brokenStates = /^(08|53|57P|58|25006|XX)/

/** SQLSTATEs of contention: timeout, no lock, deadlock, serialization. The connection is as good as before. */
const contentionStates = /^(57014|55P03|40)/

/** SQLSTATE that PostgreSQL answered with, also behind its `ServiceError`; `null` when none came back. */
export const sqlStateOf = (error: unknown): string | null => {
  if (error instanceof ServiceError) return sqlStateOf(error.cause)
  return error instanceof DatabaseError ? (error.code ?? null) : null
}

/** Errors of the language itself are thrown before anything is sent, such as by unwritable parameters. */
const isProgrammingError = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof ReferenceError ||
  error instanceof SyntaxError

/** Whether a failed query leaves its connection in an unknown or useless state. */
const breaksConnection = (error: unknown): boolean => {
  const state = sqlStateOf(error)
  return state === null ? !isProgrammingError(error) : brokenStates.test(state)
}

/** Whether the database cannot be reached or cannot serve now; any other error is a defect of ours. */
export const isPostgresUnavailable = (error: unknown): boolean =>
  breaksConnection(error) || contentionStates.test(sqlStateOf(error) ?? '')

interface AcquiredConnection {
  readonly query: <R extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<QueryResult<R>>
  readonly release: () => void
}

/**
 * A bounded number of connections, each dropped as soon as it failed in a way that another connection may not. Outages
 * are thrown as `ServiceError` `access_store_unavailable`, all other errors as they come.
 */
export interface Connections {
  readonly connect: () => Promise<AcquiredConnection>
  readonly query: <R extends QueryResultRow>(text: string, values: readonly unknown[]) => Promise<readonly R[]>
  readonly end: () => Promise<void>
}

/** A `bigint` is a number as on SQLite: none that this program writes is larger than 2^53 - 1. */
const parsers: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text'),
}

/** Acquires a connection for one use; closed when a statement ran out of our time, since its state is unknown. */
const acquire = (client: PoolClient): AcquiredConnection => {
  let isBroken = false
  const onError = () => {
    isBroken = true
  }
  client.on('error', onError)
  return {
    query: async <R extends QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      try {
        return await client.query<R>(text, [...values])
      } catch (error) {
        isBroken ||= breaksConnection(error)
        throw isPostgresUnavailable(error) ? storeUnavailable(error) : error
      }
    },
    release: () => {
      client.off('error', onError)
      client.release(isBroken)
    },
  }
}

/**
 * Opens connections as they are needed. Nothing is set per session and no statement is named, so a pooler may hand
 * every transaction to another server process.
 */
export const openConnections = (url: string, { max, ...more }: PoolConfig & { max: number }): Connections => {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.statementMs,
    idleTimeoutMillis: 60_000,
    // A name that moves to another machine is looked up again.
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    application_name: 'card-market-data',
    types: parsers,
    ...more,
  })
  // An idle connection that is cut leaves the pool by itself; without a listener it would end the process.
  pool.on('error', () => {})
  // Nor has one a listener between leaving the pool and being acquired. Its next query tells.
  pool.on('connect', (client) => client.on('error', () => {}))
  const connect = async () => {
    try {
      return acquire(await pool.connect())
    } catch (error) {
      // Whatever the server answers here (no such database, a wrong password), it cannot be used.
      throw storeUnavailable(error)
    }
  }
  return {
    connect,
    end: () => pool.end(),
    query: async <R extends QueryResultRow>(text: string, values: readonly unknown[]) => {
      const connection = await connect()
      try {
        return (await connection.query<R>(text, values)).rows
      } finally {
        connection.release()
      }
    },
  }
}

/** Sets its time limits within each transaction, where a pooler keeps them together with it. */
class BoundedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    const { statementMs, lockMs, idleInTransactionMs } = limits
    await connection.executeQuery(
      CompiledQuery.raw(
        `begin; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs};
        set local idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
      ),
    )
  }
}

/** Migrations run in one transaction with a lock of its own; a pooler would leak the migrator's session lock. */
class TransactionLockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/** Kysely's pool may also be asked for cursors, which is the only difference and which we never do. */
const poolOf = (connections: Connections) => connections as unknown as PostgresPool

const queriesBy = (driver: PostgresDriver): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new TransactionLockedAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

/** Queries with time limits, over connections that are closed with them. */
export const postgresQueries = (connections: Connections): Kysely<Tables> =>
  queriesBy(new BoundedDriver({ pool: poolOf(connections) }))

/** Queries without time limits, for migrations. */
export const untimedQueries = (connections: Connections): Kysely<Tables> =>
  queriesBy(new PostgresDriver({ pool: poolOf(connections) }))
