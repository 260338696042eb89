/**
 * Measures how surely fingerprints tell artworks apart, without the reader: pictures are turned, tilted, lit, blurred and saved anew, the card is looked for, and its
 * fingerprint compared with those of the untouched pictures. Of the sandbox all cards, and where the shared folder is, its labelled scans.
 * Usage: node bench/measure-artwork.ts [disguises per scan]; of the sandbox it is one each
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { readProductName } from '../src/cards/product-name.ts'
import { clearlyMostAlike, correlationOf } from '../src/identification/artwork.ts'
import { drawPicture } from '../src/market/sources/sandbox/picture.ts'
import { readBundledProducts } from '../src/market/sources/sandbox/products/bundled-products.ts'
import { decode } from '../src/photo/image/decode.ts'
import { findCard } from '../src/photo/image/find-card.ts'
import { fingerprintOf, fingerprintOfWhole } from '../src/photo/image/fingerprint.ts'
import { type Quad, rotateCorners } from '../src/photo/image/geometry.ts'
import { type Picture, toPicture, warp } from '../src/photo/image/raster.ts'
import { readLabels, sharedFolder } from '../test/support/photos/labelled.ts'
import { createRandom } from '../test/support/photos/random.ts'

interface Reference {
  readonly id: string
  /** Cards of one group are printings of one name. */
  readonly group: string
  readonly picture: Picture
  readonly fingerprint: Uint8Array
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const disguisesOfScans = Number(process.argv[2] ?? 10)
const { below } = createRandom(20_261_123)
const between = (low: number, high: number): number => low + ((high - low) * below(1_000_000)) / 1_000_000

const referenceOf = (id: string, group: string, picture: Picture): Reference => ({
  id,
  group,
  picture,
  fingerprint: fingerprintOfWhole(picture),
})

/** The whole of a picture with a ground around it. */
const onGround = async ({ data, width, height }: Picture): Promise<Picture> => {
  const [x, y] = [Math.round(width * 0.3), Math.round(height * 0.3)]
  const background = { r: below(200), g: below(200), b: below(200) }
  const extended = sharp(data, { raw: { width, height, channels: 3 } }).extend({
    left: x,
    right: x,
    top: y,
    bottom: y,
    background,
  })
  const { data: pixels, info } = await extended.raw().toBuffer({ resolveWithObject: true })
  return toPicture({ data: pixels, width: info.width, height: info.height })
}

/** As somebody might photograph it: turned up to 12°, each corner moved, in another light, blurred, and saved with losses. */
const disguised = async (picture: Picture): Promise<Picture> => {
  const ground = await onGround(picture)
  const [turn, half] = [between(-0.2, 0.2), Math.hypot(ground.width, ground.height) * 0.42]
  const corner = (angle: number): readonly [number, number] => {
    const reach = half * between(0.95, 1.05)
    return [ground.width / 2 + Math.cos(angle + turn) * reach, ground.height / 2 + Math.sin(angle + turn) * reach]
  }
  const slope = Math.atan2(ground.height, ground.width)
  const quad: Quad = [corner(slope - Math.PI), corner(-slope), corner(slope), corner(Math.PI - slope)]
  const seen = warp(ground, quad, ground.width, ground.height)
  const lit = sharp(seen.data, { raw: { width: seen.width, height: seen.height, channels: 3 } })
    .linear([between(0.6, 1.2), between(0.6, 1.2), between(0.6, 1.2)], [between(-20, 20), between(-20, 20), between(-20, 20)])
    .blur(between(0.4, 1.5))
  return decode(await lit.jpeg({ quality: Math.round(between(45, 92)) }).toBuffer())
}

/** From the corner at the top left, which the reader knows by the run of the text. */
const upright = (quad: Quad): Quad => {
  const sums = quad.map(([x, y]) => x + y)
  return rotateCorners(quad, sums.indexOf(Math.min(...sums)))
}

const measure = async (title: string, references: readonly Reference[], disguises: number): Promise<void> => {
  const counts = { disguised: 0, found: 0, nearest: 0, inGroup: 0, right: 0, wrong: 0, absent: 0, taken: 0 }
  let spentMs = 0
  for (const { id, group, picture, fingerprint } of references) {
    for (let i = 0; i < disguises; i++) {
      counts.disguised++
      const photo = await disguised(picture)
      const card = findCard(photo)
      if (card === null) continue
      counts.found++
      const beganMs = performance.now()
      const artwork = fingerprintOf(photo, upright(card.quad))
      spentMs += performance.now() - beganMs
      const own = correlationOf(artwork, fingerprint)
      if (references.every((other) => other.id === id || correlationOf(artwork, other.fingerprint) < own)) counts.nearest++
      const known = references
        .filter((other) => other.group === group)
        .map((one) => ({ of: one.id, fingerprint: one.fingerprint }))
      if (known.length > 1) {
        counts.inGroup++
        const chosen = clearlyMostAlike(artwork, known)
        if (chosen === id) counts.right++
        else if (chosen !== null) counts.wrong++
      }
      if (known.length > 2) {
        counts.absent++
        if (
          clearlyMostAlike(
            artwork,
            known.filter(({ of }) => of !== id),
          ) !== null
        )
          counts.taken++
      }
    }
  }
  const { found, nearest, inGroup, right, wrong, absent, taken } = counts
  print(`${title}: ${references.length} pictures, ${counts.disguised} disguises, a card found in ${found}`)
  print(`  own picture the nearest of all: ${nearest} of ${found}; ${(spentMs / Math.max(1, found)).toFixed(2)} ms a fingerprint`)
  print(`  among printings of its name: ${right} of ${inGroup} right, ${wrong} wrong, the others undecided`)
  print(`  the same without its own picture: another one taken in ${taken} of ${absent}`)
}

// The reader's decoder refuses SVG, the sandbox draws it.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
const sandbox: Reference[] = []
for (const product of readBundledProducts()) {
  if (product.sealed) continue
  const drawn = await decode(
    await sharp(Buffer.from(drawPicture(product)))
      .flatten({ background: '#fff' })
      .jpeg()
      .toBuffer(),
  )
  sandbox.push(referenceOf(String(product.productId), `${product.line.slug} ${readProductName(product.name).base}`, drawn))
}
await measure('sandbox', sandbox, 1)

const shared = sharedFolder()
if (shared !== null) {
  const scans: Reference[] = []
  for (const { file, kind, game } of readLabels(shared)) {
    const picture = kind === 'scan' ? await decode(readFileSync(`${shared}/photos/${file}`)) : null
    const shape = picture && picture.width / picture.height
    // One group a game, as if its cards were printings of one name: they share the frame, which is harder than artwork alone.
    if (picture && shape && shape > 0.67 && shape < 0.74) scans.push(referenceOf(file, game ?? '', picture))
  }
  await measure('scans', scans, disguisesOfScans)
}
