import { type Kysely, sql } from 'kysely'
import { ServiceError } from '../contract/errors.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { checkpoint } from './sqlite-checkpoint.ts'
import { markFileOf, readMark } from './sqlite-mark.ts'
import type { Tables } from './tables.ts'

/** How long a seal waits for readers and writers of other processes, in milliseconds. */
const sealWaitMs = 5_000

const orAllDeleted = sql`or exists (select 1 from audit_trail where action = 'account.deleted') and not exists (
  select 1 from audit_trail as made where action = 'account.created' and not exists (
    select 1 from audit_trail as gone where gone.account_id = made.account_id and gone.action = 'account.deleted'))`

/** The epoch of a database that holds accounts, or had each of them deleted by its operator; else 0. A database of an earlier release has no trail to tell of that. */
export const readSealedEpoch = async (queries: Kysely<Tables>, hasTrail = true): Promise<number> => {
  const { rows } = await sql<{ epoch: number }>`
    select epoch from access_epoch where exists (select 1 from accounts) ${hasTrail ? orAllDeleted : sql``}`.execute(queries)
  return rows[0]?.epoch ?? 0
}

/**
 * Copies the write-ahead log into the database file, flushed to the disk, and only then writes the mark. A disk that fails or is full meanwhile leaves the old mark, which
 * promises less; the next change or opening seals again.
 */
export const sealAccounts = async (file: string, queries: Kysely<Tables>): Promise<void> => {
  try {
    const epoch = await readSealedEpoch(queries)
    const mark = readMark(file) ?? 0
    if (epoch <= mark) return
    if (!(await checkpoint(queries, 'full', sealWaitMs))) return
    await writeFileAtomically(markFileOf(file), Buffer.from(`${epoch}\n`))
  } catch (error) {
    if (!(error instanceof ServiceError || (error instanceof Error && 'syscall' in error))) throw error
  }
}
