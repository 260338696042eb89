import { rangeStartMs, toDailySeries } from '../../../archive/daily-series.ts'
import type { ArchiveHead } from '../../../archive/ports.ts'
import type { ArchivedPrice, PriceArchive } from '../../../archive/price-archive.ts'
import { productOfPrinting } from '../../../cards/printings.ts'
import type { CatalogProduct } from '../../../catalog/ports.ts'
import { ServiceError } from '../../../contract/errors.ts'
import { isJsonObject } from '../../../contract/json-object.ts'
import { type MarketSource, maxSourceId } from '../../../market/ports.ts'
import { utcDayText } from '../../../time/utc-day.ts'
import { type KnownProduct, mapDailyDetails, pictureOf } from './map-details.ts'
import { mapAbsentPrice, mapDailyPrice, printingsOf } from './map-prices.ts'

export interface TcgcsvMarketDependencies {
  readonly archive: PriceArchive
  /** Finds a product of the catalogue that the same sync built. */
  readonly findListed: (productId: number) => CatalogProduct | null
  /** Why there are no prices yet, for the client. */
  readonly whyEmpty: () => Promise<string>
}

const now = { asOfMs: null, knownAtMs: null } as const

/**
 * Finds the segment of the newest day, which is not the last one recorded where an older day was brought in later. It
 * is looked for once for each head of the archive.
 */
const createNewestDay = ({ archive, whyEmpty }: Pick<TcgcsvMarketDependencies, 'archive' | 'whyEmpty'>) => {
  let known: { readonly hash: string; readonly looking: Promise<ArchiveHead>; found: ArchiveHead | null } | null = null
  return {
    find: async (): Promise<ArchiveHead> => {
      const head = archive.head()
      if (head === null) throw new ServiceError('service_unavailable', await whyEmpty())
      if (known?.hash !== head.hash) {
        const looking = archive.newest(now).then(async (newest) => {
          // Every build was withdrawn.
          if (newest === null) throw new ServiceError('service_unavailable', await whyEmpty())
          return newest
        })
        const sought = { hash: head.hash, looking, found: null as ArchiveHead | null }
        known = sought
        looking.then(
          (newest) => {
            sought.found = newest
          },
          () => {
            if (known === sought) known = null
          },
        )
      }
      return known.looking
    },
    found: (): ArchiveHead | null => known?.found ?? null,
  }
}

/** Creates the market over what the sync put into the archive; nothing is fetched here. */
export const createTcgcsvMarket = ({ archive, findListed, whyEmpty }: TcgcsvMarketDependencies) => {
  const newestDay = createNewestDay({ archive, whyEmpty })

  const findProduct = async (productId: number): Promise<KnownProduct | null> => {
    const record = await archive.productRecord(productId)
    if (isJsonObject(record)) return { productId, record, listed: findListed(productId) }
    // Past days that were imported before the first sync say of no product what it is.
    if (!(await archive.hasProductRecords())) throw new ServiceError('service_unavailable', await whyEmpty())
    return null
  }

  const pricesOf = (productId: number): Promise<readonly ArchivedPrice[]> => archive.prices(productId, now)

  const market: MarketSource = {
    details: async (productId) => {
      const newest = await newestDay.find()
      const [product, prices] = await Promise.all([findProduct(productId), pricesOf(productId)])
      return product && mapDailyDetails(product, printingsOf(prices, newest))
    },

    prices: async ({ productId, skus }) => {
      const newest = await newestDay.find()
      const wanted = new Set(skus.map(({ skuId }) => skuId))
      return printingsOf(await pricesOf(productId), newest)
        .filter(({ sku }) => wanted.has(sku.skuId))
        .map(mapDailyPrice)
    },

    skuPrice: async (skuId) => {
      const newest = await newestDay.find()
      const productId = productOfPrinting(skuId)
      if (productId === null || productId > maxSourceId) return null
      const prices = await pricesOf(productId)
      const today = printingsOf(prices, newest).find(({ sku }) => sku.skuId === skuId)
      if (today) return { productId, price: mapDailyPrice(today) }
      const known = prices.find(({ sku }) => sku.skuId === skuId)
      return known ? { productId, price: mapAbsentPrice(known.sku) } : null
    },

    history: async ({ productId, range }) => {
      const newest = await newestDay.find()
      const [histories, firstMs] = await Promise.all([
        archive.history(productId, rangeStartMs(range, newest.observedAtMs), now),
        archive.firstObservedAtMs(productId),
      ])
      return { series: toDailySeries(histories), recordedSince: firstMs === null ? null : utcDayText(firstMs) }
    },

    listings: () =>
      Promise.reject(
        new ServiceError('not_offered_by_source', 'The daily files hold prices, and no offers of sellers.'),
      ),

    image: async (productId) => {
      await newestDay.find()
      const product = await findProduct(productId)
      return product && pictureOf(productId, product.record)
    },
  }
  return {
    market,
    /** When the newest day was recorded, in milliseconds since the epoch; `null` before a method was answered. */
    recordedAtMs: () => newestDay.found()?.recordedAtMs ?? null,
  }
}
