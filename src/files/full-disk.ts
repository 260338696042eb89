import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** With less than this SQLite reports a failed read or write where it means that the disk is full. */
const fewBytes = 4 * 1_048_576

const sqliteFull = 13
const sqliteIoError = 10
/** `disk_full` of PostgreSQL. */
const postgresFull = '53100'

interface DriverError {
  readonly code?: string
  readonly errcode?: number
  readonly path?: string
  readonly cause?: unknown
}

const freeBytesOf = (path: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return null
  }
}

const megabytes = (bytes: number | null): string =>
  bytes === null ? '' : `, ${(bytes / 1_048_576).toFixed(1)} MB are free`

/**
 * Says that a disk is full, where an error or one of its causes means that; `null` where none does.
 * @param folder where the database and its files lie
 */
export const fullDiskMessage = (error: unknown, folder: string): string | null => {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const { code = '', errcode = 0, path } = at as DriverError
    if (code === postgresFull) return "The disk of the database's server is full: free some space there."
    const place = path === undefined ? folder : dirname(path)
    const free = freeBytesOf(place)
    const isFull = code === 'ENOSPC' || code === 'EDQUOT' || errcode % 256 === sqliteFull
    const hasFailed = errcode % 256 === sqliteIoError && free !== null && free < fewBytes
    if (isFull || hasFailed)
      return `The disk that holds ${place} is full (${at.message}${megabytes(free)}): free some space and try again.`
  }
  return null
}
