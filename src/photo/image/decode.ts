import sharp from 'sharp'
import { ServiceError } from '../../contract/errors.ts'
import { imageLimits } from '../../identification/check-image.ts'
import { type Picture, toPicture } from './raster.ts'

/** Longest side after decoding: enough for the smallest print on a card that fills a third of the picture. */
const maxSide = 2000

// Whatever the bytes claim to be, no other loader of the image library can be reached.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/**
 * The largest picture that the check lets pass takes two seconds of one core; what takes longer waits for a processor.
 */
const maxSeconds = 5

/** What the image library says when its time or the memory ran out: the machine's fault, not the picture's. */
const isMachineBusy = (cause: unknown): boolean => /^timeout:|out of memory/i.test(String(Object(cause).message))

/**
 * Decodes a checked photo once, in memory: orientation applied, transparency laid on grey, sRGB, at most 2,000 pixels a
 * side.
 * @throws ServiceError `invalid_image` when the bytes are damaged; `service_busy` when the machine had no time for it
 */
export const decode = async (bytes: Uint8Array, timeoutSeconds = maxSeconds): Promise<Picture> => {
  try {
    const image = sharp(bytes, {
      limitInputPixels: imageLimits.pixels,
      failOn: 'error',
      animated: false,
      sequentialRead: true,
    })
    const { autoOrient } = await image.metadata()
    const { data, info } = await image
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .flatten({ background: '#808080' })
      .toColourspace('srgb')
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return toPicture({ data: threeChannels(data, info.channels), width: info.width, height: info.height }, autoOrient)
  } catch (cause) {
    if (isMachineBusy(cause))
      throw new ServiceError('service_busy', 'The machine had no time to decode the picture.', {
        cause,
        retryAfterSeconds: 1,
      })
    throw new ServiceError('invalid_image', 'The picture is damaged and cannot be decoded.', { cause })
  }
}

/** A gray picture keeps one channel through the color conversion. */
const threeChannels = (data: Uint8Array, channels: number): Uint8Array => {
  if (channels === 3) return data
  const count = data.length / channels
  const out = new Uint8Array(count * 3)
  for (let i = 0; i < count; i++) out.fill(data[i * channels] ?? 0, i * 3, i * 3 + 3)
  return out
}
