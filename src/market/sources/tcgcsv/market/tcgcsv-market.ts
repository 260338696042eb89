import { rangeStartMs, toDailySeries, utcDayText } from '../../../../archive/daily-series.ts'
import type { ArchiveHead } from '../../../../archive/ports.ts'
import type { ArchivedPrice, PriceArchive } from '../../../../archive/price-archive.ts'
import { productOfPrinting } from '../../../../cards/printings.ts'
import type { CatalogProduct } from '../../../../catalog/ports.ts'
import { ServiceError } from '../../../../contract/errors.ts'
import { maxId } from '../../../../contract/fields.ts'
import type { MarketSource } from '../../../ports.ts'
import { isJsonObject } from '../../tcgplayer/wire.ts'
import { type KnownProduct, mapDailyDetails, pictureOf } from './map-details.ts'
import { mapAbsentPrice, mapDailyPrice, printingsOf } from './map-prices.ts'

export interface TcgcsvMarketDependencies {
  readonly archive: PriceArchive
  /** Finds a product of the catalogue that the same sync built. */
  readonly findListed: (productId: number) => CatalogProduct | null
  /** Why there are no prices yet, for the client. */
  readonly whyEmpty: () => Promise<string>
}

/** The market of the daily files, with the time at which their newest day was learnt. */
export interface TcgcsvMarket {
  readonly market: MarketSource
  /** When the newest day was recorded, in milliseconds since the epoch; `null` before a method was answered. */
  readonly recordedAtMs: () => number | null
}

const now = { asOfMs: null, knownAtMs: null } as const

/** Creates the market over what the sync has put into the archive. Nothing is fetched here: the newest day of the files is what there is. */
export const createTcgcsvMarket = ({ archive, findListed, whyEmpty }: TcgcsvMarketDependencies): TcgcsvMarket => {
  /** The newest day as of the head that it was looked for under. */
  let known: { readonly hash: string; readonly looking: Promise<ArchiveHead>; found: ArchiveHead | null } | null = null

  /** The segment of the newest day, which is not the last one recorded where an older day was brought in later. */
  const findNewest = async (): Promise<ArchiveHead> => {
    const head = archive.head()
    if (head === null) throw new ServiceError('service_unavailable', await whyEmpty())
    if (known?.hash !== head.hash) {
      const looking = archive.newest(now).then((newest) => newest ?? head)
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
  }

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
      const newest = await findNewest()
      const [product, prices] = await Promise.all([findProduct(productId), pricesOf(productId)])
      return product && mapDailyDetails(product, printingsOf(prices, newest))
    },

    prices: async ({ productId, skus }) => {
      const newest = await findNewest()
      const wanted = new Set(skus.map(({ skuId }) => skuId))
      return printingsOf(await pricesOf(productId), newest)
        .filter(({ sku }) => wanted.has(sku.skuId))
        .map(mapDailyPrice)
    },

    skuPrice: async (skuId) => {
      const newest = await findNewest()
      const productId = productOfPrinting(skuId)
      if (productId === null || productId > maxId) return null
      const prices = await pricesOf(productId)
      const today = printingsOf(prices, newest).find(({ sku }) => sku.skuId === skuId)
      if (today) return { productId, price: mapDailyPrice(today) }
      const known = prices.find(({ sku }) => sku.skuId === skuId)
      return known ? { productId, price: mapAbsentPrice(known.sku) } : null
    },

    history: async ({ productId, range }) => {
      const newest = await findNewest()
      const [histories, firstMs] = await Promise.all([
        archive.history(productId, rangeStartMs(range, newest.observedAtMs), now),
        archive.firstObservedAtMs(productId),
      ])
      return { series: toDailySeries(histories), recordedSince: firstMs === null ? null : utcDayText(firstMs) }
    },

    listings: () =>
      Promise.reject(new ServiceError('not_offered_by_source', 'The daily files hold prices, and no offers of sellers.')),

    image: async (productId) => {
      await findNewest()
      const product = await findProduct(productId)
      return product && pictureOf(productId, product.record)
    },
  }
  return { market, recordedAtMs: () => known?.found?.recordedAtMs ?? null }
}
