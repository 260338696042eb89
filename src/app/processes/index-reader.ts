import { checkIndexFile, type ReadIndexFile, readIndexFile } from '../../catalog/index/format/read-index-file.ts'
import { mapFile, mapFileFlags } from '../../files/map-file.ts'

/**
 * Reads the catalogue's index from the copy that all workers map; where that cannot be, into the worker's own memory.
 * `ask` asks the parent for the copy, which tells by `onPath`.
 */
export const createIndexReader = (ask: () => void) => {
  let onPath = (_: string | null): void => {}
  const copyPath = (): Promise<string | null> =>
    new Promise((resolve) => {
      onPath = resolve
      ask()
    })
  return {
    read: async (file: string): Promise<ReadIndexFile> => {
      const path = mapFileFlags.length > 0 ? await copyPath() : null
      const mapped = path === null ? null : await mapFile(path).catch(() => null)
      return mapped === null ? readIndexFile(file) : checkIndexFile(mapped)
    },
    onPath: (path: string | null) => onPath(path),
  }
}
