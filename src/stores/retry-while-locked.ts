import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { lockTimeout, sqlStateOf } from './postgres-database.ts'
import type { Tables } from './tables.ts'

/** SQLSTATEs of a statement that a lock of another session kept from its end: out of time, or a deadlock. */
const lockedStates: ReadonlySet<string | null> = new Set(['55P03', '40P01'])

/** The session that has been using our tables for longest; it may have ended by now. */
const describeUser = async (db: Kysely<Tables>): Promise<string> => {
  const { rows } = await sql<{ pid: number; application: string | null; since: string | null }>`
    select pid, nullif(application_name, '') as application,
      to_char(xact_start at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from pg_stat_activity where pid <> pg_backend_pid() and pid in (
      select pid from pg_locks join pg_class on pg_class.oid = relation
      where granted and database = (select oid from pg_database where datname = current_database())
        and relnamespace = current_schema()::regnamespace)
    order by xact_start limit 1`.execute(db)
  const [user] = rows
  if (user === undefined) return 'another session'
  const { pid, application, since } = user
  const transaction = since === null ? '' : `, in a transaction since ${since}`
  return `${application ?? 'a session'} (process ${pid} of PostgreSQL${transaction})`
}

/**
 * Runs work that needs whole tables, within a transaction. Readers of a table queue behind an attempt to lock it, so an
 * attempt lasts no longer than they may wait. It is then undone, and tried again after a pause, in which those who
 * queued are served, for as long as it takes. What the transaction locked before stays locked.
 * @param onWait called with the session that is waited for, once for each
 */
export const retryWhileLocked = async <T>(
  trx: Transaction<Tables>,
  work: () => Promise<T>,
  { onWait, pauseMs }: { readonly onWait: (reason: string) => void; readonly pauseMs: number },
): Promise<T> => {
  await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(trx)
  await sql`savepoint attempt`.execute(trx)
  let told = ''
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!lockedStates.has(sqlStateOf(error))) throw error
      await sql`rollback to savepoint attempt`.execute(trx)
      const user = await describeUser(trx)
      if (user !== told)
        onWait(
          `The database's schema is to be changed, which waits until ${user} has ended; calls are served meanwhile.`,
        )
      told = user
      await delay(pauseMs)
    }
  }
}
