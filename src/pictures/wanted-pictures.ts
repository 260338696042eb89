import { readProductName } from '../cards/product-name.ts'
import type { CatalogProduct } from '../catalog/ports.ts'

/** A picture to be fetched: the product's, at a path of the picture host. */
export interface WantedPicture {
  readonly productId: number
  readonly path: string
}

/** The path of a product's picture at the host that is fetched from; `null` for an address anywhere else. */
export type PicturePathOf = (address: string, productId: number) => string | null

/**
 * Pictures of all cards that share their name with a chosen one of their product line, in the order of the products: no
 * other picture can break a tie that the chosen card is in, and a printing alone has nothing to be compared with.
 */
export const wantedPictures = (
  products: Iterable<CatalogProduct>,
  pathOf: PicturePathOf,
  isChosen: (product: CatalogProduct) => boolean = () => true,
): WantedPicture[] => {
  const byName = new Map<string, WantedPicture[]>()
  const chosen = new Set<string>()
  for (const product of products) {
    const { productId, name, categoryId, sealed, imageUrl } = product
    const path = sealed || imageUrl === null ? null : pathOf(imageUrl, productId)
    if (path === null) continue
    const key = `${categoryId} ${readProductName(name).base}`
    byName.set(key, [...(byName.get(key) ?? []), { productId, path }])
    if (isChosen(product)) chosen.add(key)
  }
  return [...byName].flatMap(([key, pictures]) => (pictures.length > 1 && chosen.has(key) ? pictures : []))
}
