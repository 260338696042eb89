import type { Yielder } from '../concurrency/yield-to-event-loop.ts'
import type { PostedFile } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import { imageLimitBytes, imageTypes } from '../contract/identification.ts'
import { checkImage, sniffImageType } from './check-image.ts'
import type { Photo } from './ports.ts'

/**
 * Checks a picture that was sent as its own bytes (`checkImage`). One that nobody declared is what its first bytes say.
 * @throws ServiceError `invalid_image`, `unsupported_image_type` or `image_too_large`
 */
export const checkImageFile = async (
  { bytes, type: declared }: PostedFile,
  yieldToEventLoop: Yielder,
): Promise<Photo> => {
  if (bytes.length === 0) throw new ServiceError('invalid_image', 'The picture is empty.')
  if (bytes.length > imageLimitBytes) throw new ServiceError('image_too_large', 'The picture exceeds 6 MiB.')
  const type = declared === null ? sniffImageType(bytes) : imageTypes.find((known) => known === declared)
  if (!type) throw new ServiceError('unsupported_image_type', 'The picture must be PNG, JPEG or WebP.')
  await checkImage({ bytes, type }, yieldToEventLoop)
  return { bytes, type }
}
