import { mapCorners, project, type Quad, rectangleToQuad, sidesOf } from './geometry.ts'

/** Pixels of three bytes: red, green, blue. */
export interface Raster {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/**
 * A decoded picture with its image pyramid (mipmap: Williams, Pyramidal Parametrics, 1983), so that shrinking does not
 * alias.
 */
export interface Picture extends Raster {
  /** Each half the size of the one before; the first is the picture. */
  readonly levels: readonly Raster[]
  /** Size of the upright picture as it was sent, which may be larger. */
  readonly sent: { readonly width: number; readonly height: number }
}

/** All of a picture, clockwise from the top left. */
export const wholeOf = ({ width, height }: Pick<Raster, 'width' | 'height'>): Quad => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
]

const halve = ({ data, width, height }: Raster): Raster => {
  const [w, h] = [width >> 1, height >> 1]
  const out = new Uint8Array(w * h * 3)
  for (let y = 0; y < h; y++) {
    let above = y * 2 * width * 3
    let below = above + width * 3
    let o = y * w * 3
    for (let x = 0; x < w; x++, above += 6, below += 6) {
      for (let c = 0; c < 3; c++) {
        const sum =
          (data[above + c] ?? 0) + (data[above + c + 3] ?? 0) + (data[below + c] ?? 0) + (data[below + c + 3] ?? 0)
        out[o++] = (sum + 2) >> 2
      }
    }
  }
  return { data: out, width: w, height: h }
}

/** Builds the pyramid; it adds a third to the memory of the picture. */
export const toPicture = (raster: Raster, sent: Picture['sent'] = raster): Picture => {
  const levels = [raster]
  for (let last = raster; Math.min(last.width, last.height) >= 128; ) {
    last = halve(last)
    levels.push(last)
  }
  return { ...raster, levels, sent: { width: sent.width, height: sent.height } }
}

/**
 * Draws the part of a picture under a quadrilateral as an upright rectangle: inverse warping with bilinear
 * interpolation. Outside the picture the nearest pixel is repeated, so that a frame may reach over the edge.
 */
export const warp = (picture: Picture, quad: Quad, width: number, height: number): Raster => {
  const { top, right, bottom, left } = sidesOf(quad)
  const shrink = Math.max(Math.min(top, bottom) / width, Math.min(left, right) / height)
  const level = Math.max(0, Math.min(picture.levels.length - 1, Math.floor(Math.log2(Math.max(shrink, 1e-6)) + 0.35)))
  const { data, width: sourceWidth, height: sourceHeight } = picture.levels[level] ?? picture
  const h = rectangleToQuad(width, height, quad)
  const out = new Uint8Array(width * height * 3)
  const row = sourceWidth * 3
  // Most of our own time is spent here, so places and weights are fixed-point numbers of 8 bits, and the three channels
  // are written out.
  const subpixels = 256 / 2 ** level
  const [maxX, maxY] = [(sourceWidth - 1) * 256 - 1, (sourceHeight - 1) * 256 - 1]
  const [stepX, stepY] = [h[0] * subpixels, h[3] * subpixels]
  let o = 0
  for (let y = 0; y < height; y++) {
    const v = y + 0.5
    let px = (h[0] * 0.5 + h[1] * v + h[2]) * subpixels
    let py = (h[3] * 0.5 + h[4] * v + h[5]) * subpixels
    let pw = h[6] * 0.5 + h[7] * v + 1
    for (let x = 0; x < width; x++, px += stepX, py += stepY, pw += h[6], o += 3) {
      // Pixels are sampled at their centers: half a pixel less, and half a 256th more to round.
      const sx = Math.min(maxX, Math.max(0, px / pw - 127.5)) | 0
      const sy = Math.min(maxY, Math.max(0, py / pw - 127.5)) | 0
      const [right, lower] = [sx & 255, sy & 255]
      const i = (sy >> 8) * row + (sx >> 8) * 3
      const j = i + row
      const a = (256 - right) * (256 - lower)
      const b = right * (256 - lower)
      const c = (256 - right) * lower
      const d = right * lower
      out[o] =
        ((data[i] ?? 0) * a + (data[i + 3] ?? 0) * b + (data[j] ?? 0) * c + (data[j + 3] ?? 0) * d + 32_768) >> 16
      out[o + 1] =
        ((data[i + 1] ?? 0) * a + (data[i + 4] ?? 0) * b + (data[j + 1] ?? 0) * c + (data[j + 4] ?? 0) * d + 32_768) >>
        16
      out[o + 2] =
        ((data[i + 2] ?? 0) * a + (data[i + 5] ?? 0) * b + (data[j + 2] ?? 0) * c + (data[j + 5] ?? 0) * d + 32_768) >>
        16
    }
  }
  return { data: out, width, height }
}

/** A quadrilateral in a picture, seen upright at a chosen size. */
export interface Frame {
  readonly quad: Quad
  readonly width: number
  readonly height: number
}

/** Maps corners from the pixels of a frame to those of the picture. */
export const toPictureQuad = ({ quad, width, height }: Frame, corners: Quad): Quad => {
  const h = rectangleToQuad(width, height, quad)
  return mapCorners(corners, (corner) => project(h, corner))
}

export const wipe = (picture: Picture): void => {
  for (const level of picture.levels) level.data.fill(0)
}
