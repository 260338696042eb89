import sharp from 'sharp'
import { distance, mapCorners, type Point, partOf, type Quad, quadToUnit } from '../../src/photo/image/geometry.ts'
import { type Raster, toPicture, warp } from '../../src/photo/image/raster.ts'
import type { PlacedLabel } from '../../test/support/photos/labelled.ts'
import type { Random } from '../../test/support/photos/random.ts'
import { between, drawTable, lay, lighten, shade } from './drawing.ts'

/** A card cut out of its picture, upright. */
export interface CutCard {
  readonly label: Omit<PlacedLabel, 'box'>
  readonly game: string | null
  readonly raster: Raster
}

/** Size at which cards lie on a page, in pixels. */
export const cardSize = { width: 600, height: 838 } as const

/** How pages are laid out; looks of binder pages and tables, not measured ones. */
const parameters = {
  /** Share of a card's width between two, at least and at most; over each other it is less than nothing. */
  gap: { binder: [0.03, 0.08], loose: [0.15, 0.4], overlapping: [-0.18, -0.08], stairs: [0.05, 0.15] },
  /** How far a card may be turned, in degrees. */
  turn: { binder: 1, loose: 9, overlapping: 5, stairs: 1 },
  /** Height of a step, as a share of a card's. */
  stair: [0.13, 0.3],
  /** Between the two pages of a spread, as a share of a card's width. */
  gutter: 0.35,
  /** Around the cards, as a share of a card's width. */
  margin: 0.25,
  /** How far a corner of the page may be off, as a share of its longer side. */
  maxTilt: 0.035,
  sleeveShare: 0.6,
  sleeveBorder: 0.02,
  /** White that a sleeve's gloss adds in its band, and a reflection at its middle. */
  gloss: 0.12,
  glare: 0.5,
  glareShare: 0.3,
  /** Pages with a shadow, and the light that is left in it. */
  shadowShare: 0.4,
  shadow: [0.45, 0.75],
  quality: 85,
} as const

/** How many cards, and how they lie. */
export interface Layout {
  readonly columns: number
  readonly rows: number
  readonly lies: 'binder' | 'loose' | 'overlapping' | 'stairs'
  /** An open binder: two pages side by side. */
  readonly isSpread?: boolean
}

/** A page with what is known of its cards. */
export interface MadePage {
  readonly bytes: Buffer
  readonly cards: readonly PlacedLabel[]
}

/** A sleeve: a light border, and a band of gloss across the card. */
const sleeve = (random: Random, page: Raster, x: number, y: number): void => {
  const border = Math.round(parameters.sleeveBorder * cardSize.width)
  const area = {
    x: x - border,
    y: y - border,
    width: cardSize.width + 2 * border,
    height: cardSize.height + 2 * border,
  }
  const [atX, atY] = [border / area.width, border / area.height]
  lighten(page, area, (u, v) => (u < atX || u > 1 - atX || v < atY || v > 1 - atY ? 0.55 : 0))
  const [from, breadth] = [between(random, 0.1, 0.7), between(random, 0.1, 0.3)]
  lighten(page, area, (u, v) => (u + 0.4 * v > from && u + 0.4 * v < from + breadth ? parameters.gloss : 0))
}

/** A lamp's reflection somewhere on a card. */
const reflect = (random: Random, page: Raster, x: number, y: number): void => {
  const size = Math.round(between(random, 0.25, 0.5) * cardSize.width)
  const area = {
    x: x + Math.floor(random.share() * (cardSize.width - size)),
    y: y + Math.floor(random.share() * (cardSize.height - size)),
    width: size,
    height: size,
  }
  lighten(page, area, (u, v) => parameters.glare * Math.max(0, 1 - 4 * ((u - 0.5) ** 2 + (v - 0.5) ** 2)))
}

/** Corners of a page, each a little off. */
const tilted = (random: Random, width: number, height: number): Quad => {
  const off = parameters.maxTilt * Math.max(width, height)
  const inward = (x: number, y: number): Point => [
    x + (x === 0 ? 1 : -1) * between(random, 0, off),
    y + (y === 0 ? 1 : -1) * between(random, 0, off),
  ]
  return [inward(0, 0), inward(width, 0), inward(width, height), inward(0, height)]
}

