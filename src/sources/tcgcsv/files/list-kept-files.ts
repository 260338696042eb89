import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { readLastUpdatedMs } from '../format/last-updated.ts'
import { buildOfDayMs, dayInName, keptKindOf } from './kept-paths.ts'

/** What cannot be imported at all, in a line for the operator. */
export class KeptFilesError extends Error {
  override readonly name = 'KeptFilesError'
  readonly exitStatus = 1
}

/** The files of one build of the mirror. */
export interface KeptBuild {
  readonly observedAtMs: number
  /** Whether a `last-updated.txt` said so; else it is the day's usual time. */
  readonly isStamped: boolean
  readonly paths: readonly string[]
}

export interface KeptFiles {
  /** Oldest first. */
  readonly builds: readonly KeptBuild[]
  /** Packed archives, which are not read. */
  readonly packed: readonly string[]
  /** Files and folders that were passed over because they hold no prices. */
  readonly ignored: number
}

/** The build of a folder's files: by its `last-updated.txt`, else the day in its name, else the folder above. */
interface Build {
  readonly atMs: number
  readonly isStamped: boolean
}

const buildOfName = (name: string): Build | null => {
  const day = dayInName(name)
  return day === null ? null : { atMs: buildOfDayMs(day), isStamped: false }
}

const stampIn = async (folder: string, names: ReadonlySet<string>): Promise<Build | null> => {
  if (!names.has('last-updated.txt')) return null
  const path = join(folder, 'last-updated.txt')
  const atMs = readLastUpdatedMs(await readFile(path, 'utf8'))
  if (atMs === null)
    throw new KeptFilesError(`${path} is no instant such as 2026-07-23T20:05:33+0000; correct or remove it.`)
  return { atMs, isStamped: true }
}

const howToName =
  'lay it out by day, such as 2025-10-16/62/2724/prices or 62-2724-prices.2025-10-16.json, ' +
  'or put a last-updated.txt beside it'

/**
 * Finds the price files below the paths given and tells of which build each is. A folder above the paths given is not
 * asked, since it may be named after another day.
 * @throws KeptFilesError when a path is not there, a price file says no day, or none is found
 */
export const listKeptFiles = async (paths: readonly string[]): Promise<KeptFiles> => {
  const builds = new Map<number, { isStamped: boolean; paths: Set<string> }>()
  const packed: string[] = []
  let ignored = 0

  const addFile = (path: string, above: Build | null): void => {
    const kind = keptKindOf(basename(path))
    if (kind === 'packed') packed.push(path)
    else if (kind === null) ignored++
    else if (kind !== 'last-updated') {
      const build = buildOfName(basename(path)) ?? above
      if (build === null) throw new KeptFilesError(`${path} does not say of which day it is: ${howToName}.`)
      const files = builds.get(build.atMs) ?? { isStamped: build.isStamped, paths: new Set() }
      files.isStamped ||= build.isStamped
      files.paths.add(path)
      builds.set(build.atMs, files)
    }
  }

  const addFolder = async (path: string, above: Build | null): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true })
    const here = (await stampIn(path, new Set(entries.map(({ name }) => name)))) ?? buildOfName(basename(path)) ?? above
    const isFile = async (entry: Dirent): Promise<boolean> =>
      entry.isFile() || (entry.isSymbolicLink() && (await stat(join(path, entry.name))).isFile())
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.isDirectory()) await addFolder(join(path, entry.name), here)
      else if (await isFile(entry)) addFile(join(path, entry.name), here)
    }
  }

  for (const given of paths) {
    const path = resolve(given)
    const found = await stat(path).catch(() => null)
    if (found === null) throw new KeptFilesError(`${given} is not there.`)
    if (found.isDirectory()) await addFolder(path, null)
    else addFile(path, (await stampIn(dirname(path), new Set(await readdir(dirname(path))))) ?? null)
  }
  if (builds.size === 0)
    throw new KeptFilesError(
      packed.length > 0
        ? `${packed[0]} is packed; unpack it first, such as by tar -xf, into a folder named after its day.`
        : `There is no price file below ${paths.join(', ')}: neither prices nor ProductsAndPrices.csv.`,
    )
  return {
    builds: [...builds]
      .sort(([a], [b]) => a - b)
      .map(([observedAtMs, { isStamped, paths }]) => ({ observedAtMs, isStamped, paths: [...paths] })),
    packed,
    ignored,
  }
}
