import { ServiceError } from '../contract/errors.ts'
import { imageLimitBytes } from '../contract/identification.ts'
import { pixelsOf } from './image-header.ts'
import type { Photo, PhotoType } from './ports.ts'

/** Most pixels of a picture: 40 megapixels, decoded some 120 MB. */
const mostPixels = 40_000_000

const prefix = /^data:([^,;]*)((?:;[^,]*)?),/i

const types: readonly PhotoType[] = ['image/png', 'image/jpeg', 'image/webp']

const startsWith = (bytes: Uint8Array, at: number, ...expected: readonly number[]): boolean =>
  expected.every((byte, index) => bytes[at + index] === byte)

/** The type that the first bytes of a picture tell, or `null`. */
const typeOfBytes = (bytes: Uint8Array): PhotoType | null => {
  if (startsWith(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (startsWith(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(bytes, 0, 0x52, 0x49, 0x46, 0x46) && startsWith(bytes, 8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp'
  return null
}

const notADataUrl = 'imageDataUrl must be a complete data:image/png|jpeg|webp;base64,… URL, not raw base64.'

/**
 * Decodes a data URL into a checked picture: size, type by its first bytes, pixels by its header.
 * @throws ServiceError `invalid_image`, `unsupported_image_type` or `image_too_large`
 */
export const readImageDataUrl = (url: string): Photo => {
  const head = prefix.exec(url.slice(0, 256))
  if (head === null) throw new ServiceError('invalid_image', notADataUrl)
  const [before, mediaType = '', parameters = ''] = head
  if (!/;base64$/i.test(parameters)) throw new ServiceError('invalid_image', notADataUrl)
  const type = types.find((known) => known === mediaType.toLowerCase())
  if (type === undefined) throw new ServiceError('unsupported_image_type', 'The picture must be PNG, JPEG or WebP.')
  const base64 = url.slice(before.length)
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  // The length tells the size before anything is decoded.
  if ((base64.length / 4) * 3 - padding > imageLimitBytes) throw new ServiceError('image_too_large', 'The picture exceeds 6 MiB.')
  const bytes = Buffer.from(base64, 'base64')
  // Node passes over what is no base64 and reads the URL-safe letters too: then the length is short, or those letters are there.
  const isWhole = bytes.length > 0 && base64.length % 4 === 0 && bytes.length === (base64.length / 4) * 3 - padding
  if (!isWhole || base64.includes('-') || base64.includes('_')) {
    throw new ServiceError('invalid_image', 'imageDataUrl holds no valid base64 with padding.')
  }
  if (typeOfBytes(bytes) !== type) {
    throw new ServiceError('unsupported_image_type', `The bytes of the picture are not ${type}, as it is declared.`)
  }
  const pixels = pixelsOf(bytes, type)
  if (pixels === null) throw new ServiceError('invalid_image', 'The picture is damaged or cut off.')
  if (pixels > mostPixels) throw new ServiceError('image_too_large', 'The picture exceeds 40 megapixels.')
  return { bytes: new Uint8Array(bytes), type }
}
