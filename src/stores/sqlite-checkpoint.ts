import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Copies the write-ahead log into the database file, flushed to the disk; `truncate` empties the log too. SQLite tells of readers and writers in the way by a row and not by an
 * error; they are waited for.
 * @returns whether all of it was copied in that time
 */
export const checkpoint = async (queries: Kysely<Tables>, mode: 'full' | 'truncate', waitMs: number): Promise<boolean> => {
  const deadline = performance.now() + waitMs
  const isDone = async () =>
    (await sql<{ busy: number }>`pragma wal_checkpoint(${sql.raw(mode)})`.execute(queries)).rows[0]?.busy === 0
  while (!(await isDone())) {
    if (performance.now() > deadline) return false
    await delay(1 + Math.random() * 4)
  }
  return true
}
