import sharp from 'sharp'
import type { ErrorCode } from '../../src/contract/errors.ts'
import type { PhotoType } from '../../src/identification/ports.ts'
import { dataUrlOf, jpegSegment, png, pngChunk, pngOfBytes } from './pictures.ts'

/** What is sent as a picture, and the code it is refused with; `null` when it is odd and read all the same. */
export interface OddPicture {
  readonly name: string
  readonly imageDataUrl: string
  readonly code: Extract<ErrorCode, 'invalid_image' | 'image_too_large' | 'unsupported_image_type'> | null
}

/** Puts segments right behind the start of a JPEG. */
const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

const thousandsOfScans = async (): Promise<Buffer> => {
  const jpeg = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#456' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scans = Array.from({ length: 3000 }, () => jpeg.subarray(scan, jpeg.length - 2))
  return Buffer.concat([jpeg.subarray(0, scan), ...scans, Buffer.from([0xff, 0xd9])])
}

const film = (): Promise<Buffer> =>
  sharp(Buffer.alloc(64 * 128 * 3).fill(200, 64 * 64 * 3), {
    raw: { width: 64, height: 128, channels: 3, pageHeight: 64 },
  })
    .webp({ loop: 0 })
    .toBuffer()

const formats: readonly PhotoType[] = ['image/png', 'image/jpeg', 'image/webp']

const sixMiB = 6 * 1024 * 1024

/** Every kind of bad picture that is promised a code, and some odd ones that are read. */
export const createOddPictures = async (): Promise<readonly OddPicture[]> => {
  // Too narrow for text, so that what is read costs next to nothing.
  const spots = Buffer.from(Array.from({ length: 20 * 640 * 3 }, (_, i) => (i * 7919) % 251))
  const drawn = sharp(spots, { raw: { width: 20, height: 640, channels: 3 } })
  const whole = {
    'image/png': await drawn.clone().png().toBuffer(),
    'image/jpeg': await drawn.clone().jpeg().toBuffer(),
    'image/webp': await drawn.clone().webp().toBuffer(),
  }
  const [small, jpeg] = [whole['image/png'], whole['image/jpeg']]
  const base64 = small.toString('base64')
  const profile = Array.from({ length: 20 }, () => jpegSegment(0xe2, Buffer.alloc(65_000)))
  const brokenExif = Buffer.concat([Buffer.from('Exif\0\0MM\0*'), Buffer.alloc(300, 0xff)])
  const disguised = {
    GIF: 'GIF89a',
    SVG: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    TIFF: 'II*\0',
    HEIC: '\0\0\0\x18ftypheic',
    PDF: '%PDF-1.7',
  }
  const cases: [string, OddPicture['code'], string][] = [
    ['nothing', 'invalid_image', ''],
    ['an empty data URL', 'invalid_image', 'data:image/png;base64,'],
    ['raw base64', 'invalid_image', base64],
    ['a data URL that is not base64', 'invalid_image', 'data:image/png,plain'],
    ['a text', 'unsupported_image_type', dataUrlOf('text', 'text/plain')],
    ['a GIF', 'unsupported_image_type', dataUrlOf('GIF89a', 'image/gif')],
    ['URL-safe base64', 'invalid_image', `data:image/png;base64,${base64.replaceAll('+', '-').replaceAll('/', '_')}`],
    ['base64 with a space', 'invalid_image', `data:image/png;base64,${base64.slice(0, 8)} ${base64.slice(9)}`],
    ['base64 without its last letter', 'invalid_image', `data:image/png;base64,${base64.slice(0, -1)}`],
    ['6 MiB and a byte', 'image_too_large', dataUrlOf(pngOfBytes(sixMiB + 1))],
    ['65,535 × 1', 'image_too_large', dataUrlOf(png(65_535, 1))],
    ['30,000 × 30,000 of zeros', 'image_too_large', dataUrlOf(png(30_000, 30_000))],
    ['40 megapixels and a bit', 'image_too_large', dataUrlOf(png(8000, 5001))],
    ['an animated WebP', 'unsupported_image_type', dataUrlOf(await film(), 'image/webp')],
    ['an animated PNG', 'unsupported_image_type', dataUrlOf(png(64, 64, pngChunk('acTL', Buffer.alloc(8))))],
    ['a colour profile of 2 MB', 'invalid_image', dataUrlOf(png(64, 64, pngChunk('iCCP', Buffer.alloc(2_000_000))))],
    ['a colour profile of 1.3 MB in a JPEG', 'invalid_image', dataUrlOf(withSegments(jpeg, ...profile), 'image/jpeg')],
    ['a text of 1.1 MB', 'invalid_image', dataUrlOf(png(64, 64, pngChunk('zTXt', Buffer.alloc(1_100_000))))],
    ['thousands of scans', 'invalid_image', dataUrlOf(await thousandsOfScans(), 'image/jpeg')],
    ['broken EXIF', null, dataUrlOf(withSegments(jpeg, jpegSegment(0xe1, brokenExif)), 'image/jpeg')],
    [
      'a profile of rubbish',
      null,
      dataUrlOf(withSegments(jpeg, jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01rubbish'))), 'image/jpeg'),
    ],
  ]
  for (const [format, start] of Object.entries(disguised))
    cases.push([`${format} in disguise`, 'unsupported_image_type', dataUrlOf(start.padEnd(64, '\0'))])
  for (const type of formats) {
    const other = type === 'image/png' ? 'image/jpeg' : 'image/png'
    cases.push([`${other} declared as ${type}`, 'unsupported_image_type', dataUrlOf(whole[other], type)])
    cases.push([
      `${type} with 70 KB behind its end`,
      'invalid_image',
      dataUrlOf(Buffer.concat([whole[type], Buffer.alloc(70_000, 80)]), type),
    ])
    cases.push([
      `${type} with a little behind its end`,
      null,
      dataUrlOf(Buffer.concat([whole[type], Buffer.alloc(900, 80)]), type),
    ])
    for (let tenth = 1; tenth <= 9; tenth++) {
      const cut = whole[type].subarray(0, Math.floor((whole[type].length * tenth) / 10))
      cases.push([`${type} cut at ${tenth} tenths`, 'invalid_image', dataUrlOf(cut, type)])
    }
  }
  return cases.map(([name, code, imageDataUrl]) => ({ name, code, imageDataUrl }))
}
