import { partOf, type Quad } from './geometry.ts'
import { type Picture, warp, wholeOf } from './raster.ts'

/** Hand-set; docs/pictures.md compares other parts of the card. */
const parameters = {
  columns: 16,
  rows: 12,
  /**
   * Where most games have the artwork, in fractions of the card. With the frame, which all cards of a game share,
   * artworks are less far apart.
   */
  box: { left: 0.09, top: 0.12, right: 0.91, bottom: 0.58 },
  /** Pixels averaged into a cell, along each side. */
  oversampling: 8,
} as const

/** Bytes of a fingerprint: red, green and blue of each cell, row by row. */
export const fingerprintBytes = parameters.columns * parameters.rows * 3

/** The colors of a card's artwork in a grid of cells: enough to tell it from others, and far too few to show it. */
export const fingerprintOf = (picture: Picture, card: Quad): Uint8Array => {
  const { columns, rows, box, oversampling } = parameters
  const width = columns * oversampling
  const artwork = partOf(card, box.left, box.top, box.right, box.bottom)
  const { data } = warp(picture, artwork, width, rows * oversampling)
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
export const fingerprintOfWhole = (picture: Picture): Uint8Array => fingerprintOf(picture, wholeOf(picture))
