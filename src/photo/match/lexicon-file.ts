import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { giveToFolderOwner } from '../../files/folder-owner.ts'

/** Changes whenever what is packed changes, so that a file of another version is packed anew. */
const version = 'names 4'
const digestBytes = 32

/**
 * Opens the file of packed names beside an index as that is now: names packed from it are not taken for those of an
 * index that replaces it in the meantime.
 * @throws when there is no index
 */
export const openLexiconFile = (indexFile: string) => {
  const { size, mtimeMs, ino } = statSync(indexFile)
  const identity = `${version} ${size} ${mtimeMs} ${ino}`
  const digestOf = (packed: Uint8Array): Buffer => createHash('sha256').update(identity).update(packed).digest()
  const file = `${indexFile}.names`
  return {
    /** What was kept; `null` when there is nothing, or something of another index, or something damaged. */
    read: (): SharedArrayBuffer | null => {
      try {
        const bytes = readFileSync(file)
        const packed = bytes.subarray(digestBytes)
        if (!digestOf(packed).equals(bytes.subarray(0, digestBytes))) return null
        const shared = new SharedArrayBuffer(packed.length)
        new Uint8Array(shared).set(packed)
        return shared
      } catch {
        return null
      }
    },
    /** Keeps it, whole or not at all. Where nothing can be written it is packed again at the next start. */
    keep: (lexicon: SharedArrayBuffer): void => {
      const draft = `${file}.${randomUUID()}`
      const packed = new Uint8Array(lexicon)
      try {
        writeFileSync(draft, Buffer.concat([digestOf(packed), packed]), { flag: 'wx', mode: 0o600 })
        giveToFolderOwner(draft)
        renameSync(draft, file)
      } catch {
        rmSync(draft, { force: true })
      }
    },
  }
}
