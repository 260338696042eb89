import sharp from 'sharp'
import { drawNoise, type Encoded, encode, types } from './drawn.ts'
import type { Random } from './random.ts'

/** A picture that was changed, and by what. */
export interface Mutant {
  readonly body: Buffer
  readonly how: string
}

type Sources = readonly [Encoded, ...Encoded[]]
type ChangeBytes = (bytes: Buffer, random: Random, sources: Sources) => Buffer

const changed = (bytes: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}

/** Where the parts of a picture begin: chunks of PNG and WebP, segments of JPEG up to its scan. */
const partsOf = (bytes: Buffer): number[] => {
  const [isPng, isWebp] = [bytes[0] === 0x89, bytes[0] === 0x52]
  const starts: number[] = []
  for (let at = isPng ? 8 : isWebp ? 12 : 2; at + 12 < bytes.length; ) {
    starts.push(at)
    if (isPng) at += 12 + bytes.readUInt32BE(at)
    else if (isWebp) at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) & 1)
    else if (bytes[at + 1] === 0xda) break
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return [...starts, bytes.length]
}

/** One part of a picture, from and to. */
const partOf = (bytes: Buffer, { below }: Random): [number, number] => {
  const starts = partsOf(bytes)
  const which = below(Math.max(1, starts.length - 1))
  return [Math.min(starts[which] ?? 0, bytes.length), Math.min(starts[which + 1] ?? bytes.length, bytes.length)]
}

/** Where the size of a picture is written, as places of two or four bytes. */
const sizeAt = (bytes: Buffer): number => {
  if (bytes[0] === 0x89) return 16
  if (bytes[0] === 0x52) return 24
  return partsOf(bytes).find((at) => bytes[at] === 0xff && [0xc0, 0xc1, 0xc2].includes(bytes[at + 1] ?? 0)) ?? 2
}

const byBytes: Record<string, ChangeBytes> = {
  'bits flipped': (bytes, { below }) =>
    changed(bytes, (copy) => {
      for (let i = 1 + below(20); i > 0; i--) {
        const at = below(copy.length)
        copy[at] = (copy[at] ?? 0) ^ (1 << below(8))
      }
    }),
  'header changed': (bytes, { below }) =>
    changed(bytes, (copy) => {
      for (let i = 1 + below(6); i > 0; i--) copy[below(Math.min(700, copy.length))] = below(256)
    }),
  'cut short': (bytes, { below }) => bytes.subarray(0, below(bytes.length)),
  'a run of zeros': (bytes, { below }) =>
    changed(bytes, (copy) => copy.fill(0, below(copy.length), below(copy.length))),
  'a piece taken out': (bytes, { below }) => {
    const at = below(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(2000))])
  },
  'spliced with another': (bytes, { share, pick }, sources) => {
    const other = pick(sources).bytes
    return Buffer.concat([
      bytes.subarray(0, Math.floor(share() * bytes.length)),
      other.subarray(Math.floor(share() * other.length)),
    ])
  },
  'size changed': (bytes, { below, pick }) =>
    changed(bytes, (copy) => {
      const at = sizeAt(copy) + below(8)
      const value = pick([0, 1, 2, 16, 255, 256, 4096, 16_383, 30_000, 65_535])
      if (at + 2 <= copy.length) copy.writeUInt16BE(value, at)
    }),
  'a part twice': (bytes, random) => {
    const [from, to] = partOf(bytes, random)
    const times = random.pick([1, 1, 2, 50])
    const again = Array.from({ length: to - from > 20_000 ? 1 : times }, () => bytes.subarray(from, to))
    return Buffer.concat([bytes.subarray(0, to), ...again, bytes.subarray(to)])
  },
  'a part gone': (bytes, random) => {
    const [from, to] = partOf(bytes, random)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  'a length changed': (bytes, random) => {
    const [from] = partOf(bytes, random)
    return changed(bytes, (copy) => {
      copy[Math.min(copy.length - 1, from + random.below(8))] = random.below(256)
    })
  },
  'something behind': (bytes, { below, pick }) =>
    Buffer.concat([bytes, Buffer.alloc(pick([1, 100, 60_000, 70_000]), below(256))]),
  'something before': (bytes, { below }) => Buffer.concat([Buffer.alloc(1 + below(8), below(256)), bytes]),
}

