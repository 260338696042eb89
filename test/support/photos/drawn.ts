import sharp, { type Sharp } from 'sharp'
import type { PhotoType } from '../../../src/identification/ports.ts'
import type { Random } from './random.ts'

/** An encoded picture and what it is declared as. */
export interface Encoded {
  readonly bytes: Buffer
  readonly type: PhotoType
}

sharp.cache(false)
sharp.concurrency(1)

/** Encodes pixels as one of the three types. */
export const encode = async (picture: Sharp, type: PhotoType, quality = 80): Promise<Encoded> => {
  const encoder =
    type === 'image/png'
      ? picture.png({ compressionLevel: 2 })
      : type === 'image/jpeg'
        ? picture.jpeg({ quality, progressive: quality % 4 === 0 })
        : picture.webp({ quality, effort: 1, lossless: quality % 8 === 0 })
  return { bytes: await encoder.toBuffer(), type }
}

/** The three types that are read. */
export const types: readonly [PhotoType, ...PhotoType[]] = ['image/jpeg', 'image/png', 'image/webp']

const names = ['Charizard', 'Blue-Eyes White Dragon', 'Llanowar Elves', 'Luxray', 'Counterspell', 'Refute'] as const
const numbers = ['4/102', 'LOB-001', '182/249', '071/193', '55/306', '136/182'] as const

/** A drawn card with a name, some text and a number, so that there is something to read without the photos. */
export const drawCard = (which: number, width: number): Sharp => {
  const text = (y: number, size: number, words: string) =>
    `<text x="14" y="${y}" font-size="${size}" font-family="sans-serif">${words}</text>`
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="250" height="350">
    <rect width="250" height="350" fill="#${which % 2 ? 'ddc' : 'fff'}"/>
    ${text(28, 18, names[which % names.length] ?? '')}
    <rect x="14" y="44" width="222" height="150" fill="#58${which % 10}"/>
    ${text(230, 12, 'Draw a card, then discard a card.')}${text(338, 10, numbers[which % numbers.length] ?? '')}</svg>`
  return sharp(Buffer.from(card), { density: (72 * width) / 250 }).flatten({ background: '#fff' })
}

/** Random colours: nothing to read, and nothing that packs well. */
export const drawNoise = ({ below }: Random, width: number, height: number): Sharp => {
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < data.length; i++) data[i] = below(256)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** A picture just under the limit of 6 MiB that no encoder could make smaller. */
export const createLargest = async (random: Random, type: 'image/jpeg' | 'image/png'): Promise<Encoded> => {
  const limit = 6 * 1024 * 1024
  const picture =
    type === 'image/png'
      ? await encode(drawNoise(random, 1400, 1480), type)
      : {
          bytes: await drawNoise(random, 1800, 1780).jpeg({ quality: 94, chromaSubsampling: '4:4:4' }).toBuffer(),
          type,
        }
  if (picture.bytes.length > limit) throw new Error(`The largest picture has ${picture.bytes.length} bytes.`)
  return picture
}
