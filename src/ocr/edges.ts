import type { Raster } from './raster.ts'

/** The steepest colour change around each pixel: how steep, and which way it points. */
export interface Edges {
  width: number
  height: number
  magnitude: Float32Array
  across: Float32Array
  down: Float32Array
}

/** Colour edges (Sobel) of a softly blurred raster: a red card on a green cloth of equal brightness has edges too. */
export const findEdges = (raster: Raster): Edges => {
  const { width, height } = raster
  const size = width * height
  const edges: Edges = {
    width,
    height,
    magnitude: new Float32Array(size),
    across: new Float32Array(size),
    down: new Float32Array(size),
  }
  for (let channel = 0; channel < 3; channel++) addChannel(edges, blurred(raster, channel))
  return edges
}

const blurred = ({ data, width, height }: Raster, channel: number): Float32Array => {
  const rows = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const left = x > 0 ? i - 1 : i
      const right = x < width - 1 ? i + 1 : i
      rows[i] = ((data[left * 3 + channel] ?? 0) + 2 * (data[i * 3 + channel] ?? 0) + (data[right * 3 + channel] ?? 0)) / 4
    }
  }
  const out = new Float32Array(width * height)
  for (let i = 0; i < out.length; i++) {
    const above = i >= width ? i - width : i
    const below = i + width < out.length ? i + width : i
    out[i] = ((rows[above] ?? 0) + 2 * (rows[i] ?? 0) + (rows[below] ?? 0)) / 4
  }
  return out
}

const addChannel = ({ width, height, magnitude, across, down }: Edges, plane: Float32Array): void => {
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const nw = plane[i - width - 1] ?? 0
      const ne = plane[i - width + 1] ?? 0
      const sw = plane[i + width - 1] ?? 0
      const se = plane[i + width + 1] ?? 0
      const gx = ne + 2 * (plane[i + 1] ?? 0) + se - nw - 2 * (plane[i - 1] ?? 0) - sw
      const gy = sw + 2 * (plane[i + width] ?? 0) + se - nw - 2 * (plane[i - width] ?? 0) - ne
      const m = Math.sqrt(gx * gx + gy * gy)
      if (m <= (magnitude[i] ?? 0)) continue
      magnitude[i] = m
      across[i] = gx
      down[i] = gy
    }
  }
}
