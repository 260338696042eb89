import type { Raster } from './raster.ts'

/** The steepest color gradient at each pixel, times `gradientScale`: its squared magnitude and its two components. */
export interface Edges {
  readonly width: number
  readonly height: number
  readonly squaredMagnitude: Int32Array
  readonly gradientX: Int16Array
  readonly gradientY: Int16Array
}

/** How much larger gradients are in whole numbers than in steps of brightness: the sum of the weights that blur. */
export const gradientScale = 16

/**
 * Sobel gradients after a 3 × 3 binomial blur, of each pixel the channel with the largest (as in Dalal and Triggs,
 * Histograms of Oriented Gradients, CVPR 2005): a red card on a green cloth of equal brightness has edges too.
 */
export const findEdges = (raster: Raster): Edges => {
  const { width, height } = raster
  const size = width * height
  const edges: Edges = {
    width,
    height,
    squaredMagnitude: new Int32Array(size),
    gradientX: new Int16Array(size),
    gradientY: new Int16Array(size),
  }
  for (let channel = 0; channel < 3; channel++) addChannel(edges, blurred(raster, channel))
  return edges
}

/** One channel under the kernel (1 2 1)ᵀ · (1 2 1), whose weights add up to `gradientScale`. */
const blurred = ({ data, width, height }: Raster, channel: number): Int16Array => {
  const rows = new Int16Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    let at = i * 3 + channel
    let left = data[at] ?? 0
    let middle = left
    for (const end = i + width - 1; i < end; i++, at += 3) {
      const right = data[at + 3] ?? 0
      rows[i] = left + 2 * middle + right
      left = middle
      middle = right
    }
    rows[i++] = left + 3 * middle
  }
  const out = new Int16Array(width * height)
  const last = out.length - width
  for (let i = 0; i < out.length; i++) {
    const above = i >= width ? i - width : i
    const below = i < last ? i + width : i
    out[i] = (rows[above] ?? 0) + 2 * (rows[i] ?? 0) + (rows[below] ?? 0)
  }
  return out
}

const addChannel = ({ width, height, squaredMagnitude, gradientX, gradientY }: Edges, plane: Int16Array): void => {
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++) {
      const nw = plane[i - width - 1] ?? 0
      const ne = plane[i - width + 1] ?? 0
      const sw = plane[i + width - 1] ?? 0
      const se = plane[i + width + 1] ?? 0
      const gx = ne + 2 * (plane[i + 1] ?? 0) + se - nw - 2 * (plane[i - 1] ?? 0) - sw
      const gy = sw + 2 * (plane[i + width] ?? 0) + se - nw - 2 * (plane[i - width] ?? 0) - ne
      const squared = gx * gx + gy * gy
      if (squared <= (squaredMagnitude[i] ?? 0)) continue
      squaredMagnitude[i] = squared
      gradientX[i] = gx
      gradientY[i] = gy
    }
  }
}
