import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { decode } from '../../src/photo/image/decode.ts'
import { distance, type Point, type Quad } from '../../src/photo/image/geometry.ts'
import { type Raster, toPicture, warp } from '../../src/photo/image/raster.ts'
import { bestLook, type ReaderParts } from '../../src/photo/look.ts'
import { isUnseen, readLabels } from '../../test/support/photos/labelled.ts'
import type { Random } from '../../test/support/photos/random.ts'
import { between, drawTable, lay, lighten, uprightAt } from '../photo-pages/drawing.ts'
import { type CutCard, cardSize } from '../photo-pages/make-page.ts'
import { nameFits } from '../photo-set.ts'
import type { LabelDesign, LabelTruth } from './labels.ts'

/** Looks of holders, not measured ones: a card of 600 pixels in one of 760 by 1,290, on a table. */
const holder = { width: 760, height: 1290, margin: 150 } as const
const label = { x: 40, y: 34, width: 680, height: 184 } as const
const cardTop = 350

/** A picture of a graded card. */
export interface MadeSlab {
  readonly bytes: Buffer
  readonly design: LabelDesign
  readonly truth: LabelTruth
}

const variants = ['1st Edition', 'Shadowless', 'Holo', null, null] as const

const tell = (random: Random, { label: { name, cardNumber } }: CutCard, design: LabelDesign): LabelTruth => {
  const [grade, words] = random.pick(design.grades as [LabelDesign['grades'][number]])
  return {
    grade,
    words,
    certificate: design.certificate(random),
    year: String(1996 + random.below(28)),
    set: random.pick(['Base Set', 'Pokemon Game', 'Evolving Skies', 'Alpha', 'Gym Heroes', 'Modern Horizons']),
    name: name ?? '',
    number: cardNumber?.split('/')[0] ?? String(1 + random.below(200)),
    variant: random.pick(variants),
  }
}

// The reader blocks every decoder but its own in the whole process.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] })

/** Cuts some of the single cards that are read right out of their labelled pictures; none of the unseen ones. */
export const cutSome = async (parts: ReaderParts, shared: string, count: number): Promise<CutCard[]> => {
  const cut: CutCard[] = []
  for (const set of ['photos', 'photos-second'] as const)
    for (const label of readLabels(shared, set)) {
      const { game, file, notes, nasty, cards } = label
      if (cut.length >= count * (set === 'photos' ? 0.6 : 1)) break
      if (isUnseen(label) || nasty || cards || label.name === null || /slab/.test(notes)) continue
      const picture = await decode(readFileSync(`${shared}/${set}/${file}`))
      const look = await bestLook(parts, picture)
      if (!look?.isCard || !nameFits(label, look.match.name)) continue
      cut.push({ label, game, raster: warp(picture, look.quad, cardSize.width, cardSize.height) })
    }
  return cut
}

const drawLabel = async (svg: string): Promise<Raster> => {
  const { data, info } = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${label.width}" height="${label.height}"` +
        ` viewBox="0 0 1000 270" preserveAspectRatio="none">${svg}</svg>`,
    ),
  )
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** A lamp's reflection on the plastic. */
const glare = (random: Random, on: Raster): void => {
  const size = Math.round(between(random, 0.2, 0.45) * holder.width)
  const area = { x: random.below(on.width - size), y: random.below(on.height - size), width: size, height: size }
  lighten(on, area, (u, v) => 0.55 * Math.max(0, 1 - 4 * ((u - 0.5) ** 2 + (v - 0.5) ** 2)))
}

/** Puts a card and its label into a holder, lays it on a table and takes a picture of it. */
export const makeSlab = async (random: Random, card: CutCard, design: LabelDesign): Promise<MadeSlab> => {
  const truth = tell(random, card, design)
  const { margin } = holder
  const scene = drawTable(random, holder.width + 2 * margin, holder.height + 2 * margin)
  const whole = { x: margin, y: margin, width: holder.width, height: holder.height }
  lighten(scene, whole, (u, v) =>
    u < 0.012 || u > 0.988 || v < 0.008 || v > 0.992 || Math.abs(v - 0.2) < 0.004 ? 0.75 : 0.3,
  )
  const drawn = await drawLabel(design.draw(truth, random))
  lay(scene, drawn, uprightAt(drawn, margin + label.x, margin + label.y))
  lay(scene, card.raster, uprightAt(cardSize, margin + ((holder.width - cardSize.width) >> 1), margin + cardTop))
  lighten(scene, whole, () => between(random, 0, 0.02))
  if (random.share() < 0.4) glare(random, scene)
  const off = 0.04 * scene.height
  const inward = (x: number, y: number): Point => [
    x + (x === 0 ? 1 : -1) * between(random, 0, off),
    y + (y === 0 ? 1 : -1) * between(random, 0, off),
  ]
  const quad: Quad = [inward(0, 0), inward(scene.width, 0), inward(scene.width, scene.height), inward(0, scene.height)]
  const scale = between(random, 0.7, 1.3)
  const [width, height] = [distance(quad[0], quad[1]), distance(quad[0], quad[3])].map((side) =>
    Math.round(side * scale),
  )
  const photo = warp(toPicture(scene), quad, width as number, height as number)
  const bytes = await sharp(photo.data, { raw: { width: photo.width, height: photo.height, channels: 3 } })
    .blur(between(random, 0.3, 0.9))
    .jpeg({ quality: 70 + random.below(25) })
    .toBuffer()
  return { bytes, design, truth }
}
