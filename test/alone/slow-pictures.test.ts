import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { imageLimitBytes } from '../../src/contract/identification.ts'
import { readImageDataUrl } from '../../src/identification/image-data-url.ts'
import { findSlowness } from '../support/machine-speed.ts'
import { bareJpeg, dataUrlOf, png, pngChunk, webpCanvas, webpChunk, webpOf } from '../support/pictures.ts'

/** On a slower machine as much more. */
const limitMs = 15
const maxRuns = 20

describe('a picture crafted to be slow to check', () => {
  const pixelsStart = bareJpeg(256, 256).subarray(0, -5)
  const fill = (start: Buffer, ...bytes: number[]) =>
    Buffer.concat([start, Buffer.alloc(imageLimitBytes - start.length, Buffer.from(bytes))])
  const tinyChunks = Buffer.alloc(500_000 * 12, pngChunk('tEXt', Buffer.alloc(0)))
  const emptyChunks = Buffer.alloc(700_000 * 8, webpChunk('EXIF', Buffer.alloc(0)))
  const crafted: [name: string, type: string, bytes: Buffer][] = [
    ['a JPEG of 6 MiB of pixels without an end', 'image/jpeg', fill(pixelsStart, 0)],
    ['a JPEG of 3 million stuffed bytes', 'image/jpeg', fill(pixelsStart, 0xff, 0)],
    ['a JPEG of 6 million fill bytes', 'image/jpeg', fill(Buffer.from([0xff, 0xd8]), 0xff)],
    ['a JPEG of 1.5 million empty tables', 'image/jpeg', fill(Buffer.from([0xff, 0xd8]), 0xff, 0xc4, 0, 2)],
    ['a JPEG of 1.5 million empty scans', 'image/jpeg', fill(pixelsStart, 0xff, 0xda, 0, 2)],
    ['a PNG of 500,000 empty chunks', 'image/png', png(64, 64, tinyChunks)],
    ['a WebP of 700,000 empty chunks', 'image/webp', webpOf(webpCanvas(256, 256), emptyChunks)],
  ]
  const threadCpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  /** The most processor time of this thread between two yields: wall time would count what other processes take. */
  const maxStretchMs = async (text: string): Promise<number> => {
    let [max, last] = [0, threadCpuMs()]
    const stretchEnds = async () => {
      max = Math.max(max, threadCpuMs() - last)
      last = threadCpuMs()
    }
    await assert.rejects(readImageDataUrl(text, stretchEnds), { code: 'invalid_image' })
    await stretchEnds()
    return max
  }
  for (const [name, type, bytes] of crafted) {
    test(`is refused without holding the event loop for ${limitMs} ms: ${name}`, async (t) => {
      const text = dataUrlOf(bytes, type)
      const maxMs = limitMs * (await findSlowness())
      const runs: number[] = []
      // The best of the runs: in the others code is compiled, memory collected, or time counted that the host of a
      // virtual machine took.
      while (runs.length === 0 || (runs.length < maxRuns && Math.min(...runs) >= maxMs))
        runs.push(await maxStretchMs(text))
      t.diagnostic(`longest stretch of each run, in milliseconds: ${runs.map((ms) => ms.toFixed(1)).join(', ')}`)
      assert.ok(Math.min(...runs) < maxMs)
    })
  }
})
