import { open } from 'node:fs/promises'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { checksumOffset, IndexFileError } from './index-file.ts'

/** The bytes of an index file, and the checksum of those from `checksumOffset` on. */
export interface ReadIndexFile {
  readonly buffer: ArrayBuffer
  readonly checksum: number
}

/** Bytes read and checked before the event loop is yielded to. */
const sliceBytes = 1 << 20

/** Sums up the bytes that lie between two places, as far as the checksum covers them. */
const addChecksum = (bytes: Uint8Array, start: number, end: number, checksum: number): number => {
  const from = Math.max(start, checksumOffset)
  return end > from ? crc32(bytes.subarray(from, end), checksum) : checksum
}

/** Reads and checks a file in slices, so that requests are answered meanwhile. */
export const readIndexFile = async (file: string): Promise<ReadIndexFile> => {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const bytes = new Uint8Array(size)
    let checksum = 0
    for (let at = 0; at < size; ) {
      const { bytesRead } = await handle.read(bytes, at, Math.min(sliceBytes, size - at), at)
      if (bytesRead === 0) throw new IndexFileError('It became shorter while it was read.')
      checksum = addChecksum(bytes, at, at + bytesRead, checksum)
      at += bytesRead
      await nextIteration()
    }
    return { buffer: bytes.buffer, checksum }
  } finally {
    await handle.close()
  }
}

/** Checks in slices what is in memory already. */
export const checkIndexFile = async (buffer: ArrayBuffer): Promise<ReadIndexFile> => {
  const bytes = new Uint8Array(buffer)
  let checksum = 0
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    checksum = addChecksum(bytes, at, Math.min(at + sliceBytes, bytes.length), checksum)
    await nextIteration()
  }
  return { buffer, checksum }
}
