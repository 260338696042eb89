import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ArchiveDamagedError } from '../damage.ts'
import { productsPerPage } from '../months.ts'

/**
 * Format, CRC-32 of what follows, length of the raw bytes; then the listing of a closed page, and the raw bytes,
 * compressed or not.
 */
const headerBytes = 9

/**
 * Each kind of content has a format of its own, so that none is taken for another; a new form gets a new number.
 * `unlistedMonthPage` is a closed page as it was written before there were listings.
 */
export const contentFormats = {
  segment: 0x51,
  monthPage: 0x52,
  recordPage: 0x53,
  unlistedMonthPage: 0x54,
  closedMonthPage: 0x55,
} as const

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

const noListing = new Uint8Array(0)

const listingBytes = (format: ContentFormat): number =>
  format === contentFormats.closedMonthPage ? productsPerPage : 0

/** @param listing of a closed page, `listedSkus` */
export const pack = (format: ContentFormat, raw: Uint8Array, listing: Uint8Array = noListing): Uint8Array => {
  const body = isCompressed(format) ? zstdCompressSync(raw, { params: zstdParams }) : raw
  const packed = Buffer.allocUnsafe(headerBytes + listing.length + body.length)
  packed[0] = format
  packed.writeUInt32LE(raw.length, 5)
  packed.set(listing, headerBytes)
  packed.set(body, headerBytes + listing.length)
  packed.writeUInt32LE(crc32(packed.subarray(5)), 1)
  return packed
}

/** @throws ArchiveDamagedError when a byte is not as it was packed */
const checked = (format: ContentFormat, content: Uint8Array): Buffer => {
  const packed = Buffer.from(content.buffer, content.byteOffset, content.length)
  if (packed.length < headerBytes + listingBytes(format) || packed[0] !== format)
    throw new ArchiveDamagedError('A stored content is of no known form.')
  if (crc32(packed.subarray(5)) !== packed.readUInt32LE(1))
    throw new ArchiveDamagedError('A stored content has another checksum.')
  return packed
}

/** The listing of a closed page; `null` of any other content. @throws ArchiveDamagedError */
export const listingOf = (content: Uint8Array): Uint8Array | null =>
  content[0] === contentFormats.closedMonthPage
    ? checked(contentFormats.closedMonthPage, content).subarray(headerBytes, headerBytes + productsPerPage)
    : null

/** The raw bytes, at most `maxBytes`. @throws ArchiveDamagedError when a byte is not as it was packed */
export const unpack = (format: ContentFormat, content: Uint8Array, maxBytes: number): Uint8Array => {
  const packed = checked(format, content)
  const length = packed.readUInt32LE(5)
  if (length === 0 || length > maxBytes)
    throw new ArchiveDamagedError('A stored content claims a length that none has.')
  const body = packed.subarray(headerBytes + listingBytes(format))
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
