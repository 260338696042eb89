import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { giveToFolderOwner } from '../../../files/folder-owner.ts'
import { makeFolder } from '../../../files/make-folder.ts'
import { writeFileAtomically } from '../../../files/write-file-atomically.ts'

/** The packed files of one build, laid out like the mirror's addresses, and what is known of their pull. */
export interface BuildFolder {
  readonly path: string
  /** Names this folder in the ledger: another machine's folder of the same build has another. */
  readonly id: string
  /** ISO 8601 instant that `last-updated.txt` names. */
  readonly build: string
  /** Body of an address that was fetched; `null` when it was not. */
  readonly read: (address: string) => Promise<string | null>
  readonly write: (address: string, body: string) => Promise<void>
  /** Product lines of which every list is here and of this build. */
  readonly wholeLines: () => Promise<readonly number[]>
  readonly setWholeLines: (categoryIds: readonly number[]) => Promise<void>
  /** Removes the lists of all other product lines: the mirror has renewed itself, so they cannot be completed. */
  readonly dropPartialLines: () => Promise<void>
}

const idFile = 'pull.json'
const lastUpdatedAddress = '/last-updated.txt'
const refusedKept = 2

/** A build's instant as a part of a path. */
const stampOf = (build: string): string => build.replaceAll(/[:.]/g, '').replace(/000Z$/, 'Z')

interface StoredPull {
  readonly id: string
  readonly build: string
  readonly wholeLines: readonly number[]
}

const readStored = async (path: string): Promise<StoredPull | null> => {
  try {
    const { id, build, wholeLines } = JSON.parse(await readFile(join(path, idFile), 'utf8')) as StoredPull
    return typeof id === 'string' && typeof build === 'string' && Array.isArray(wholeLines)
      ? { id, build, wholeLines }
      : null
  } catch {
    // Not there, or cut off: without it nothing is known of the files, which are fetched anew.
    return null
  }
}

const openFolder = (path: string, stored: StoredPull): BuildFolder => {
  const fileOf = (address: string): string => join(path, `${address}.gz`)
  return {
    path,
    id: stored.id,
    build: stored.build,
    read: async (address) => {
      try {
        return gunzipSync(await readFile(fileOf(address))).toString('utf8')
      } catch {
        // What cannot be read is fetched again.
        return null
      }
    },
    write: async (address, body) => {
      const file = fileOf(address)
      makeFolder(dirname(file))
      // Not forced to the disk: what the loss of power tears does not unpack, and is fetched again.
      await writeFile(`${file}.tmp`, gzipSync(body, { level: 1 }), { mode: 0o600 })
      giveToFolderOwner(`${file}.tmp`)
      await rename(`${file}.tmp`, file)
    },
    wholeLines: async () => (await readStored(path))?.wholeLines ?? [],
    setWholeLines: (wholeLines) =>
      writeFileAtomically(join(path, idFile), Buffer.from(JSON.stringify({ ...stored, wholeLines }))),
    dropPartialLines: async () => {
      const whole = new Set((await readStored(path))?.wholeLines)
      const lines = join(path, 'tcgplayer')
      const names = existsSync(lines) ? await readdir(lines) : []
      for (const name of names) {
        if (/^\d+$/.test(name) && !whole.has(Number(name)))
          await rm(join(lines, name), { recursive: true, force: true })
      }
    },
  }
}

/** Where the files of builds lie: of the one being pulled or taken last, and the newest refused ones. */
export const createWorkFolders = (root: string) => {
  const pathOf = (kind: 'build' | 'refused', build: string): string => join(root, `${kind}-${stampOf(build)}`)
  const names = async (kind: 'build' | 'refused'): Promise<readonly string[]> => {
    try {
      return (await readdir(root)).filter((name) => name.startsWith(`${kind}-`)).sort()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }
  const remove = (name: string): Promise<void> => rm(join(root, name), { recursive: true, force: true })
  const open = async (path: string): Promise<BuildFolder | null> => {
    const stored = await readStored(path)
    return stored && openFolder(path, stored)
  }

  return {
    /** The newest build whose files are here, whole or not. */
    newest: async (): Promise<BuildFolder | null> => {
      const name = (await names('build')).at(-1)
      return name === undefined ? null : open(join(root, name))
    },
    /** Makes an empty folder for a build and removes all others. `lastUpdated` is the text that names the build. */
    create: async (build: string, lastUpdated: string): Promise<BuildFolder> => {
      for (const name of await names('build')) await remove(name)
      const path = pathOf('build', build)
      makeFolder(path)
      const stored = { id: randomUUID(), build, wholeLines: [] }
      const folder = openFolder(path, stored)
      await folder.write(lastUpdatedAddress, lastUpdated)
      await folder.setWholeLines([])
      return folder
    },
    /** Drops the files of a build, so that they are asked for anew. */
    remove: ({ path }: BuildFolder): Promise<void> => rm(path, { recursive: true, force: true }),
    /** Puts a build that was refused aside. @returns where it lies */
    refuse: async (folder: BuildFolder): Promise<string> => {
      const path = pathOf('refused', folder.build)
      await rm(path, { recursive: true, force: true })
      await rename(folder.path, path)
      const old = (await names('refused')).slice(0, -refusedKept)
      for (const name of old) await remove(name)
      return path
    },
    /** A refused build that was taken after all becomes the build in use. */
    accept: async (build: string): Promise<BuildFolder | null> => {
      const refused = pathOf('refused', build)
      if ((await open(refused)) === null) return null
      for (const name of await names('build')) await remove(name)
      await rename(refused, pathOf('build', build))
      return open(pathOf('build', build))
    },
  }
}

export type WorkFolders = ReturnType<typeof createWorkFolders>
