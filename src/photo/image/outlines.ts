import { type Edges, gradientScale } from './edges.ts'
import type { Point } from './geometry.ts'

/** States of a pixel; a flood enters all states up to a given one. */
const [open, wall, background, visited] = [0, 1, 2, 3]

interface Field {
  readonly state: Uint8Array
  readonly width: number
  /** Holds every pixel that one flood enters. */
  readonly queue: Int32Array
}

/**
 * The regions that a flood fill from the rim of the picture does not reach, each by the first and last pixel of its
 * rows. Edges are the walls of the flood.
 * @param minEdge steps of brightness from which a gradient is a wall
 * @param minAreaShare least area of a region as a share of the picture
 */
export const outlinesOf = (
  { width, height, squaredMagnitude }: Edges,
  minEdge: number,
  minAreaShare: number,
): Point[][] => {
  const minSquared = (minEdge * gradientScale) ** 2
  const size = width * height
  const field: Field = { state: new Uint8Array(size), width, queue: new Int32Array(size) }
  const { state, queue } = field
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++) {
      if ((squaredMagnitude[i] ?? 0) <= minSquared) continue
      state[i] = wall
      state[i + 1] = wall
      state[i + width] = wall
    }
  }
  let count = 0
  const seed = (i: number): void => {
    if (state[i] !== open) return
    state[i] = background
    queue[count++] = i
  }
  for (let x = 0; x < width; x++) [x, size - 1 - x].forEach(seed)
  for (let y = 0; y < height; y++) [y * width, (y + 1) * width - 1].forEach(seed)
  flood(field, count, open, background)
  const outlines: Point[][] = []
  for (let i = 0; i < size; i++) {
    if ((state[i] ?? visited) > wall) continue
    state[i] = visited
    queue[0] = i
    const pixels = flood(field, 1, wall, visited)
    if (pixels >= size * minAreaShare) outlines.push(outlineOf(queue.subarray(0, pixels), width, height))
  }
  return outlines
}

/**
 * Breadth-first flood from the first `seeds` pixels of the queue over states up to `maxState`. @returns how many pixels
 * it entered; they are in the queue
 */
const flood = ({ state, width, queue }: Field, seeds: number, maxState: number, mark: number): number => {
  const lastRow = state.length - width
  let count = seeds
  for (let next = 0; next < count; next++) {
    const i = queue[next] ?? 0
    const x = i % width
    if (x > 0 && (state[i - 1] ?? 0) <= maxState) {
      state[i - 1] = mark
      queue[count++] = i - 1
    }
    if (x < width - 1 && (state[i + 1] ?? 0) <= maxState) {
      state[i + 1] = mark
      queue[count++] = i + 1
    }
    if (i >= width && (state[i - width] ?? 0) <= maxState) {
      state[i - width] = mark
      queue[count++] = i - width
    }
    if (i < lastRow && (state[i + width] ?? 0) <= maxState) {
      state[i + width] = mark
      queue[count++] = i + width
    }
  }
  return count
}

const outlineOf = (pixels: Int32Array, width: number, height: number): Point[] => {
  const first = new Int32Array(height).fill(width)
  const last = new Int32Array(height).fill(-1)
  for (let n = 0; n < pixels.length; n++) {
    const i = pixels[n] ?? 0
    const y = (i / width) | 0
    const x = i - y * width
    if (x < (first[y] ?? 0)) first[y] = x
    if (x > (last[y] ?? 0)) last[y] = x
  }
  const outline: Point[] = []
  last.forEach((x, y) => {
    if (x >= 0) outline.push([first[y] ?? x, y], [x, y])
  })
  return outline
}
