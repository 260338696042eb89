import { closeSync, openSync, writeSync } from 'node:fs'
import sharp from 'sharp'

/** A picture on a plain table, as bytes of one frame: the luma plane, then both chroma planes at half their size. */
const frameOf = async (photo: string | null, width: number, height: number, part: number): Promise<Buffer> => {
  const table = sharp({ create: { width, height, channels: 3, background: '#b9b4a8' } })
  const [w, h] = [Math.round(width * part), Math.round(height * part)]
  const card = photo && (await sharp(photo).rotate().resize(w, h, { fit: 'inside' }).png().toBuffer())
  const laid = await (card ? table.composite([{ input: card }]) : table).png().toBuffer()
  const rgb = await sharp(laid).removeAlpha().raw().toBuffer()
  const frame = Buffer.alloc((width * height * 3) / 2)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const [r, g, b] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0]
      frame[y * width + x] = 16 + 0.257 * r + 0.504 * g + 0.098 * b
      if (y % 2 !== 0 || x % 2 !== 0) continue
      const chroma = width * height + (y / 2) * (width / 2) + x / 2
      frame[chroma] = 128 - 0.148 * r - 0.291 * g + 0.439 * b
      frame[chroma + (width * height) / 4] = 128 + 0.439 * r - 0.368 * g - 0.071 * b
    }
  return frame
}

/**
 * Writes what a camera sees while cards are laid on a table one after another, for Chromium's
 * `--use-file-for-fake-video-capture`; it shows the file over and over.
 * @param photos files of pictures; `null` is the table alone
 */
export const writeCardVideo = async (
  file: string,
  photos: readonly (string | null)[],
  { width = 1080, height = 1440, part = 0.66, framesPerSecond = 2, secondsEach = 3 } = {},
): Promise<void> => {
  const out = openSync(file, 'w')
  writeSync(out, `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
  for (const photo of photos) {
    const frame = await frameOf(photo, width, height, part)
    for (let left = framesPerSecond * secondsEach; left > 0; left--) {
      writeSync(out, 'FRAME\n')
      writeSync(out, frame)
    }
  }
  closeSync(out)
}
