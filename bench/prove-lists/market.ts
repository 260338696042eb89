import type { CatalogProduct } from '../../src/catalog/ports.ts'

/** A copy of a product, with a price that no other copy has. */
export interface MarketCopy {
  readonly skuId: number
  readonly productId: number
  readonly condition: string
  readonly variant: string
  readonly language: string
}

const conditions = ['Near Mint', 'Lightly Played', 'Moderately Played', 'Heavily Played', 'Damaged'] as const

const languages = [
  ...['English', 'German', 'French', 'Italian', 'Spanish', 'Portuguese', 'Japanese', 'Korean', 'Russian'],
  ...['Chinese (S)', 'Chinese (T)'],
]

/** Finishes of a product line by its id, as TCGplayer has them; `Normal` and `Foil` in all others. */
const variantsOfLine: ReadonlyMap<number, readonly string[]> = new Map([
  [2, ['1st Edition', 'Unlimited', 'Limited']],
  [3, ['Normal', 'Holofoil', 'Reverse Holofoil']],
  [62, ['Normal', 'Rainbow Foil', 'Cold Foil']],
  [71, ['Normal', 'Cold Foil']],
])

const variantsOf = ({ name, categoryId }: CatalogProduct): readonly string[] =>
  name.includes('Etched') ? ['Foil'] : (variantsOfLine.get(categoryId ?? 0) ?? ['Normal', 'Foil'])

/** In place of a SKU, where the market has no price for a copy, such as a signed one. */
export const noSku = -1

const skusPerProduct = 1000

export const productOfSku = (skuId: number): number => Math.floor(skuId / skusPerProduct)

/**
 * Every copy of a product: all conditions in all finishes and languages. The SKU's id names the copy, and so does the
 * price made of it.
 */
export const copiesOf = (product: CatalogProduct): MarketCopy[] =>
  languages
    .flatMap((language) =>
      variantsOf(product).flatMap((variant) => conditions.map((condition) => ({ condition, variant, language }))),
    )
    .map((copy, at) => ({ skuId: product.productId * skusPerProduct + at, productId: product.productId, ...copy }))
