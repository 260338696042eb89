import { ServiceError } from '../../contract/errors.ts'
import type { Photo } from '../../identification/ports.ts'

/** What the header of a picture says of its size. */
export interface Dimensions {
  width: number
  height: number
}

const longestSide = 12_000
const mostPixels = 40_000_000
/** Colour profiles, text and the like are a few kilobytes in honest pictures. */
const metadataLimitBytes = 1024 * 1024
/** Parts of a PNG; encoders cut its pixels into pieces of 8 KB or more. */
const mostChunks = 20_000
/** Scans of a progressive JPEG times its pixels: every scan is another pass over the picture, and encoders write about ten. */
const mostScannedPixels = 480_000_000
/** Bytes behind the end of a picture: cameras leave some, smugglers more. */
const trailingLimitBytes = 64 * 1024

const damaged = (what: string): ServiceError => new ServiceError('invalid_image', what)

/**
 * Checks a photo from its bytes alone, before any decoder sees them: that it is what it claims to be, one still picture
 * of a sensible size, whole, and without ballast.
 * @throws ServiceError `unsupported_image_type`, `image_too_large` or `invalid_image`
 */
export const guard = ({ bytes, type }: Photo): Dimensions => {
  if (bytes.length === 0) throw damaged('The picture is empty.')
  const found = typeOf(bytes)
  if (found !== type) {
    throw new ServiceError(
      'unsupported_image_type',
      found === null ? 'Only PNG, JPEG and WebP pictures are read.' : `The picture was declared as ${type} but is ${found}.`,
    )
  }
  return type === 'image/png' ? guardPng(bytes) : type === 'image/jpeg' ? guardJpeg(bytes) : guardWebp(bytes)
}

const ascii = (bytes: Uint8Array, at: number, length: number): string => {
  let text = ''
  for (let i = at; i < at + length; i++) text += String.fromCharCode(bytes[i] ?? 0)
  return text
}

/** The type that the first bytes tell, or null for anything but the three that are read. */
export const typeOf = (bytes: Uint8Array): Photo['type'] | null => {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return 'image/webp'
  return null
}

const guardSize = (size: Dimensions): Dimensions => {
  if (size.width === 0 || size.height === 0) throw damaged('The picture has no pixels.')
  if (Math.max(size.width, size.height) > longestSide || size.width * size.height > mostPixels) {
    throw new ServiceError('image_too_large', 'The picture has more than 40 megapixels or a side over 12,000 pixels.')
  }
  return size
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const guardTrailing = (bytes: Uint8Array, end: number): void => {
  if (bytes.length - end > trailingLimitBytes) throw damaged('Something is hidden behind the end of the picture.')
}

const guardMetadata = (size: number): void => {
  if (size > metadataLimitBytes) throw damaged('The picture carries more than 1 MB besides its pixels.')
}

// Chunk kinds as the numbers their four letters make.
const [header, pixelData, animation, end] = [0x49484452, 0x49444154, 0x6163544c, 0x49454e44]

const guardPng = (bytes: Uint8Array): Dimensions => {
  const view = viewOf(bytes)
  if (bytes.length < 33 || view.getUint32(12) !== header) throw damaged('The picture has no header.')
  const size = guardSize({ width: view.getUint32(16), height: view.getUint32(20) })
  let [at, metadata, pixels] = [8, 0, 0]
  for (let chunks = 0; chunks < mostChunks && at + 12 <= bytes.length; chunks++) {
    const length = view.getUint32(at)
    const kind = view.getUint32(at + 4)
    at += 12 + length
    if (at > bytes.length) break
    if (kind === animation) throw new ServiceError('unsupported_image_type', 'Moving pictures are not read.')
    if (kind === pixelData) pixels += length
    else metadata += length
    guardMetadata(metadata)
    if (kind !== end) continue
    if (pixels === 0) break
    guardTrailing(bytes, at)
    return size
  }
  throw damaged('The picture is cut short.')
}

// Markers without a length: TEM, RST0–7, SOI.
const stands = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
const startsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

const guardJpeg = (bytes: Uint8Array): Dimensions => {
  const view = viewOf(bytes)
  let [at, metadata, scans] = [2, 0, 0]
  let declaresMore = false
  let size: Dimensions | null = null
  while (at + 4 <= bytes.length || (at + 2 <= bytes.length && bytes[at + 1] === 0xd9)) {
    if (bytes[at] !== 0xff) throw damaged('The picture is damaged.')
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xd9) {
      if (!size || scans === 0) break
      if (!declaresMore) guardTrailing(bytes, at + 2)
      return size
    }
    if (stands(marker)) {
      at += 2
      continue
    }
    const length = view.getUint16(at + 2)
    if (length < 2 || at + 2 + length > bytes.length) break
    if (startsFrame(marker)) {
      if (length < 8) break
      size = guardSize({ height: view.getUint16(at + 5), width: view.getUint16(at + 7) })
    } else if (marker >= 0xe0) {
      metadata += length
      guardMetadata(metadata)
      // Multi-picture format: phones keep the brighter half of an HDR photo behind the end, and say so here.
      if (marker === 0xe2 && view.getUint32(at + 4) === 0x4d504600) declaresMore = true
    }
    at += 2 + length
    if (marker !== 0xda) continue
    scans++
    if (!size || scans * size.width * size.height > mostScannedPixels) throw damaged('The picture has too many scans.')
    at = endOfScan(bytes, at)
  }
  throw damaged('The picture is cut short.')
}

