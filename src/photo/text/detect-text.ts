import { convexHull, cornersOf, minAreaRectangle, type Point, type Quad } from '../image/geometry.ts'
import { type Frame, type Picture, warp } from '../image/raster.ts'
import type { InferenceSession } from '../model/runtime.ts'
import { type Normalization, runNetwork } from './tensor.ts'

/** Mean and deviation of ImageNet, as in the detector's training. */
const normalization: Normalization = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] }

/**
 * Parameters of the DB post-processing under their names in PaddleOCR, evaluated on the labelled development pictures
 * (`npm run eval:photos`).
 */
const parameters = {
  /** Probability from which a pixel belongs to text; the default of PaddleOCR. */
  thresh: 0.3,
  /** Least mean probability of a box. PaddleOCR has 0.6, with which as many names and numbers are right. */
  boxThresh: 0.5,
  /**
   * How far a box grows back from the shrunk kernel that the network learnt to mark. PaddleOCR has 1.5, with which 43
   * of the 49 legible numbers are right, not 44.
   */
  unclipRatio: 1.7,
  /** Least side of a box in pixels, before it grows; the default of PaddleOCR. */
  minSize: 3,
} as const

/**
 * Finds lines of text at any angle in a frame whose sides are multiples of 32: the probability map of the network, and
 * the post-processing of differentiable binarization (Liao et al., Real-time Scene Text Detection with Differentiable
 * Binarization, AAAI 2020).
 * @returns the corners of each in the pixels of the frame, from the text's top left or, since which end comes first is
 * not known here, from its bottom right
 */
export const detectText = async (detector: InferenceSession, picture: Picture, frame: Frame): Promise<Quad[]> => {
  const { quad, width, height } = frame
  const map = await runNetwork(detector, warp(picture, quad, width, height), normalization)
  return map ? boxesOfMap(map, width, height) : []
}

const boxesOfMap = (map: Float32Array, width: number, height: number): Quad[] => {
  const seen = new Uint8Array(width * height)
  const stack: number[] = []
  const boxes: Quad[] = []
  for (let start = 0; start < map.length; start++) {
    if ((map[start] ?? 0) <= parameters.thresh || seen[start]) continue
    const box = toBox(connectedComponent(map, seen, stack, start, width, height))
    if (box) boxes.push(box)
  }
  return boxes
}

interface Component {
  readonly outline: readonly Point[]
  readonly pixels: number
  readonly mean: number
}

/**
 * Flood-fills the 4-connected component of a pixel and keeps the first and last pixel of every row: all that its convex
 * hull needs.
 */
const connectedComponent = (
  map: Float32Array,
  seen: Uint8Array,
  stack: number[],
  start: number,
  width: number,
  height: number,
): Component => {
  const rows = new Map<number, [number, number]>()
  let [pixels, sum] = [0, 0]
  const visit = (i: number) => {
    if (seen[i] || (map[i] ?? 0) <= parameters.thresh) return
    seen[i] = 1
    stack.push(i)
  }
  visit(start)
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    pixels++
    sum += map[i] ?? 0
    const y = (i / width) | 0
    const x = i - y * width
    const row = rows.get(y)
    if (!row) rows.set(y, [x, x])
    else if (x < row[0]) row[0] = x
    else if (x > row[1]) row[1] = x
    if (x > 0) visit(i - 1)
    if (x < width - 1) visit(i + 1)
    if (y > 0) visit(i - width)
    if (y < height - 1) visit(i + width)
  }
  const outline: Point[] = []
  for (const [y, [left, right]] of rows) outline.push([left, y], [right + 1, y], [left, y + 1], [right + 1, y + 1])
  return { outline, pixels, mean: sum / pixels }
}

const toBox = ({ outline, pixels, mean }: Component): Quad | null => {
  const { boxThresh, minSize, unclipRatio } = parameters
  if (mean < boxThresh || pixels < minSize * minSize) return null
  const rectangle = minAreaRectangle(convexHull(outline))
  if (rectangle.breadth < minSize) return null
  // Unclip: each side moves out by area × ratio ÷ perimeter, so length and breadth grow by twice that.
  const growth = (rectangle.length * rectangle.breadth * unclipRatio) / (rectangle.length + rectangle.breadth)
  let angle = rectangle.angle
  while (angle > Math.PI / 2) angle -= Math.PI
  while (angle <= -Math.PI / 2) angle += Math.PI
  const { center, length, breadth } = rectangle
  return cornersOf({ center, length: length + growth, breadth: breadth + growth, angle })
}
