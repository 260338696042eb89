import {
  center,
  cornersOf,
  mapCorners,
  type Point,
  partOf,
  type Quad,
  quadToUnit,
  rectangleAround,
  rotateCorners,
  sidesOf,
} from '../image/geometry.ts'
import { type Frame, type Picture, toPictureQuad } from '../image/raster.ts'
import type { Models } from '../model/models.ts'
import { detectText } from './detect-text.ts'
import type { PlacedLine } from './placed-line.ts'
import { cropLine, type RecognizedText, recognize, upsideDownProbability } from './recognize-text.ts'

/** A place with text, in picture pixels, its first side along the reading direction. */
export interface PlacedBox {
  readonly corners: Quad
  readonly length: number
  readonly breadth: number
}

/** Set by hand on the labelled development pictures (`npm run eval:photos`). */
const parameters = {
  /** Length over breadth from which a box tells the direction of the text. */
  minElongation: 1.6,
  /** Longest lines that vote which way up the text stands. */
  voters: 8,
  /** From this many votes on, and this far from a draw, the vote alone decides. */
  minVoters: 4,
  clearMargin: 0.35,
  /** Else this many lines are read both ways up, their first words, as a length in breadths. */
  readBothWays: 4,
  wordsLength: 7,
  /** Share of the most that those readings can differ by, from which they decide for sure. */
  sureBalance: 0.3,
  /** Margins of a card around its text, in fractions of the text's extent. */
  marginX: 0.05,
  marginY: 0.04,
} as const

const multipleOf32 = (size: number): number => Math.max(64, Math.round(size / 32) * 32)

/** A frame around part of a picture, its longer side near the size given; sides fit the detector. */
export const frameOf = (quad: Quad, longSide: number): Frame => {
  const { top, right, bottom, left } = sidesOf(quad)
  const [width, height] = [(top + bottom) / 2, (left + right) / 2]
  const scale = longSide / Math.max(width, height, 1)
  return { quad, width: multipleOf32(width * scale), height: multipleOf32(height * scale) }
}

/** Finds the text in a part of the picture; where each line's reading begins is not settled yet. */
export const findBoxes = async (models: Models, picture: Picture, frame: Frame): Promise<PlacedBox[]> => {
  const boxes = await detectText(models.detector, picture, frame)
  return boxes.map((corners) => toPlacedBox(toPictureQuad(frame, corners)))
}

const toPlacedBox = (corners: Quad): PlacedBox => {
  const { top, left } = sidesOf(corners)
  return { corners, length: top, breadth: left }
}

/**
 * The angle in radians at which most of the text runs, up to a half turn: the mean of doubled angles, weighted by
 * length (Mardia and Jupp, Directional Statistics, 2000).
 */
const mainAngle = (boxes: readonly PlacedBox[]): number => {
  let [cos, sin] = [1e-9, 0]
  for (const { corners, length, breadth } of boxes) {
    if (length < breadth * parameters.minElongation) continue
    const angle = Math.atan2(corners[1][1] - corners[0][1], corners[1][0] - corners[0][0])
    cos += length * Math.cos(2 * angle)
    sin += length * Math.sin(2 * angle)
  }
  return Math.atan2(sin, cos) / 2
}

/** Renames the corners of a quadrilateral so that its first side runs along the text, up to a half turn. */
export const alongText = (quad: Quad, boxes: readonly PlacedBox[]): Quad => {
  const angle = mainAngle(boxes)
  const run = (q: Quad) => {
    const side: Point = [q[1][0] - q[0][0] + q[2][0] - q[3][0], q[1][1] - q[0][1] + q[2][1] - q[3][1]]
    return Math.abs(side[0] * Math.cos(angle) + side[1] * Math.sin(angle)) / Math.hypot(...side)
  }
  const across = rotateCorners(quad, 1)
  return run(across) > run(quad) ? across : quad
}

