import type { Quad } from './geometry.ts'
import { type Picture, warp } from './raster.ts'

/** Hand-set: docs/pictures.md compares other grids. */
const parameters = {
  columns: 12,
  rows: 16,
  /** Pixels of the straightened card averaged into a cell, along each side. */
  oversampling: 8,
} as const

/** Bytes of a fingerprint: red, green and blue of each cell, row by row. */
export const fingerprintBytes = parameters.columns * parameters.rows * 3

/** The colors of a card in a grid of cells: enough to tell its artwork from other ones, and far too few to show it. */
export const fingerprintOf = (picture: Picture, card: Quad): Uint8Array => {
  const { columns, rows, oversampling } = parameters
  const width = columns * oversampling
  const { data } = warp(picture, card, width, rows * oversampling)
  const sums = new Uint32Array(fingerprintBytes)
  for (let i = 0, y = 0; y < rows * oversampling; y++) {
    const row = Math.floor(y / oversampling) * columns
    for (let x = 0; x < width; x++) {
      const cell = (row + Math.floor(x / oversampling)) * 3
      for (let c = 0; c < 3; c++) sums[cell + c] = (sums[cell + c] ?? 0) + (data[i++] ?? 0)
    }
  }
  return Uint8Array.from(sums, (sum) => Math.round(sum / oversampling ** 2))
}

/** The fingerprint of a picture that shows nothing but the card, upright. */
export const fingerprintOfWhole = (picture: Picture): Uint8Array =>
  fingerprintOf(picture, [
    [0, 0],
    [picture.width, 0],
    [picture.width, picture.height],
    [0, picture.height],
  ])
