import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

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

/** The database. */
const file = workerData as string

/** A checkpoint leaves a lock to its holder, since the next look asks again; a write waits its turn. */
const database = new DatabaseSync(file, { timeout: 0 })
const reader = new DatabaseSync(file, { timeout: 0 })
const writer = new DatabaseSync(file, { timeout: 1_000 })
writer.exec('pragma wal_autocheckpoint = 0; pragma synchronous = normal')

const copyLog = (mode: 'passive' | 'truncate') => {
  const [{ log = 0, checkpointed = 0 } = {}] = database.prepare(`pragma wal_checkpoint(${mode})`).all()
  return { log: Number(log), isAllCopied: log === checkpointed }
}

/** Writes a page and changes nothing: an update to the same value would write none. */
const writePage = (): void =>
  writer.exec(`
    begin immediate;
    insert into usage_windows (account_id, "window", used) values ('', '', 0);
    delete from usage_windows where account_id = '' and "window" = '';
    commit`)

/**
 * Copies the log, and sees to it that no commit of a call ever finds all of it copied: such a commit would begin the
 * log anew and wait for the disk. A reader keeps the log from being begun anew meanwhile, and a page written here stays
 * uncopied. A long log is emptied while writers wait, then begun anew by a write of this thread.
 */
const checkpoint = (): void => {
  reader.exec('begin; select epoch from access_epoch')
  let log: number
  try {
    const copied = copyLog('passive')
    if (copied.isAllCopied) writePage()
    log = copied.log
  } finally {
    reader.exec('rollback')
  }
  if (log >= maxLogPages) restartLog()
}

const restartLog = (): void => {
  if (copyLog('truncate').isAllCopied) writePage()
}

const prune = async (before: string): Promise<void> => {
  const outdated = writer.prepare(`
    select account_id, "window" from usage_windows where length("window") > 7 and "window" < ? limit ${maxPruned}`)
  const remove = writer.prepare('delete from usage_windows where account_id = ? and "window" = ?')
  let rows = outdated.all(before)
  while (rows.length > 0) {
    writer.exec('begin immediate')
    try {
      for (const row of rows.slice(0, portion)) remove.run(row.account_id as string, row.window as string)
      writer.exec('commit')
    } catch (error) {
      if (writer.isTransaction) writer.exec('rollback')
      throw error
    }
    await delay(pauseMs)
    rows = rows.length > portion ? rows.slice(portion) : outdated.all(before)
  }
  // The log holds what was deleted until it is written over.
  restartLog()
}

let last: Promise<unknown> = Promise.resolve()
parentPort?.on('message', (task: UpkeepTask) => {
  // What fails now is asked for again.
  last = last.then(() => (task.kind === 'checkpoint' ? checkpoint() : prune(task.before))).catch(() => {})
})
