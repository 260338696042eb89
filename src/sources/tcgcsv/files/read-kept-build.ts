import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { PriceObservation } from '../../../archive/ports.ts'
import { FileFormatError } from '../format/file-format-error.ts'
import { createObservationSet, createRejectedRows, type RejectedRows } from '../format/observation-set.ts'
import type { PriceRows } from '../format/price-rows.ts'
import { readPrices } from '../format/read-prices.ts'
import { readPricesTwin } from '../format/read-prices-twin.ts'
import { keptKindOf } from './kept-paths.ts'

/** What the files of one build say together. */
export interface KeptDay {
  readonly observations: readonly PriceObservation[]
  /** Rows that were left out; their places are file and row. */
  readonly rejected: RejectedRows<string>
  /** Files that could not be read, each with the reason; then the build is not whole. */
  readonly unreadable: readonly string[]
  readonly files: number
  /** Files without a byte, as keepers have where a set has no prices. */
  readonly empty: number
}

/** Two hundred times the largest set. */
const maxFileBytes = 2 ** 28
const filesAtOnce = 16
const unpack = promisify(gunzip)

const readText = async (path: string): Promise<string> => {
  const bytes = await readFile(path)
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (bytes.length > maxFileBytes) throw new FileFormatError('is larger than any price file')
  const text = isPacked ? await unpack(bytes, { maxOutputLength: maxFileBytes }) : bytes
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    throw new FileFormatError('is not UTF-8 text')
  }
}

const reasonOf = (error: unknown): string => {
  if (error instanceof FileFormatError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'is larger than any price file'
  if (code?.startsWith('Z_')) return `cannot be unpacked (${message})`
  return code === undefined ? message : `cannot be read (${code})`
}

type FileContent = { readonly rows: PriceRows | null } | { readonly reason: string }

const readKeptFile = async (path: string): Promise<FileContent> => {
  try {
    const text = await readText(path)
    if (text.trim() === '') return { rows: null }
    return { rows: keptKindOf(basename(path)) === 'twin' ? readPricesTwin(text) : readPrices(text) }
  } catch (error) {
    if (error instanceof RangeError && !('code' in error)) throw error
    return { reason: reasonOf(error) }
  }
}

/** Reads all files of a build. `onFile` is told after each portion how many are done. */
export const readKeptBuild = async (paths: readonly string[], onFile: (done: number) => void): Promise<KeptDay> => {
  const rejections = createRejectedRows<string>()
  const set = createObservationSet<string>(rejections.add)
  const unreadable: string[] = []
  let empty = 0
  for (let start = 0; start < paths.length; start += filesAtOnce) {
    const portion = paths.slice(start, start + filesAtOnce)
    const contents = await Promise.all(portion.map(readKeptFile))
    for (const [at, content] of contents.entries()) {
      const path = portion[at] as string
      if ('reason' in content) unreadable.push(`${path}: ${content.reason}`)
      else if (content.rows === null) empty++
      else {
        const { observations, rejected } = content.rows
        for (const { place, reason } of rejected.first) rejections.add(`${path}:${place}`, reason)
        const more = rejected.total - rejected.first.length
        if (more > 0) rejections.add(path, 'more rows', more)
        for (const observation of observations) set.take(path, observation)
      }
    }
    onFile(Math.min(paths.length, start + filesAtOnce))
  }
  return { observations: set.observations(), rejected: rejections.result(), unreadable, files: paths.length, empty }
}
