import type { ProductSummary } from '../contract/catalog.ts'
import { usdOf } from '../market/money.ts'
import type { Printing } from './ports.ts'

/** A catalogue product as search and identify list it. */
export const toProductSummary = (product: Printing): ProductSummary => ({
  productId: product.productId,
  name: product.name,
  category: product.categoryName,
  setName: product.setName,
  setId: product.setId,
  setCode: product.setCode,
  cardNumber: product.number,
  rarity: product.rarity,
  sealed: product.sealed,
  marketPrice: product.marketPriceCents === null ? null : usdOf(product.marketPriceCents),
  lowestPrice: product.lowestPriceCents === null ? null : usdOf(product.lowestPriceCents),
  listingCount: product.listingCount,
})
