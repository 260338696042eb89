import { checkImage } from '../identification/check-image.ts'
import type { PhotoType } from '../identification/ports.ts'
import { decode } from '../photo/image/decode.ts'
import { fingerprintOfWhole } from '../photo/image/fingerprint.ts'

const types: readonly PhotoType[] = ['image/jpeg', 'image/png', 'image/webp']

/**
 * The fingerprint of a fetched picture, which is checked and decoded as a photo is, and not kept.
 * @throws ServiceError when it is no picture; TypeError when it is declared as something else
 */
export const toPictureFingerprint = async (picture: {
  readonly bytes: Buffer
  readonly contentType: string
}): Promise<Uint8Array> => {
  const declared = picture.contentType.split(';')[0]?.trim().toLowerCase()
  const type = types.find((one) => one === declared)
  if (type === undefined) throw new TypeError(`content type ${JSON.stringify(picture.contentType.slice(0, 80))}`)
  await checkImage({ bytes: picture.bytes, type }, async () => {})
  return fingerprintOfWhole(await decode(picture.bytes))
}