/** Bytes looked at one by one before the faster search is called: marker bytes are rare in honest data, and each call has its price. */
const nearBytes = 48

// Where the next byte of ones is, or the end.
const nextOnes = (bytes: Uint8Array, from: number): number => {
  const near = Math.min(bytes.length, from + nearBytes)
  for (let at = from; at < near; at++) if (bytes[at] === 0xff) return at
  const far = near < bytes.length ? bytes.indexOf(0xff, near) : -1
  return far === -1 ? bytes.length : far
}

// Where the next marker after a scan's data is; stuffed zeros and restarts belong to the data.
const endOfScan = (bytes: Uint8Array, from: number): number => {
  for (let at = nextOnes(bytes, from); at + 1 < bytes.length; at = nextOnes(bytes, at + 1)) {
    const marker = bytes[at + 1] ?? 0
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at
  }
  return bytes.length
}

const guardWebp = (bytes: Uint8Array): Dimensions => {
  const view = viewOf(bytes)
  if (bytes.length < 30) throw damaged('The picture is cut short.')
  const end = 8 + view.getUint32(4, true)
  if (end > bytes.length) throw damaged('The picture is cut short.')
  guardTrailing(bytes, end)
  let [at, metadata] = [12, 0]
  let canvas: Dimensions | null = null
  while (at + 8 <= end) {
    const kind = ascii(bytes, at, 4)
    const length = view.getUint32(at + 4, true)
    const body = at + 8
    if (body + length > end) break
    if (kind === 'ANIM' || kind === 'ANMF') throw new ServiceError('unsupported_image_type', 'Moving pictures are not read.')
    if (kind === 'VP8X' && length >= 10) {
      if (((bytes[body] ?? 0) & 0x02) !== 0) throw new ServiceError('unsupported_image_type', 'Moving pictures are not read.')
      canvas = guardSize({
        width: 1 + (view.getUint32(body + 4, true) & 0xffffff),
        height: 1 + (view.getUint32(body + 6, true) >>> 8),
      })
    } else if (kind === 'VP8 ' && length >= 10) {
      return matching(canvas, { width: view.getUint16(body + 6, true) & 0x3fff, height: view.getUint16(body + 8, true) & 0x3fff })
    } else if (kind === 'VP8L' && length >= 5) {
      const bits = view.getUint32(body + 1, true)
      return matching(canvas, { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) })
    } else {
      metadata += length + 8
      guardMetadata(metadata)
    }
    at = body + length + (length & 1)
  }
  throw damaged('The picture is damaged.')
}

const matching = (canvas: Dimensions | null, frame: Dimensions): Dimensions => {
  if (canvas && (canvas.width !== frame.width || canvas.height !== frame.height)) throw damaged('The picture is damaged.')
  return frame
}
