import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { fingerprintBytes } from '../photo/image/fingerprint.ts'

const magic = 'CMDPICTS'
/** Another one whenever a fingerprint is computed in another way. */
const version = 1
/**
 * Magic, version, checksum of all that follows it, count, bytes of a fingerprint. Then the product ids in rising order,
 * then their fingerprints.
 */
const headerBytes = 24
const checksumOffset = 16
const bytesAtOnce = 1024 * 1024

/** Bytes of a file of so many fingerprints. */
export const fileBytesOf = (count: number): number => headerBytes + count * (4 + fingerprintBytes)

/** The place of the fingerprints beside a catalogue index. */
export const fingerprintFileOf = (catalogFile: string): string => `${catalogFile}.pictures`

/** A file of fingerprints that cannot be used, and why. */
export class FingerprintFileError extends Error {
  override readonly name = 'FingerprintFileError'
  readonly exitStatus = 1
}

/** An opened file; its fingerprints are read from the disk when they are asked for. */
export interface FingerprintFile {
  readonly productIds: Uint32Array
  readonly sizeBytes: number
  /** The fingerprint of a product; `null` where there is none. */
  readonly read: (productId: number) => Promise<Uint8Array | null>
  readonly close: () => Promise<void>
}

/** Writes fingerprints by product id, whole or not at all. */
export const writeFingerprintFile = async (
  file: string,
  fingerprints: ReadonlyMap<number, Uint8Array>,
): Promise<number> => {
  const rows = [...fingerprints].sort(([a], [b]) => a - b)
  const bytes = Buffer.alloc(fileBytesOf(rows.length))
  bytes.write(magic, 'latin1')
  bytes.writeUInt32LE(version, 8)
  bytes.writeUInt32LE(rows.length, 16)
  bytes.writeUInt32LE(fingerprintBytes, 20)
  for (const [at, [productId, fingerprint]] of rows.entries()) {
    bytes.writeUInt32LE(productId, headerBytes + at * 4)
    bytes.set(fingerprint, headerBytes + rows.length * 4 + at * fingerprintBytes)
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(checksumOffset)), 12)
  await writeFileAtomically(file, bytes)
  return bytes.length
}

const readFull = async (handle: FileHandle, length: number, position: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done)
    if (bytesRead === 0) throw new FingerprintFileError('It became shorter while it was read.')
    done += bytesRead
  }
  return bytes
}

const checksumOf = async (handle: FileHandle, sizeBytes: number): Promise<number> => {
  let checksum = 0
  for (let at = checksumOffset; at < sizeBytes; at += bytesAtOnce)
    checksum = crc32(await readFull(handle, Math.min(bytesAtOnce, sizeBytes - at), at), checksum)
  return checksum
}

/** Row of a product by binary search; `null` where there is none. */
const rowOf = (productIds: Uint32Array, productId: number): number | null => {
  let [from, to] = [0, productIds.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((productIds[middle] ?? 0) < productId) from = middle + 1
    else to = middle
  }
  return productIds[from] === productId ? from : null
}

const openRows = async (handle: FileHandle): Promise<FingerprintFile> => {
  const { size } = await handle.stat()
  if (size < headerBytes) throw new FingerprintFileError('It is cut off.')
  const header = await readFull(handle, headerBytes, 0)
  if (header.toString('latin1', 0, 8) !== magic) throw new FingerprintFileError('It is no file of fingerprints.')
  if (header.readUInt32LE(8) !== version || header.readUInt32LE(20) !== fingerprintBytes)
    throw new FingerprintFileError('It is of another version of this program.')
  const count = header.readUInt32LE(16)
  if (size !== fileBytesOf(count)) throw new FingerprintFileError('It is cut off or too long.')
  if ((await checksumOf(handle, size)) !== header.readUInt32LE(12)) throw new FingerprintFileError('It is damaged.')
  const ids = await readFull(handle, count * 4, headerBytes)
  const productIds = Uint32Array.from({ length: count }, (_, at) => ids.readUInt32LE(at * 4))
  const rowsAt = headerBytes + count * 4
  return {
    productIds,
    sizeBytes: size,
    read: async (productId) => {
      const row = rowOf(productIds, productId)
      return row === null ? null : readFull(handle, fingerprintBytes, rowsAt + row * fingerprintBytes)
    },
    close: () => handle.close(),
  }
}

/**
 * Opens a file of fingerprints after one pass over all of it.
 * @returns `null` when there is none
 * @throws FingerprintFileError when it is foreign, cut off or damaged; the message says what to do
 */
export const openFingerprintFile = async (file: string): Promise<FingerprintFile | null> => {
  let handle: FileHandle
  try {
    handle = await open(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return await openRows(handle)
  } catch (error) {
    await handle.close()
    if (!(error instanceof FingerprintFileError)) throw error
    throw new FingerprintFileError(`${file} cannot be used: ${error.message} Remove it and run catalog pictures build.`)
  }
}
