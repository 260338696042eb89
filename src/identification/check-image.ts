import type { Yielder } from '../concurrency/yield-to-event-loop.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Photo, PhotoType } from './ports.ts'

/** What a picture may be, whatever its type; the size of its file is bounded by the contract. */
export const imageLimits = {
  /** Decoded some 120 MB. */
  pixels: 40_000_000,
  sidePixels: 12_000,
  /** Colour profiles, text and the like: a few kilobytes in honest pictures. */
  metadataBytes: 1024 * 1024,
  /**
   * Chunks of a PNG or WebP, segments and fill bytes of a JPEG; encoders cut the pixels of a PNG into chunks of 8 KB or
   * more.
   */
  parts: 20_000,
  /**
   * Scans of a progressive JPEG times its pixels: each scan is another pass of the decoder, and encoders write about
   * ten.
   */
  scannedPixels: 480_000_000,
  /** Bytes after the end of the picture: cameras leave some, smugglers more. */
  trailingBytes: 64 * 1024,
} as const

/** Bytes of a scan searched before yielding: a few milliseconds at worst. */
const bytesPerYield = 1024 * 1024

/** Width and height in pixels, as the header gives them. */
export interface Dimensions {
  readonly width: number
  readonly height: number
}

const invalid = (message: string): ServiceError => new ServiceError('invalid_image', message)
const damaged = (): ServiceError => invalid('The picture is damaged or cut off.')
const animated = (): ServiceError => new ServiceError('unsupported_image_type', 'Moving pictures are not read.')

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A chunk type of four letters, as the big-endian number that they make. */
const fourCc = (letters: string): number => Buffer.from(letters, 'latin1').readUInt32BE()

/** The type that the first bytes of a picture tell, or `null` for anything but the three that are read. */
export const sniffImageType = (bytes: Uint8Array): PhotoType | null => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null
}

/** What people send in the place of a picture that is read; phones write HEIC unless they are told not to. */
const otherFormats: readonly (readonly [name: string, start: RegExp])[] = [
  ['HEIC', /^.{4}ftyp(hei|hev|mif1|msf1)/s],
  ['AVIF', /^.{4}ftypavi/s],
  ['GIF', /^GIF8/],
  ['TIFF', /^(II\*\0|MM\0\*)/],
  ['BMP', /^BM/],
  ['PDF', /^%PDF/],
  ['text', /^\s*[<{[]/],
]

const whatIs = (bytes: Uint8Array): string => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.length)).toString('latin1')
  const other = otherFormats.find(([, pattern]) => pattern.test(start))?.[0]
  return sniffImageType(bytes) ?? (other === undefined ? 'no PNG, JPEG or WebP' : `${other}; send PNG, JPEG or WebP`)
}

/**
 * Checks a picture from its bytes alone, before any decoder runs: one still picture of the type it is declared as and
 * of a sensible size, whole, and without ballast. One pass over its parts within `imageLimits`; yields to the event
 * loop between mebibytes.
 * @throws ServiceError `unsupported_image_type`, `image_too_large` or `invalid_image`
 */
export const checkImage = async ({ bytes, type }: Photo, yieldToEventLoop: Yielder): Promise<Dimensions> => {
  if (sniffImageType(bytes) !== type)
    throw new ServiceError(
      'unsupported_image_type',
      `The picture is declared as ${type}, and its bytes are ${whatIs(bytes)}.`,
    )
  if (type === 'image/png') return checkPng(bytes)
  return type === 'image/jpeg' ? checkJpeg(bytes, yieldToEventLoop) : checkWebp(bytes)
}

const checkSize = (size: Dimensions): Dimensions => {
  const { width, height } = size
  if (width === 0 || height === 0) throw damaged()
  if (width * height > imageLimits.pixels)
    throw new ServiceError('image_too_large', 'The picture exceeds 40 megapixels.')
  if (Math.max(width, height) > imageLimits.sidePixels)
    throw new ServiceError('image_too_large', 'The picture has a side over 12,000 pixels.')
  return size
}

const checkMetadata = (sizeBytes: number): void => {
  if (sizeBytes > imageLimits.metadataBytes) throw invalid('The picture carries more than 1 MB besides its pixels.')
}

const checkParts = (parts: number): void => {
  if (parts >= imageLimits.parts) throw invalid('The picture has too many parts.')
}

const checkTrailing = (bytes: Uint8Array, end: number): void => {
  if (bytes.length - end > imageLimits.trailingBytes) throw invalid('Unexpected data after the end of the picture.')
}

const png = { header: fourCc('IHDR'), pixels: fourCc('IDAT'), animation: fourCc('acTL'), end: fourCc('IEND') } as const

/** Chunks of length, type, body and checksum (ISO/IEC 15948, 5.3): the first is IHDR, one is IDAT, the last is IEND. */
const checkPng = (bytes: Uint8Array): Dimensions => {
  const view = viewOf(bytes)
  if (bytes.length < 33 || view.getUint32(12) !== png.header) throw damaged()
  const size = checkSize({ width: view.getUint32(16), height: view.getUint32(20) })
  let [at, metadataBytes, pixelBytes] = [8, 0, 0]
  for (let parts = 0; at + 12 <= bytes.length; parts++) {
    checkParts(parts)
    const length = view.getUint32(at)
    const type = view.getUint32(at + 4)
    at += 12 + length
    if (at > bytes.length) break
    if (type === png.animation) throw animated()
    if (type === png.pixels) pixelBytes += length
    else metadataBytes += length
    checkMetadata(metadataBytes)
    if (type !== png.end) continue
    if (pixelBytes === 0) break
    checkTrailing(bytes, at)
    return size
  }
  throw damaged()
}