const boxAround = (corners: readonly Point[]): PlacedLabel['box'] => {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top]
}

/** Corners of a card of a page, turned around its middle. */
const turned = (x: number, y: number, degrees: number): Quad => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const { width, height } = cardSize
  const corner = (dx: number, dy: number): Point => [
    x + width / 2 + dx * cos - dy * sin,
    y + height / 2 + dx * sin + dy * cos,
  ]
  return [
    corner(-width / 2, -height / 2),
    corner(width / 2, -height / 2),
    corner(width / 2, height / 2),
    corner(-width / 2, height / 2),
  ]
}

/** The part of a card that the next one of a staircase leaves open. */
const headOf = (corners: Quad, step: number): Quad => partOf(corners, 0, 0, 1, step / cardSize.height)

/** Lays cards on a table or in the pockets of a page, and takes a picture of it. */
export const makePage = async (
  random: Random,
  { columns, rows, lies, isSpread = false }: Layout,
  cards: readonly CutCard[],
): Promise<MadePage> => {
  const [low, high] = parameters.gap[lies]
  const gap = Math.round(between(random, low, high) * cardSize.width)
  const margin = Math.round(parameters.margin * cardSize.width)
  const gutter = isSpread ? Math.round(parameters.gutter * cardSize.width) : 0
  const stepX = cardSize.width + gap
  const stepY =
    lies === 'stairs' ? Math.round(between(random, ...parameters.stair) * cardSize.height) : cardSize.height + gap
  const tall = (rows - 1) * stepY + cardSize.height + Math.max(0, gap)
  const page = drawTable(random, 2 * margin + columns * stepX + gutter, 2 * margin + tall)
  const areSleeved = random.share() < parameters.sleeveShare
  const places = cards.slice(0, columns * rows).map(({ label, raster }, i) => {
    const play = lies === 'loose' ? gap >> 1 : 0
    const column = i % columns
    const x = margin + column * stepX + (2 * column >= columns ? gutter : 0) + Math.floor(random.share() * play)
    const y = margin + Math.floor(i / columns) * stepY + Math.floor(random.share() * play)
    const corners = turned(x, y, between(random, -1, 1) * parameters.turn[lies])
    lay(page, raster, corners)
    if (areSleeved && lies === 'binder') sleeve(random, page, x, y)
    if (random.share() < parameters.glareShare) reflect(random, page, x, y)
    const isCovered = lies === 'stairs' && i < columns * (rows - 1)
    return {
      label: isCovered ? { ...label, numberLegible: false } : label,
      corners: isCovered ? headOf(corners, stepY) : corners,
    }
  })
  if (random.share() < parameters.shadowShare) shade(random, page, between(random, ...parameters.shadow))
  const quad = tilted(random, page.width, page.height)
  const [width, height] = [Math.round(distance(quad[0], quad[1])), Math.round(distance(quad[0], quad[3]))]
  const toUnit = quadToUnit(quad)
  const toPhoto = (point: Point): Point => {
    const [u, v] = toUnit(point)
    return [u * width, v * height]
  }
  const photo = warp(toPicture(page), quad, width, height)
  return {
    bytes: await sharp(photo.data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: parameters.quality })
      .toBuffer(),
    cards: places.map(({ label, corners }) => ({ ...label, box: boxAround(mapCorners(corners, toPhoto)) })),
  }
}

/** Cards for a page: most of one game, none twice where there are enough. */
export const dealCards = (random: Random, cards: readonly CutCard[], count: number): CutCard[] => {
  const games = [...new Set(cards.map(({ game }) => game))].filter(
    (game) => new Set(cards.filter((card) => card.game === game).map(({ label }) => label.name)).size >= count,
  )
  const game = games[random.below(Math.max(1, games.length))]
  const order = cards
    .map((card) => ({ card, rank: random.share() + (card.game === game ? 0 : 0.85) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ card }) => card)
  return order
    .filter(({ label }, i) => order.findIndex((other) => other.label.name === label.name) === i)
    .slice(0, count)
}
