import sharp from 'sharp'
import { decode } from '../../src/photo/image/decode.ts'
import type { Picture } from '../../src/photo/image/raster.ts'

sharp.cache(false)

/** In pixels: a blur of this much leaves 33 of the 49 legible numbers of `photos`; 0.7 left 29. */
const blurSigma = 0.5

/**
 * A picture as a hasty hand makes it: turned by 4°, smaller, a little out of focus and saved anew; `light` below 1
 * darkens it.
 */
const spoilSlightly =
  (light: number) =>
  async (bytes: Buffer): Promise<Picture> => {
    const { data, info } = await sharp(bytes)
      .autoOrient()
      .removeAlpha()
      .rotate(4, { background: '#777' })
      .toBuffer({ resolveWithObject: true })
    return decode(
      await sharp(data)
        .resize(Math.round(info.width * 0.8))
        .blur(blurSigma)
        .linear(light, 0)
        .jpeg({ quality: 75 })
        .toBuffer(),
    )
  }

/** What may be made of every picture before it is read, the same each time. */
export const disguises: Readonly<Record<string, (bytes: Buffer) => Promise<Picture>>> = {
  none: decode,
  slight: spoilSlightly(1),
  'slight-dark': spoilSlightly(0.7),
}
