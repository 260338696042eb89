import type { Yielder } from '../concurrency/yield-to-event-loop.ts'
import { ServiceError } from '../contract/errors.ts'
import type { LazyString } from '../contract/fields.ts'
import { imageLimitBytes, imageTypes } from '../contract/identification.ts'
import { checkImage } from './check-image.ts'
import type { Photo } from './ports.ts'

const prefix = /^data:([^,;]*)((?:;[^,]*)?),/i

const notADataUrl = 'imageDataUrl must be a complete data:image/png|jpeg|webp;base64,… URL, not raw base64.'

/** Characters decoded at a time; a multiple of four. */
const pieceLength = 48 * 1024

/** Pieces decoded before yielding: a millisecond of work. */
const piecesPerYield = 16

/**
 * Decodes piece by piece, so that no copy of the whole text is made. @returns `null` when it is not base64 all through
 */
const decodeBase64 = async (
  text: LazyString,
  from: number,
  sizeBytes: number,
  yieldToEventLoop: Yielder,
): Promise<Uint8Array | null> => {
  const bytes = new Uint8Array(sizeBytes)
  const target = Buffer.from(bytes.buffer)
  let written = 0
  for (let at = from; at < text.length; at += pieceLength) {
    if (((at - from) / pieceLength) % piecesPerYield === 0) await yieldToEventLoop()
    const piece = text.slice(at, at + pieceLength)
    // Node passes over what is no base64 and reads the URL-safe letters too: then less is written, or those letters are
    // there.
    if (piece.includes('-') || piece.includes('_')) return null
    written += target.write(piece, written, 'base64')
    if (written !== Math.min(sizeBytes, ((at + piece.length - from) / 4) * 3)) return null
  }
  return bytes
}

/**
 * Decodes a data URL into a picture and checks it (`checkImage`), yielding to the event loop on the way.
 * @throws ServiceError `invalid_image`, `unsupported_image_type` or `image_too_large`
 */
export const readImageDataUrl = async (url: LazyString, yieldToEventLoop: Yielder): Promise<Photo> => {
  const head = prefix.exec(url.slice(0, 256))
  if (head === null) throw new ServiceError('invalid_image', notADataUrl)
  const [before, mediaType = '', parameters = ''] = head
  if (!/;base64$/i.test(parameters)) throw new ServiceError('invalid_image', notADataUrl)
  const type = imageTypes.find((known) => known === mediaType.toLowerCase())
  if (type === undefined) throw new ServiceError('unsupported_image_type', 'The picture must be PNG, JPEG or WebP.')
  const length = url.length - before.length
  const ending = url.slice(-2)
  const padding = ending === '==' ? 2 : ending.endsWith('=') ? 1 : 0
  const sizeBytes = (length / 4) * 3 - padding
  // The length tells the size before anything is decoded.
  if (sizeBytes > imageLimitBytes) throw new ServiceError('image_too_large', 'The picture exceeds 6 MiB.')
  const bytes =
    sizeBytes > 0 && length % 4 === 0 ? await decodeBase64(url, before.length, sizeBytes, yieldToEventLoop) : null
  if (bytes === null) throw new ServiceError('invalid_image', 'imageDataUrl holds no valid base64 with padding.')
  try {
    await yieldToEventLoop()
    await checkImage({ bytes, type }, yieldToEventLoop)
  } catch (error) {
    bytes.fill(0)
    throw error
  }
  return { bytes, type }
}
