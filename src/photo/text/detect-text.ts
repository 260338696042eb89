import type { InferenceSession } from 'onnxruntime-node'
import { convexHull, cornersOf, minAreaRectangle, type Point, type Quad } from '../image/geometry.ts'
import { type Frame, type Picture, warp } from '../image/raster.ts'
import { toTensor } from './tensor.ts'

/** A place with text on it, in the pixels of the frame it was found in; corners start at the text's top left or bottom right. */
export interface TextBox {
  corners: Quad
  /** Direction of the text in radians, between −90° and 90°: which of its two ends comes first is not known here. */
  angle: number
  length: number
  breadth: number
  confidence: number
}

const normalization = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const
/** A pixel belongs to text from here on, and a whole box counts from its mean on. */
const pixelThreshold = 0.3
const boxThreshold = 0.5
/** The network learnt to mark the kernel of a line; this grows it back to the letters' full height. */
const growth = 1.7
const smallestSide = 3

/** Finds lines of text at any angle in a frame whose sides are multiples of 32. */
export const detectText = async (detector: InferenceSession, picture: Picture, frame: Frame): Promise<TextBox[]> => {
  const input = toTensor(warp(picture, frame.quad, frame.width, frame.height), normalization)
  const output = Object.values(await detector.run({ x: input }))[0]
  if (!(output?.data instanceof Float32Array)) return []
  return boxesOf(output.data, frame.width, frame.height)
}

/** Connected regions of a map of probabilities, as turned rectangles grown to the size of their text. */
export const boxesOf = (map: Float32Array, width: number, height: number): TextBox[] => {
  const seen = new Uint8Array(width * height)
  const stack: number[] = []
  const boxes: TextBox[] = []
  for (let start = 0; start < map.length; start++) {
    if ((map[start] ?? 0) <= pixelThreshold || seen[start]) continue
    const region = takeRegion(map, seen, stack, start, width, height)
    const box = toBox(region)
    if (box) boxes.push(box)
  }
  return boxes
}

interface Region {
  outline: Point[]
  pixels: number
  mean: number
}

// Walks one region and keeps, of every row, its first and last pixel: all that the convex hull needs.
const takeRegion = (
  map: Float32Array,
  seen: Uint8Array,
  stack: number[],
  start: number,
  width: number,
  height: number,
): Region => {
  const rows = new Map<number, [number, number]>()
  let [pixels, sum] = [0, 0]
  const visit = (i: number) => {
    if (seen[i] || (map[i] ?? 0) <= pixelThreshold) return
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

const toBox = ({ outline, pixels, mean }: Region): TextBox | null => {
  if (mean < boxThreshold || pixels < smallestSide * smallestSide) return null
  const rectangle = minAreaRectangle(convexHull(outline))
  if (rectangle.breadth < smallestSide) return null
  const grow = (rectangle.length * rectangle.breadth * growth) / (rectangle.length + rectangle.breadth)
  const [length, breadth] = [rectangle.length + grow, rectangle.breadth + grow]
  let angle = rectangle.angle
  while (angle > Math.PI / 2) angle -= Math.PI
  while (angle <= -Math.PI / 2) angle += Math.PI
  return { corners: cornersOf({ center: rectangle.center, length, breadth, angle }), angle, length, breadth, confidence: mean }
}
