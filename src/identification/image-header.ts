import type { PhotoType } from './ports.ts'

/** Pixels of a picture by its header, or `null` when the header is damaged or the file plainly cut off. */
export const pixelsOf = (bytes: Uint8Array, type: PhotoType): number | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pixels = type === 'image/png' ? pngPixels(view) : type === 'image/jpeg' ? jpegPixels(view) : webpPixels(view)
  return pixels !== null && pixels > 0 ? pixels : null
}

const chunkName = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** Walks the chunks: the first is IHDR, one is IDAT, the last is IEND. */
const pngPixels = (view: DataView): number | null => {
  if (view.byteLength < 33 || chunkName(view, 12) !== 'IHDR') return null
  const pixels = view.getUint32(16) * view.getUint32(20)
  let drawn = false
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = chunkName(view, at + 4)
    if (name === 'IDAT') drawn = at + 12 + view.getUint32(at) <= view.byteLength
    if (name === 'IEND') return drawn ? pixels : null
  }
  return null
}

const endOfImage = 0xd9
const startOfScan = 0xda

/** Frame headers, all but the tables that share their range: DHT, JPG, DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Walks the segments to the scan; a whole file ends with its marker, padding aside. */
const jpegPixels = (view: DataView): number | null => {
  let pixels: number | null = null
  let at = 2
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (isFrame(marker) && at + 9 <= view.byteLength) pixels = view.getUint16(at + 5) * view.getUint16(at + 7)
    if (marker === startOfScan) return pixels !== null && hasEnd(view, at) ? pixels : null
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

const hasEnd = (view: DataView, from: number): boolean => {
  for (let at = view.byteLength - 2; at > from; at--)
    if (view.getUint8(at) === 0xff && view.getUint8(at + 1) === endOfImage) return true
  return false
}

const threeBytes = (view: DataView, at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

/** The three kinds of WebP: lossy, lossless and extended. The file is as long as its header says. */
const webpPixels = (view: DataView): number | null => {
  if (view.byteLength < 30 || view.getUint32(4, true) + 8 > view.byteLength) return null
  const kind = chunkName(view, 12)
  if (kind === 'VP8 ') return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff)
  if (kind === 'VP8L') {
    const sizes = view.getUint32(21, true)
    return ((sizes & 0x3fff) + 1) * (((sizes >>> 14) & 0x3fff) + 1)
  }
  return kind === 'VP8X' ? (threeBytes(view, 24) + 1) * (threeBytes(view, 27) + 1) : null
}
