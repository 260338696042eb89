import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate, deflateSync } from 'node:zlib'

/** A chunk of a PNG, as ISO/IEC 15948 lays it out: length, kind, body, checksum. */
export const pngChunk = (kind: string, body: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** Bit depth, color type, and the methods of compression, filters and interlacing. */
const grey8 = [8, 0, 0, 0, 0]
const rgba16Interlaced = [16, 6, 0, 0, 1]

const blackPng = (width: number, height: number, rows: Uint8Array, extra: readonly Buffer[], form = grey8): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(form, 8)
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    start,
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * A black PNG that says it has this size; its pixels reach as far as two megabytes do. `extra` chunks stand before
 * them.
 */
export const png = (width: number, height: number, ...extra: Buffer[]): Buffer =>
  blackPng(width, height, deflateSync(Buffer.alloc(Math.min(2_000_000, (width + 1) * height))), extra)

/**
 * A black PNG of exactly so many bytes, some ten thousand or more: pixels that are not compressed, and a short text.
 */
export const pngOfBytes = (bytes: number): Buffer => {
  const width = 2047
  const height = Math.floor((bytes - 5_000) / (width + 1))
  const rows = deflateSync(Buffer.alloc((width + 1) * height), { level: 0 })
  const withText = (length: number) => blackPng(width, height, rows, [pngChunk('tEXt', Buffer.alloc(length))])
  return withText(bytes - withText(0).length)
}

/** Where each pass of an interlaced PNG begins, and its steps (ISO/IEC 15948, 8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/**
 * A black interlaced PNG of 16 bits and four channels: eight bytes a pixel to whoever decodes it, and next to nothing
 * to whoever sends it.
 */
export const interlacedPng = async (width: number, height: number): Promise<Buffer> => {
  const zeros = passes.map(([left, top, right, down]) => {
    const [columns, rows] = [Math.ceil((width - left) / right), Math.ceil((height - top) / down)]
    return columns > 0 ? rows * (1 + 8 * columns) : 0
  })
  const pieces = zeros.flatMap((length) => [
    ...Array(length >> 20).fill(Buffer.alloc(1 << 20)),
    Buffer.alloc(length % (1 << 20)),
  ])
  return blackPng(
    width,
    height,
    await buffer(Readable.from(pieces).pipe(createDeflate({ level: 9 }))),
    [],
    rgba16Interlaced,
  )
}

/** A segment of a JPEG: marker, length, body. */
export const jpegSegment = (marker: number, body: Uint8Array): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** The least that is a JPEG of this size: no pixels. */
export const bareJpeg = (width: number, height: number): Buffer => {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  const tables = Buffer.from([0xff, 0xe0, 0, 4, 0, 0])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), tables, frame, Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9])])
}

/** A chunk of a WebP: kind, length, body. */
export const webpChunk = (type: string, body: Buffer): Buffer => {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length & 1)])
}

/** A WebP of chunks. */
export const webpOf = (...chunks: Buffer[]): Buffer =>
  webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
/** The chunk that tells the size of a WebP. */
export const webpCanvas = (width: number, height: number): Buffer => {
  const body = Buffer.alloc(10)
  body.writeUIntLE(width - 1, 4, 3)
  body.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', body)
}

/** A WebP that says it has this size. */
export const bareWebp = (width: number, height: number): Buffer => {
  const pixels = Buffer.alloc(5, 0x2f)
  pixels.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return webpOf(webpCanvas(width, height), webpChunk('VP8L', pixels))
}

/** The bytes as the data URL that a photo is sent as. */
export const dataUrlOf = (bytes: Uint8Array | string, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(bytes as Uint8Array).toString('base64')}`
