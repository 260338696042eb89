import { reservedIds } from '../../../contract/reserved-products.ts'
import { parseDay } from '../../../time/utc-day.ts'
import type { SandboxProduct } from '../sandbox-product.ts'
import { draw, fractionOf } from './hash.ts'

/** Trade begins this long before release, when shops take orders. */
const presaleDays = 30

/** The first day on which a product is traded; minus infinity when its release is not known. */
export const openingDayOf = ({ set }: SandboxProduct): number => {
  const released = set.publishedOn === null ? null : parseDay(set.publishedOn)
  return released === null ? Number.NEGATIVE_INFINITY : released - presaleDays
}

/** Whether a product is traded on a day: not before its presale, and never the reserved one without observations. */
export const isTradedOn = (product: SandboxProduct, day: number): boolean =>
  product.productId !== reservedIds.unobserved && day >= openingDayOf(product)

/** How sought-after a product is next to others of its price, 0.1 to 2.5, mostly low. */
export const popularityOf = (productId: number): number => {
  const luck = fractionOf(productId, draw.popularity)
  return 0.1 + 2.4 * luck * luck
}
