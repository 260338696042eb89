import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gunzip } from 'node:zlib'
import { errorMessage } from '../error-message.ts'

/** An input that cannot be imported, named with the reason; nothing of the import is kept. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly exitStatus = 1
}

const unzip = promisify(gunzip)

const failAt = (path: string) => (cause: unknown) => {
  throw new ImportError(`${path}: ${errorMessage(cause)}`, { cause })
}

const readUnpacked = async (path: string): Promise<string> => {
  const bytes = await readFile(path)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? await unzip(bytes) : bytes).toString('utf8')
}

/** Text of a file, unpacked when it is gzipped. @throws ImportError */
export const readInputText = (path: string): Promise<string> => readUnpacked(path).catch(failAt(path))

export const readJsonFile = async (path: string): Promise<unknown> => {
  const text = await readInputText(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImportError(`${path}: not valid JSON (${errorMessage(error)})`, { cause: error })
  }
}

const sizeOf = async (path: string): Promise<number> => {
  const status = await stat(path)
  if (!status.isDirectory()) return status.size
  const names = await readdir(path, { recursive: true })
  const files = await Promise.all(names.map((name) => stat(join(path, name)).catch(() => null)))
  return files.reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0)
}

/** Bytes of each input, those of a folder with all below it; 0 for what cannot be read. */
export const sizesOf = (paths: readonly string[]): Promise<number[]> =>
  Promise.all(paths.map((path) => sizeOf(path).catch(() => 0)))

/**
 * Lines of a file, unpacked when its name ends in `.gz`; a damaged or cut-off archive is an error. A line ends at a
 * line feed alone: JSON may hold other separators, such as U+2028, as they stand. `onRead` is told how many bytes of
 * the file were read.
 */
export async function* readInputLines(path: string, onRead?: (bytes: number) => void): AsyncGenerator<string> {
  const file = createReadStream(path)
  if (onRead) file.on('data', (chunk) => onRead(chunk.length))
  const input = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => undefined) : file
  let rest = ''
  try {
    for await (const chunk of input.setEncoding('utf8')) {
      const [end = '', ...lines] = String(chunk).split('\n')
      rest += end
      for (const line of lines) {
        yield rest
        rest = line
      }
    }
  } catch (error) {
    failAt(path)(error)
  }
  if (rest !== '') yield rest
}

/** Names of what lies in a folder, in a steady order: numbers by value. */
export const listFolder = async (path: string): Promise<string[]> =>
  (await readdir(path)).sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1))

/** The first of these files that lies in a folder, plain or gzipped. */
export const findFile = async (folder: string, ...names: readonly string[]): Promise<string | null> => {
  const present = new Set(await readdir(folder))
  const found = names.flatMap((name) => [name, `${name}.gz`]).find((name) => present.has(name))
  return found === undefined ? null : join(folder, found)
}

/** Whether a path is a folder; one that is not there is an error by name. */
export const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(failAt(path))).isDirectory()

export const modifiedAtMs = async (path: string): Promise<number> => (await stat(path)).mtimeMs

/** The number that a folder is named after, or `null`. */
export const numberOfFolder = (path: string): number | null =>
  /^\d{1,9}$/.test(basename(path)) ? Number(basename(path)) : null
