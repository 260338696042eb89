import { type Quad, quadToUnit } from '../../src/photo/image/geometry.ts'
import type { Raster } from '../../src/photo/image/raster.ts'
import type { Random } from '../../test/support/photos/random.ts'

/** A share between two bounds. */
export const between = ({ share }: Random, low: number, high: number): number => low + share() * (high - low)

/** A table of one colour with a little grain. */
export const drawTable = (random: Random, width: number, height: number): Raster => {
  const color = [between(random, 10, 230), between(random, 10, 230), between(random, 10, 230)]
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < data.length; i++) data[i] = (color[i % 3] ?? 0) + between(random, -6, 6)
  return { data, width, height }
}

/** Lays a picture on another, its corners where they are told. */
export const lay = (on: Raster, picture: Raster, corners: Quad): void => {
  const toUnit = quadToUnit(corners)
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [left, right] = [Math.max(0, Math.floor(Math.min(...xs))), Math.min(on.width, Math.ceil(Math.max(...xs)))]
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(...ys))), Math.min(on.height, Math.ceil(Math.max(...ys)))]
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const [u, v] = toUnit([x + 0.5, y + 0.5])
      if (u < 0 || v < 0 || u >= 1 || v >= 1) continue
      const from = (Math.floor(v * picture.height) * picture.width + Math.floor(u * picture.width)) * 3
      on.data.set(picture.data.subarray(from, from + 3), (y * on.width + x) * 3)
    }
}

/** Corners of a picture that lies upright on another. */
export const uprightAt = ({ width, height }: Pick<Raster, 'width' | 'height'>, x: number, y: number): Quad => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

/** A shadow with a soft edge over one side of a picture, in which so much of the light is left. */
export const shade = (random: Random, on: Raster, light: number): void => {
  const [at, slope] = [between(random, 0.3, 0.7), between(random, -0.5, 0.5)]
  const edge = 0.04
  for (let y = 0; y < on.height; y++)
    for (let x = 0; x < on.width; x++) {
      const depth = (x / on.width + slope * (y / on.height - 0.5) - at) / edge
      const left = 1 - (1 - light) * Math.min(1, Math.max(0, depth))
      for (let c = (y * on.width + x) * 3, end = c + 3; c < end; c++) on.data[c] = (on.data[c] ?? 0) * left
    }
}

/** How much of the light at a place is white, 0 to 1. */
type Whiteness = (x: number, y: number) => number

/** Mixes white into part of a picture. */
export const lighten = (
  on: Raster,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  whiteness: Whiteness,
): void => {
  for (let y = Math.max(0, area.y); y < Math.min(on.height, area.y + area.height); y++)
    for (let x = Math.max(0, area.x); x < Math.min(on.width, area.x + area.width); x++) {
      const share = whiteness((x - area.x) / area.width, (y - area.y) / area.height)
      if (share <= 0) continue
      const at = (y * on.width + x) * 3
      for (let c = at; c < at + 3; c++) on.data[c] = (on.data[c] ?? 0) * (1 - share) + 255 * share
    }
}
