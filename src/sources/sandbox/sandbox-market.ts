import { reservedIds } from '../../contract/reserved-products.ts'
import type { ListingsRequest, MarketSource, OfferPage } from '../../market/ports.ts'
import { utcDay } from '../../time/utc-day.ts'
import type { SourceDependencies } from '../source-module.ts'
import { detailsOn } from './model/details.ts'
import { historyOn } from './model/history.ts'
import { type RawOffer, rawOffersOn, toOffer } from './model/offers.ts'
import { priceOfSkuOn, pricesOn } from './model/prices.ts'
import { readSkuId } from './model/sku-id.ts'
import { skuModelsOf } from './model/skus.ts'
import { actOut } from './outcomes.ts'
import { findReservedProduct } from './reserved-cards.ts'
import type { FindProduct, SandboxProduct } from './sandbox-product.ts'

export interface SandboxMarketDependencies extends Pick<SourceDependencies, 'now' | 'delay' | 'publicUrl'> {
  /** The catalogue in use. The reserved products are known without it. */
  readonly findProduct: FindProduct
}

/** The invented market as a source: the model's numbers of the UTC day, and the outcomes of reserved products. */
export const createSandboxMarket = ({
  findProduct,
  publicUrl,
  now,
  delay,
}: SandboxMarketDependencies): MarketSource => {
  const addresses = sandboxAddresses(publicUrl)

  const answer = async <T>(
    section: keyof MarketSource,
    productId: number,
    signal: AbortSignal,
    read: (product: SandboxProduct, day: number) => T,
  ): Promise<T | null> => {
    await actOut(productId, section, signal, delay)
    const product = findReservedProduct(productId) ?? findProduct(productId)
    return product === null ? null : read(product, utcDay(now()))
  }

  return {
    details: (productId, signal) =>
      answer('details', productId, signal, (product, day) =>
        detailsOn(product, day, { sourceUrl: addresses.page(productId), imageUrl: addresses.picture(productId) }),
      ),
    prices: ({ productId, skus }, signal) =>
      answer('prices', productId, signal, (product, day) => {
        const wanted = new Set(skus.map(({ skuId }) => skuId))
        return pricesOn(product, day).filter(({ skuId }) => wanted.has(skuId))
      }),
    skuPrice: async (skuId, signal) => {
      const made = readSkuId(skuId)
      if (made === null) return null
      const price = await answer('skuPrice', made.productId, signal, (product, day) =>
        priceOfSkuOn(product, made.ordinal, day),
      )
      return price && { productId: made.productId, price }
    },
    history: ({ productId, range }, signal) =>
      answer('history', productId, signal, (product, day) => ({
        series: historyOn(product, range, day),
        recordedSince: null,
      })),
    listings: (request, signal) =>
      answer('listings', request.productId, signal, (product, day) =>
        pageOf(rawOffersOn(product, skuModelsOf(product), day), request),
      ),
    image: (productId, signal) => answer('image', productId, signal, () => addresses.picture(productId)),
  }
}

/** Addresses at which the sandbox shows its products; `picture` is `null` for the reserved product without one. */
export const sandboxAddresses = (publicUrl: () => string) => {
  const base = () => `${publicUrl().replace(/(?<!\/)\/+$/, '')}/sandbox`
  return {
    page: (productId: number): string => `${base()}/products/${productId}`,
    picture: (productId: number): string | null =>
      productId === reservedIds.noPicture ? null : `${base()}/images/${productId}.svg`,
  }
}

const pageOf = (
  offers: readonly RawOffer[],
  { offset, limit, sort, conditions, variants, languages }: ListingsRequest,
): OfferPage => {
  const matching = offers.filter(
    ({ model: { sku } }) =>
      passes(sku.condition, conditions) && passes(sku.variant, variants) && passes(sku.language, languages),
  )
  // Item price, then listing id, so that pages of one day never overlap.
  if (sort === 'price')
    matching.sort((left, right) => left.itemCents - right.itemCents || left.listingId - right.listingId)
  return { total: matching.length, offers: matching.slice(offset, offset + limit).map(toOffer) }
}

const passes = (word: string | null, allowed: readonly string[] | null): boolean =>
  allowed === null || (word !== null && allowed.includes(word))
