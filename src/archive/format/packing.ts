import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ArchiveDamagedError } from '../damage.ts'

/** Format, CRC-32 of what follows, length of the raw bytes; then these, compressed or not. */
const headerBytes = 9

/** Each kind of content has a format of its own, so that none is taken for another; a new form gets a new number. */
export const contentFormats = { segment: 0x51, monthPage: 0x52, recordPage: 0x53, closedMonthPage: 0x54 } as const

export type ContentFormat = (typeof contentFormats)[keyof typeof contentFormats]

/**
 * Measured over two whole days of the mirror: of a day's changes greater levels save nothing up to 12, and 6 % at 19 in
 * thirty times the time; what is left of them is nearly noise.
 */
const zstdParams = { [constants.ZSTD_c_compressionLevel]: 1 }

/**
 * Pages of the month that is under way lie as they are: they are a sixth smaller when packed, which would be more than
 * half the work of each append.
 */
const isCompressed = (format: ContentFormat): boolean => format !== contentFormats.monthPage

export const pack = (format: ContentFormat, raw: Uint8Array): Uint8Array => {
  const body = isCompressed(format) ? zstdCompressSync(raw, { params: zstdParams }) : raw
  const packed = Buffer.allocUnsafe(headerBytes + body.length)
  packed[0] = format
  packed.writeUInt32LE(raw.length, 5)
  packed.set(body, headerBytes)
  packed.writeUInt32LE(crc32(packed.subarray(5)), 1)
  return packed
}

/** The raw bytes, at most `maxBytes`. @throws ArchiveDamagedError when a byte is not as it was packed */
export const unpack = (format: ContentFormat, content: Uint8Array, maxBytes: number): Uint8Array => {
  const packed = Buffer.from(content.buffer, content.byteOffset, content.length)
  if (packed.length < headerBytes || packed[0] !== format)
    throw new ArchiveDamagedError('A stored content is of no known form.')
  if (crc32(packed.subarray(5)) !== packed.readUInt32LE(1))
    throw new ArchiveDamagedError('A stored content has another checksum.')
  const length = packed.readUInt32LE(5)
  if (length === 0 || length > maxBytes)
    throw new ArchiveDamagedError('A stored content claims a length that none has.')
  const body = packed.subarray(headerBytes)
  const raw = isCompressed(format) ? decompressed(body, length) : body
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

/** The format that a content names. */
export const formatOf = (content: Uint8Array): number | undefined => content[0]