/** The upright rectangle around all text, at the angle of the text, with a margin as cards have. */
export const hullOf = (boxes: readonly PlacedBox[]): Quad => {
  const { marginX, marginY } = parameters
  const corners = boxes.flatMap((box) => box.corners)
  return partOf(cornersOf(rectangleAround(corners, mainAngle(boxes))), -marginX, -marginY, 1 + marginX, 1 + marginY)
}

/** Starts every box at the corner from which it reads, for text that runs along the first side of the quadrilateral. */
export const orient = (boxes: readonly PlacedBox[], quad: Quad): PlacedBox[] => {
  const toUnit = quadToUnit(quad)
  const { top: wide, left: high } = sidesOf(quad)
  return boxes.map(({ corners }) => {
    const [from, to] = [toUnit(corners[0]), toUnit(corners[1])]
    const [right, down] = [(to[0] - from[0]) * wide, (to[1] - from[1]) * high]
    const turns = Math.abs(right) >= Math.abs(down) ? (right >= 0 ? 0 : 2) : down >= 0 ? 3 : 1
    return toPlacedBox(turns === 0 ? corners : rotateCorners(corners, turns))
  })
}

export interface Orientation {
  readonly isUpsideDown: boolean
  readonly isSure: boolean
}

/**
 * Tells which way up oriented text stands: a vote of the longest lines by the orientation model and, where that is
 * close, reading some both ways.
 */
export const detectOrientation = async (
  models: Models,
  picture: Picture,
  boxes: readonly PlacedBox[],
): Promise<Orientation> => {
  const longest = boxes.toSorted((a, b) => b.length - a.length).slice(0, parameters.voters)
  let [votes, weights] = [0, 0]
  for (const { corners, length } of longest) {
    votes += length * (await upsideDownProbability(models, cropLine(picture, corners)))
    weights += length
  }
  if (weights === 0) return { isUpsideDown: false, isSure: false }
  const mean = votes / weights
  if (longest.length >= parameters.minVoters && Math.abs(mean - 0.5) > parameters.clearMargin)
    return { isUpsideDown: mean > 0.5, isSure: true }
  let [balance, max] = [0, 0]
  for (const { corners, length, breadth } of longest.slice(0, parameters.readBothWays)) {
    const part = partOf(corners, 0, 0, Math.min(1, (parameters.wordsLength * breadth) / length), 1)
    const upright = await recognize(models, cropLine(picture, part))
    const turned = await recognize(models, cropLine(picture, rotateCorners(part, 2)))
    balance += Math.sqrt(length) * (turned.confidence ** 2 - upright.confidence ** 2)
    max += Math.sqrt(length)
  }
  return { isUpsideDown: balance > 0, isSure: Math.abs(balance) > parameters.sureBalance * max }
}

/** Lines that were read for the names of a page are those of its cards too; they go when their boxes do. */
const readings = new WeakMap<Quad, Promise<RecognizedText>>()

/** Reads one box; its place is given in fractions of the quadrilateral. */
export const readBox = async (models: Models, picture: Picture, box: PlacedBox, quad: Quad): Promise<PlacedLine> => {
  const reading = readings.get(box.corners) ?? recognize(models, cropLine(picture, box.corners))
  readings.set(box.corners, reading)
  return { ...placeOf(box, quad), ...(await reading) }
}

/** Where a box lies in a quadrilateral, in fractions of it. */
export const placeOf = ({ corners }: PlacedBox, quad: Quad): Omit<PlacedLine, 'text' | 'confidence' | 'columns'> => {
  const box = mapCorners(corners, quadToUnit(quad))
  return {
    box,
    middle: center(box),
    left: Math.min(box[0][0], box[3][0]),
    right: Math.max(box[1][0], box[2][0]),
    height: (Math.abs(box[3][1] - box[0][1]) + Math.abs(box[2][1] - box[1][1])) / 2,
  }
}
