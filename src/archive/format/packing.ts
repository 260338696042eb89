import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ArchiveDamagedError } from '../damage.ts'

/** Format, CRC-32 of what follows, length of the raw bytes; then the packed ones. */
const headerBytes = 9

/** Each kind of content has a format of its own, so that none is taken for another; a new form gets a new number. */
export const contentFormats = { segment: 0x51, monthPage: 0x52, recordPage: 0x53 } as const

export type ContentFormat = (typeof contentFormats)[keyof typeof contentFormats]

/**
 * Measured over two whole days of the mirror: greater levels take three times as long and save 1 %; what is left of a price's change is nearly noise. For a page of 8 kB deflate is as
 * small and takes three times as long to pack (100 µs against 31), which half a million products pay 5,000 times a day, and 30 µs against 22 to unpack.
 */
const zstdParams = { [constants.ZSTD_c_compressionLevel]: 1 }

export const pack = (format: ContentFormat, raw: Uint8Array): Uint8Array => {
  const compressed = zstdCompressSync(raw, { params: zstdParams })
  const packed = Buffer.allocUnsafe(headerBytes + compressed.length)
  packed[0] = format
  packed.writeUInt32LE(raw.length, 5)
  packed.set(compressed, headerBytes)
  packed.writeUInt32LE(crc32(packed.subarray(5)), 1)
  return packed
}

/**
 * The raw bytes that were packed, never more than `maxBytes`.
 * @throws ArchiveDamagedError when a byte of it is not as it was packed
 */
export const unpack = (format: ContentFormat, content: Uint8Array, maxBytes: number): Uint8Array => {
  const packed = Buffer.from(content.buffer, content.byteOffset, content.length)
  if (packed.length < headerBytes || packed[0] !== format) throw new ArchiveDamagedError('A stored content is of no known form.')
  if (crc32(packed.subarray(5)) !== packed.readUInt32LE(1))
    throw new ArchiveDamagedError('A stored content has another checksum.')
  const length = packed.readUInt32LE(5)
  if (length === 0 || length > maxBytes) throw new ArchiveDamagedError('A stored content claims a length that none has.')
  const raw = decompressed(packed.subarray(headerBytes), length)
  if (raw.length !== length) throw new ArchiveDamagedError('A stored content has another length.')
  return raw
}

const decompressed = (packed: Uint8Array, length: number): Uint8Array => {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: length, chunkSize: Math.max(length, 64) })
  } catch (cause) {
    throw new ArchiveDamagedError('A stored content cannot be unpacked.', { cause })
  }
}
