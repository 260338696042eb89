import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { windowsAt } from '../accounts/windows.ts'
import { programUrl } from '../concurrency/program-url.ts'
import { hourMs } from '../time/units.ts'
import type { UpkeepTask } from './sqlite-upkeep-thread.ts'
import { minutesKeptMs } from './store.ts'

/** How often the log is looked at, in milliseconds; the look itself takes microseconds and no disk. */
const lookEveryMs = 200

/** Pages of the log that are worth a checkpoint: 4 MB, as SQLite's own default. */
const pagesToCheckpoint = 1_000

/**
 * Who copies the write-ahead log of a connection into the file, which waits for the disk: its own commits, a thread of
 * this process, or another process.
 */
export type Upkeep = 'commits' | 'thread' | 'elsewhere'

/**
 * Does for a file what would hold up the event loop, in a thread of its own: copies the write-ahead log into the file,
 * which waits for the disk, and each hour deletes minutes that no clock will show again. Without a thread a commit that
 * finds the log long would do the first, in the midst of calls. The thread starts with the first need.
 */
export const startSqliteUpkeep = (
  database: DatabaseSync,
  { file, now }: { readonly file: string; readonly now: () => number },
): { readonly close: () => Promise<void> } => {
  const readLog = database.prepare('pragma wal_checkpoint(noop)')
  let thread: Worker | null = null
  const ask = (task: UpkeepTask): void => {
    if (thread === null) {
      const started = new Worker(programUrl('./sqlite-upkeep-thread', import.meta.url), { workerData: file })
      started.unref()
      // One that ends is started anew by the next need. Its error is one of disk or file, which calls tell of too.
      started
        .on('error', () => {})
        .on('exit', () => {
          if (thread === started) thread = null
        })
      thread = started
    }
    thread.postMessage(task)
  }

  const looking = setInterval(() => {
    try {
      const [{ log = 0, checkpointed = 0 } = {}] = readLog.all() as { log?: number; checkpointed?: number }[]
      if (log - checkpointed >= pagesToCheckpoint) ask({ kind: 'checkpoint' })
    } catch {
      // Calls meet the same fault, and tell of it.
    }
  }, lookEveryMs).unref()
  const pruning = setInterval(
    () => ask({ kind: 'prune', before: windowsAt(now() - minutesKeptMs).minute }),
    hourMs,
  ).unref()

  return {
    close: async () => {
      clearInterval(looking)
      clearInterval(pruning)
      await thread?.terminate()
    },
  }
}