// Markers as ITU-T T.81, table B.1, names them.
const [soi, eoi, sos, tem, app0, app2] = [0xd8, 0xd9, 0xda, 0x01, 0xe0, 0xe2]
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7
const isStandalone = (marker: number): boolean => marker === tem || marker === soi || isRestart(marker)
/** Frame headers: all of their range but DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const multiPicture = fourCc('MPF\0')

/** Segments of marker, length and body (ITU-T T.81, B.1), with entropy-coded data after each SOS, to EOI. */
const checkJpeg = async (bytes: Uint8Array, yieldToEventLoop: Yielder): Promise<Dimensions> => {
  const view = viewOf(bytes)
  let [at, metadataBytes, scans, yieldedAt] = [2, 0, 0, 0]
  let hasMorePictures = false
  let size: Dimensions | null = null
  for (let parts = 0; at + 2 <= bytes.length; parts++) {
    checkParts(parts)
    if (bytes[at] !== 0xff) throw damaged()
    const marker = bytes[at + 1] ?? 0
    if (marker === eoi) {
      if (!size || scans === 0) break
      if (!hasMorePictures) checkTrailing(bytes, at + 2)
      return size
    }
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff || isStandalone(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const length = at + 4 <= bytes.length ? view.getUint16(at + 2) : 0
    if (length < 2 || at + 2 + length > bytes.length) break
    if (isFrame(marker)) {
      if (length < 8) break
      size = checkSize({ height: view.getUint16(at + 5), width: view.getUint16(at + 7) })
    } else if (marker >= app0) {
      metadataBytes += length
      checkMetadata(metadataBytes)
      // Multi-picture format (CIPA DC-007): phones keep the brighter half of an HDR photo after the end, and say so
      // here.
      if (marker === app2 && length >= 6 && view.getUint32(at + 4) === multiPicture) hasMorePictures = true
    }
    at += 2 + length
    if (marker !== sos) continue
    scans++
    if (!size || scans * size.width * size.height > imageLimits.scannedPixels)
      throw invalid('The picture has too many scans.')
    for (;;) {
      const end = Math.min(bytes.length - 1, Math.max(at, yieldedAt + bytesPerYield))
      at = endOfScan(bytes, at, end)
      if (at < end || end === bytes.length - 1) break
      await yieldToEventLoop()
      yieldedAt = at
    }
  }
  throw damaged()
}

/** Bytes compared one by one before `indexOf` is called: 0xff is rare in honest data, and each call has its price. */
const nearBytes = 48

/** Where the next 0xff lies, or `end`. */
const nextOnes = (bytes: Uint8Array, from: number, end: number): number => {
  const near = Math.min(end, from + nearBytes)
  for (let at = from; at < near; at++) if (bytes[at] === 0xff) return at
  const far = near < end ? bytes.indexOf(0xff, near) : -1
  return far === -1 || far > end ? end : far
}

/** Where the marker after entropy-coded data lies, or `end`; stuffed zeros and restarts belong to the data. */
const endOfScan = (bytes: Uint8Array, from: number, end: number): number => {
  for (let at = nextOnes(bytes, from, end); at < end; at = nextOnes(bytes, at + 1, end)) {
    const marker = bytes[at + 1] ?? 0
    if (marker !== 0 && marker !== 0xff && !isRestart(marker)) return at
  }
  return end
}

const webp = {
  animations: [fourCc('ANIM'), fourCc('ANMF')],
  extended: fourCc('VP8X'),
  lossy: fourCc('VP8 '),
  lossless: fourCc('VP8L'),
} as const

/** Chunks of type, length and body (RFC 9649, 2.3), as far as the pixels; the file is as long as its header says. */
const checkWebp = (bytes: Uint8Array): Dimensions => {
  const view = viewOf(bytes)
  if (bytes.length < 30) throw damaged()
  const end = 8 + view.getUint32(4, true)
  if (end > bytes.length) throw damaged()
  checkTrailing(bytes, end)
  let [at, metadataBytes] = [12, 0]
  let canvas: Dimensions | null = null
  for (let parts = 0; at + 8 <= end; parts++) {
    checkParts(parts)
    const type = view.getUint32(at)
    const length = view.getUint32(at + 4, true)
    const body = at + 8
    if (body + length > end) break
    if (webp.animations.includes(type)) throw animated()
    if (type === webp.extended && length >= 10) {
      if ((view.getUint8(body) & 0x02) !== 0) throw animated()
      canvas = checkSize({
        width: 1 + (view.getUint32(body + 4, true) & 0xffffff),
        height: 1 + (view.getUint32(body + 6, true) >>> 8),
      })
    } else if (type === webp.lossy && length >= 10) {
      return checkFrame(canvas, {
        width: view.getUint16(body + 6, true) & 0x3fff,
        height: view.getUint16(body + 8, true) & 0x3fff,
      })
    } else if (type === webp.lossless && length >= 5) {
      const bits = view.getUint32(body + 1, true)
      return checkFrame(canvas, { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) })
    } else {
      metadataBytes += length + 8
      checkMetadata(metadataBytes)
    }
    at = body + length + (length & 1)
  }
  throw damaged()
}

const checkFrame = (canvas: Dimensions | null, frame: Dimensions): Dimensions => {
  if (canvas && (canvas.width !== frame.width || canvas.height !== frame.height)) throw damaged()
  return checkSize(frame)
}
