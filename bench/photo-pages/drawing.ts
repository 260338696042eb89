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

/** Lays a picture on another that has room for it. */
export const lay = (on: Raster, { data, width, height }: Raster, left: number, top: number): void => {
  for (let y = 0; y < height; y++)
    on.data.set(data.subarray(y * width * 3, (y + 1) * width * 3), ((y + top) * on.width + left) * 3)
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
