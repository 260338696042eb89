import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** The `workerData` of the thread. */
export interface UpkeepStart {
  readonly file: string
}

export type UpkeepTask =
  | { readonly kind: 'checkpoint' }
  /** Deletes the minutes before one. */
  | { readonly kind: 'prune'; readonly before: string }

/** Pages of a log that is begun anew once all of it is in the file: 64 MB, which calls write in seconds at most. */
const maxLogPages = 16_000

/** Rows that are looked for at once, which reads the whole table. */
const maxPruned = 100_000

/** Rows that are deleted at once: some two milliseconds of a SQLite file's only writer. */
const portion = 500
const pauseMs = 5

/** A checkpoint leaves a lock to its holder, since the next look asks again; a deletion waits its turn. */
const database = new DatabaseSync((workerData as UpkeepStart).file, { timeout: 0 })
const deletions = new DatabaseSync((workerData as UpkeepStart).file, { timeout: 1_000 })
deletions.exec('pragma wal_autocheckpoint = 0')

const copyLog = (mode: 'passive' | 'truncate'): number =>
  Number(database.prepare(`pragma wal_checkpoint(${mode})`).all()[0]?.log ?? 0)

/**
 * Writers go on beside the long part, so a log under load is never all copied. A long one has its rest copied while
 * they wait, which is little then.
 */
const checkpoint = (): void => {
  if (copyLog('passive') >= maxLogPages) copyLog('truncate')
}

const prune = async (before: string): Promise<void> => {
  const outdated = deletions.prepare(`
    select account_id, "window" from usage_windows where length("window") > 7 and "window" < ? limit ${maxPruned}`)
  const remove = deletions.prepare('delete from usage_windows where account_id = ? and "window" = ?')
  let rows = outdated.all(before)
  while (rows.length > 0) {
    deletions.exec('begin immediate')
    try {
      for (const row of rows.slice(0, portion)) remove.run(row.account_id as string, row.window as string)
      deletions.exec('commit')
    } catch (error) {
      if (deletions.isTransaction) deletions.exec('rollback')
      throw error
    }
    await delay(pauseMs)
    rows = rows.length > portion ? rows.slice(portion) : outdated.all(before)
  }
  // The log holds what was deleted until it is written over.
  copyLog('truncate')
}

let last: Promise<unknown> = Promise.resolve()
parentPort?.on('message', (task: UpkeepTask) => {
  // What fails now is asked for again.
  last = last.then(() => (task.kind === 'checkpoint' ? checkpoint() : prune(task.before))).catch(() => {})
})
