import type { PlacedReading } from '../../identification/ports.ts'
import type { Quad } from '../image/geometry.ts'
import type { Picture } from '../image/raster.ts'

/** An upright rectangle in pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The upright rectangle around a quadrilateral. */
export const boundsOf = (quad: Quad): Area => {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/**
 * The upright rectangle around a card in whole pixels of the picture as it was sent, cut off at its edges; at least one
 * pixel.
 */
export const boxOnPicture = (
  quad: Quad,
  { width, height, sent }: Pick<Picture, 'width' | 'height' | 'sent'>,
): PlacedReading['box'] => {
  const area = boundsOf(quad)
  const across = extentOf(area.x / width, (area.x + area.width) / width, sent.width)
  const down = extentOf(area.y / height, (area.y + area.height) / height, sent.height)
  return { x: across.start, y: down.start, width: across.size, height: down.size }
}

/** @param from in fractions of the whole, as `to` */
const extentOf = (from: number, to: number, whole: number): { readonly start: number; readonly size: number } => {
  const start = Math.max(0, Math.min(whole - 1, Math.round(from * whole)))
  return { start, size: Math.max(1, Math.min(whole, Math.round(to * whole)) - start) }
}