const byPixels = async ({ bytes, type }: Encoded, random: Random): Promise<Encoded> => {
  const { below, share, pick } = random
  const [quality, other] = [5 + below(90), share() < 0.5 ? type : pick(types)]
  const { width, height } = await sharp(bytes).metadata()
  const picture = sharp(bytes)
  switch (below(6)) {
    case 0: {
      const [left, top] = [below(width - 1), below(height - 1)]
      const area = { left, top, width: 1 + below(width - left), height: 1 + below(height - top) }
      return encode(picture.extract(area), other, quality)
    }
    case 1:
      return encode(picture.rotate(below(360), { background: pick(['#000', '#fff', '#456']) }), other, quality)
    case 2:
      return encode(picture.resize(1 + below(below(500) + 1), 1 + below(500), { fit: 'fill' }), other, quality)
    case 3: {
      const spots = await drawNoise(random, Math.max(1, width >> 2), Math.max(1, height >> 2))
        .png()
        .toBuffer()
      return encode(
        picture.composite([{ input: spots, left: below(width >> 1), top: below(height >> 1) }]),
        other,
        quality,
      )
    }
    case 4:
      return encode(picture.blur(0.5 + 4 * share()).modulate({ brightness: 0.2 + 1.8 * share() }), other, quality)
    default:
      return encode(drawNoise(random, 1 + below(below(300) + 1), 1 + below(300)), other, quality)
  }
}

const inText: Record<string, (url: string, random: Random) => string> = {
  'URL-safe letters': (url) => url.replaceAll('+', '-').replaceAll('/', '_'),
  'a letter changed': (url, { below, pick }) => {
    const at = below(url.length)
    return url.slice(0, at) + pick(['=', ' ', '\n', '"', '\u0000', 'é', '%']) + url.slice(at + 1)
  },
  'a letter gone': (url, { below }) => url.slice(0, -1 - below(3)),
  'other words before': (url, { pick }) =>
    url.replace(
      /^data:[^,]*,/,
      pick(['', 'data:,', 'data:image/gif;base64,', 'data:image/png;base64;x,', 'data:text/html;base64,']),
    ),
}

/** The body of a request with this picture. */
export const bodyOf = ({ bytes, type }: Encoded): Buffer =>
  Buffer.from(`{"imageDataUrl":"data:${type};base64,${bytes.toString('base64')}"}`, 'latin1')

const one = <T>(table: Record<string, T>, { below }: Random): [string, T] => {
  const entries = Object.entries(table)
  return entries[below(entries.length)] as [string, T]
}

/**
 * Changes one of the pictures by chance: seven in ten in their bytes, a quarter in their pixels, the rest in the text
 * that carries them.
 */
export const mutate = async (sources: Sources, random: Random): Promise<Mutant> => {
  const source = random.pick(sources)
  const kind = random.share()
  if (kind < 0.05) {
    const [how, change] = one(inText, random)
    const url = `data:${source.type};base64,${source.bytes.toString('base64')}`
    return { body: Buffer.from(JSON.stringify({ imageDataUrl: change(url, random) })), how }
  }
  if (kind < 0.3) return { body: bodyOf(await byPixels(source, random)), how: 'other pixels' }
  const [how, change] = one(byBytes, random)
  const bytes = change(source.bytes, random, sources)
  const twice = random.share() < 0.2 ? one(byBytes, random) : null
  const type = random.share() < 0.03 ? random.pick(types) : source.type
  return {
    body: bodyOf({ bytes: twice ? twice[1](bytes, random, sources) : bytes, type }),
    how: twice ? `${how}, ${twice[0]}` : how,
  }
}
