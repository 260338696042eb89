import { appendFileSync, closeSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { giveToFolderOwner } from '../files/folder-owner.ts'
import { fingerprintBytes } from '../photo/image/fingerprint.ts'

/** Product id, whether there is a picture, fingerprint, checksum of these. */
const recordBytes = 8 + fingerprintBytes + 4

/** What builds, whatever they are of, have learnt since one ended: record by record, so that the next goes on there. */
export interface BuildJournal {
  /** Fingerprints by product id; `null` where the host has no picture. */
  readonly known: ReadonlyMap<number, Uint8Array | null>
  readonly add: (productId: number, fingerprint: Uint8Array | null) => void
  readonly close: () => void
}

/** Reads what is whole of a journal, from its beginning to the first record that was cut off or is damaged. */
const readRecords = (bytes: Buffer): Map<number, Uint8Array | null> => {
  const known = new Map<number, Uint8Array | null>()
  for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
    const record = bytes.subarray(at, at + recordBytes)
    if (crc32(record.subarray(0, -4)) !== record.readUInt32LE(recordBytes - 4)) break
    known.set(record.readUInt32LE(0), record.readUInt32LE(4) === 1 ? Uint8Array.from(record.subarray(8, -4)) : null)
  }
  return known
}

/** Opens the journal of a build, or begins one; the caller holds the lock. */
export const openBuildJournal = (file: string): BuildJournal => {
  const handle = openSync(file, 'a+', 0o600)
  giveToFolderOwner(file)
  const known = readRecords(readFileSync(file))
  ftruncateSync(handle, known.size * recordBytes)
  return {
    known,
    add: (productId, fingerprint) => {
      if (known.has(productId)) return
      known.set(productId, fingerprint)
      const record = Buffer.alloc(recordBytes)
      record.writeUInt32LE(productId, 0)
      record.writeUInt32LE(fingerprint === null ? 0 : 1, 4)
      if (fingerprint) record.set(fingerprint, 8)
      record.writeUInt32LE(crc32(record.subarray(0, -4)), recordBytes - 4)
      appendFileSync(handle, record)
    },
    close: () => closeSync(handle),
  }
}
