import { existsSync, readFileSync, statSync } from 'node:fs'
import { UnusableDatabaseError } from './store.ts'

/*
 * A lost database looks like a new one. So beside a database that holds accounts lies its mark, `FILE-epoch`: the epoch
 * up to which changes of accounts are known to be in the file itself and flushed to the disk, not only in the
 * write-ahead log.
 */

export const markFileOf = (file: string): string => `${file}-epoch`

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

const remedy = (file: string): string =>
  `Restore a backup (database restore FILE), or set what is left of ${file} aside and begin anew (database reset).`

/** The epoch that the mark names; 1 when it cannot be read, and `null` when there is none. */
export const readMark = (file: string): number | null => {
  const mark = markFileOf(file)
  if (!existsSync(mark)) return null
  const epoch = Number(readFileSync(mark, 'utf8'))
  return Number.isSafeInteger(epoch) && epoch > 0 ? epoch : 1
}

/** Whether there is nothing yet, and nothing tells that there ever was. */
export const isNewDatabase = (file: string): boolean =>
  sizeOf(`${file}-wal`) === 0 && sizeOf(file) === 0 && readMark(file) === null

/**
 * Refuses a file that is gone or empty though something tells that it held data. To be called before SQLite opens it,
 * since it would begin anew and delete the log.
 */
export const refuseLost = (file: string, mark: number | null): void => {
  // The log is looked at first: whoever makes a database makes the file before the log.
  const logBytes = sizeOf(`${file}-wal`)
  if (sizeOf(file) > 0) return
  const state = existsSync(file) ? 'is empty' : 'is gone'
  if (logBytes > 0)
    throw new UnusableDatabaseError(
      `The database ${file} ${state} though its log ${file}-wal is there. ${remedy(file)}`,
    )
  if (mark !== null)
    throw new UnusableDatabaseError(
      `The database ${file} ${state} though ${markFileOf(file)} says that it held accounts. ${remedy(file)}`,
    )
}

/** Refuses a database that lacks changes of accounts that it had. `epoch` is 0 without tables or accounts. */
export const refuseOlder = (file: string, mark: number | null, epoch: number): void => {
  if (mark === null || epoch >= mark) return
  const found = epoch === 0 ? 'holds no account' : `ends at change ${epoch} of its accounts`
  throw new UnusableDatabaseError(
    `The database ${file} ${found} though it had change ${mark}, as ${markFileOf(file)} says. ${remedy(file)} ` +
      `To use it as it is, remove ${markFileOf(file)}.`,
  )
}
