import { constants, crc32, deflateRawSync, inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ArchiveDamagedError } from '../damage.ts'

/** Format, CRC-32 of what follows, length of the raw bytes; then the packed ones. */
const headerBytes = 9

/** Each kind of content has a format of its own, so that none is taken for another; a new form gets a new number. */
export const contentFormats = { segment: 0x51, monthPage: 0x52, recordPage: 0x53 } as const

export type ContentFormat = (typeof contentFormats)[keyof typeof contentFormats]

interface Codec {
  readonly compress: (raw: Uint8Array) => Uint8Array
  readonly decompress: (packed: Uint8Array, length: number) => Uint8Array
}

/** Measured over two whole days of the mirror: greater levels take three times as long and save 1 %; what is left of a price's change is nearly noise. */
const zstd: Codec = {
  compress: (raw) => zstdCompressSync(raw, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  decompress: (packed, length) => zstdDecompressSync(packed, { maxOutputLength: length, chunkSize: Math.max(length, 64) }),
}

/** As small for a page of some kilobytes, and unpacked in half the time: what takes longest there is to set up the decoder. */
const deflate: Codec = {
  compress: (raw) => deflateRawSync(raw, { level: 1 }),
  decompress: (packed, length) => inflateRawSync(packed, { maxOutputLength: length, chunkSize: Math.max(length, 64) }),
}

const codecs: Readonly<Record<ContentFormat, Codec>> = {
  [contentFormats.segment]: zstd,
  [contentFormats.monthPage]: deflate,
  [contentFormats.recordPage]: zstd,
}

export const pack = (format: ContentFormat, raw: Uint8Array): Uint8Array => {
  const compressed = codecs[format].compress(raw)
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
  const raw = decompressed(codecs[format], packed.subarray(headerBytes), length)
  if (raw.length !== length) throw new ArchiveDamagedError('A stored content has another length.')
  return raw
}

const decompressed = (codec: Codec, packed: Uint8Array, length: number): Uint8Array => {
  try {
    return codec.decompress(packed, length)
  } catch (cause) {
    throw new ArchiveDamagedError('A stored content cannot be unpacked.', { cause })
  }
}
