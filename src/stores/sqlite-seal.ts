import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { ServiceError } from '../contract/errors.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { markFileOf, readMark } from './sqlite-mark.ts'
import type { Tables } from './tables.ts'

/**
 * Copies the write-ahead log into the database file, flushed to the disk; `truncate` empties the log too. SQLite tells
 * of readers and writers in the way by a row and not by an error; they are waited for.
 * @returns whether all of it was copied in that time
 */
export const checkpoint = async (
  queries: Kysely<Tables>,
  mode: 'full' | 'truncate',
  waitMs: number,
): Promise<boolean> => {
  const deadline = performance.now() + waitMs
  const isDone = async () =>
    (await sql<{ busy: number }>`pragma wal_checkpoint(${sql.raw(mode)})`.execute(queries)).rows[0]?.busy === 0
  while (!(await isDone())) {
    if (performance.now() > deadline) return false
    await delay(1 + Math.random() * 4)
  }
  return true
}

/** The epoch of a database that holds accounts, or had each of them deleted by its operator; else 0. */
export const readSealedEpoch = async (queries: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql<{ epoch: number }>`
    select epoch from access_epoch where exists (select 1 from accounts)
    or exists (select 1 from audit_trail where action = 'account.deleted') and not exists (
      select 1 from audit_trail as made where action = 'account.created' and not exists (
        select 1 from audit_trail as gone
        where gone.account_id = made.account_id and gone.action = 'account.deleted'))`.execute(queries)
  return rows[0]?.epoch ?? 0
}

/**
 * Copies the write-ahead log into the database file, flushed to the disk, and only then writes the mark; readers and
 * writers of other processes are waited for. A disk that fails or is full meanwhile leaves the old mark, which promises
 * less; the next change or opening seals again.
 */
export const sealAccounts = async (file: string, queries: Kysely<Tables>, waitMs: number): Promise<void> => {
  try {
    const epoch = await readSealedEpoch(queries)
    const mark = readMark(file) ?? 0
    if (epoch <= mark) return
    if (!(await checkpoint(queries, 'full', waitMs))) return
    await writeFileAtomically(markFileOf(file), Buffer.from(`${epoch}\n`))
  } catch (error) {
    if (!(error instanceof ServiceError || (error instanceof Error && 'syscall' in error))) throw error
  }
}
