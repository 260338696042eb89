import type { HistoryRange } from '../../src/contract/history.ts'
import { toDollars } from '../../src/market/money.ts'
import { detailsOn } from '../../src/sources/sandbox/model/details.ts'
import { historyOn } from '../../src/sources/sandbox/model/history.ts'
import { rawOffersOn, toOffer } from '../../src/sources/sandbox/model/offers.ts'
import { pricesOn } from '../../src/sources/sandbox/model/prices.ts'
import { readSkuId } from '../../src/sources/sandbox/model/sku-id.ts'
import { skuModelsOf } from '../../src/sources/sandbox/model/skus.ts'
import { openSandboxCatalog } from '../../src/sources/sandbox/sandbox-catalog.ts'
import { utcDay } from '../../src/time/utc-day.ts'

type Word = string | null

const rangeOf: Readonly<Record<string, HistoryRange>> = {
  month: 'month',
  quarter: 'quarter',
  semiannual: 'semi-annual',
  annual: 'annual',
}

/** "url names" are display names without punctuation. */
const urlName = (name: Word): Word => name?.replace(/[^\p{L}\p{N}\s-]/gu, '') ?? null

const typeIdOf = (sealed: boolean): number => (sealed ? 25 : 1)

/** The emulator's catalogue and market, in the source's words: the sandbox's, so that everything agrees. */
export const createWorld = (now: () => number) => {
  const { source, findProduct } = openSandboxCatalog(now)
  const day = () => utcDay(now())
  const signal = new AbortController().signal

  const details = (productId: number) => {
    const product = findProduct(productId)
    if (product === null) return null
    const ours = toDollars(detailsOn(product, day(), { sourceUrl: '', imageUrl: null }))
    return {
      customListings: 0,
      shippingCategoryId: 1,
      duplicate: false,
      productId,
      productName: ours.name,
      productUrlName: urlName(ours.name),
      productLineId: ours.category.id,
      productLineName: ours.category.name,
      productLineUrlName: urlName(ours.category.name),
      productTypeId: typeIdOf(ours.sealed),
      productTypeName: ours.productType,
      setId: ours.group.id,
      setName: ours.group.name,
      setUrlName: urlName(ours.group.name),
      setCode: ours.group.code,
      rarityName: ours.rarity,
      sealed: ours.sealed,
      sellerListable: true,
      marketPrice: ours.marketPrice,
      lowestPrice: ours.lowestPrice,
      lowestPriceWithShipping: ours.lowestPriceWithShipping,
      medianPrice: ours.marketPrice,
      listings: ours.listingCount,
      sellers: ours.sellerCount,
      imageCount: product.productId === 990_006 ? 0 : 1,
      customAttributes: {
        ...ours.attributes,
        number: ours.cardNumber,
        releaseDate: ours.group.publishedOn && `${ours.group.publishedOn}T00:00:00Z`,
        description: null,
      },
      formattedAttributes: ours.formattedAttributes,
      skus: ours.skus.map(({ skuId, ...words }) => ({ sku: skuId, ...words })),
    }
  }

  const categories = async () => (await source.categories(null, signal)) ?? []

  const productsOfLine = async (categoryId: number) => {
    const line = (await categories()).find(({ id }) => id === categoryId)
    const question = { q: '', set: null, offset: 0, limit: 10_000, sort: 'name' } as const
    return line ? ((await source.search({ ...question, category: line.slug }, signal))?.products ?? []) : []
  }

  return {
    details,

    /** Rows of SKUs that have one; an SKU without observation is left out. */
    prices: (skuIds: readonly number[]) =>
      skuIds.flatMap((skuId) => {
        const productId = readSkuId(skuId)?.productId
        const product = productId === undefined ? null : findProduct(productId)
        const price = product && pricesOn(product, day()).find((row) => row.skuId === skuId)
        if (!price) return []
        const { marketPrice, lowSalePrice, highSalePrice, sampleSize, calculatedAt } = toDollars(price)
        const range = { lowestPrice: lowSalePrice, highestPrice: highSalePrice, priceCount: sampleSize }
        return [{ skuId, marketPrice, ...range, calculatedAt }]
      }),

    /** Newest bucket first, every number a text, "0" for none; `null` for an unknown range. */
    history: (productId: number, range: string) => {
      const ours = rangeOf[range]
      const product = findProduct(productId)
      if (ours === undefined) return null
      const text = (value: number | null) => String(value ?? 0)
      const result = (product === null ? [] : historyOn(product, ours, day())).map((series) => ({
        skuId: String(series.skuId),
        variant: series.variant,
        language: series.language,
        condition: series.condition,
        averageDailyQuantitySold: String(Math.trunc(series.averageDailyQuantitySold ?? 0)),
        averageDailyTransactionCount: '0',
        totalQuantitySold: text(series.totalQuantitySold),
        totalTransactionCount: '0',
        trendingMarketPricePercentages: {},
        buckets: series.buckets
          .map(toDollars)
          .toReversed()
          .map((bucket) => ({
            marketPrice: text(bucket.marketPrice),
            quantitySold: text(bucket.quantitySold),
            lowSalePrice: text(bucket.lowSalePrice),
            lowSalePriceWithShipping: text(bucket.lowSalePriceWithShipping),
            highSalePrice: text(bucket.highSalePrice),
            highSalePriceWithShipping: text(bucket.highSalePriceWithShipping),
            transactionCount: text(bucket.transactionCount),
            bucketStartDate: bucket.date,
          })),
      }))
      return { count: result.length, result }
    },

    listings: (
      productId: number,
      page: { from: number; size: number; sort: string | null; term: Readonly<Record<string, unknown>> },
    ) => {
      const { from, size, sort, term } = page
      const product = findProduct(productId)
      const offers =
        product === null
          ? []
          : rawOffersOn(product, skuModelsOf(product), day()).map((offer) => toDollars(toOffer(offer)))
      const passes = (field: string, word: Word) =>
        !Array.isArray(term[field]) || (term[field] as Word[]).includes(word)
      const matching = offers.filter(
        ({ condition, variant, language }) =>
          passes('condition', condition) && passes('printing', variant) && passes('language', language),
      )
      if (sort !== null) matching.sort((a, b) => (a.itemPrice ?? 0) - (b.itemPrice ?? 0) || a.listingId - b.listingId)
      const rows = matching.slice(from, from + size).map((offer) => ({
        listingId: offer.listingId,
        channelId: 0,
        conditionId: 1,
        productId,
        productConditionId: offer.skuId,
        sellerId: '239288',
        sellerKey: offer.seller.id,
        sellerName: offer.seller.name,
        sellerRating: offer.seller.ratingPercent,
        sellerSales: offer.seller.sales,
        sellerPrograms: [],
        sellerPrice: offer.itemPrice,
        sellerShippingPrice: offer.shippingPrice,
        price: offer.itemPrice,
        shippingPrice: offer.shippingPrice,
        rankedShippingPrice: offer.shippingPrice,
        condition: offer.condition,
        language: offer.language,
        printing: offer.variant,
        quantity: offer.quantity,
        listingType: offer.custom ? 'custom' : 'standard',
        directSeller: offer.seller.direct,
        directListing: false,
        directProduct: false,
        goldSeller: false,
        verifiedSeller: offer.seller.verified,
        customData: offer.custom ? { images: ['a1b2c3'], title: product?.name } : { images: [] },
      }))
      const listingType = [{ value: 'standard', count: matching.length }]
      return { totalResults: matching.length, resultId: 'li-emulator', aggregations: { listingType }, results: rows }
    },

    lines: async () =>
      (await categories()).map(({ id, name, slug }) => ({
        productLineId: id,
        productLineName: name,
        productLineUrlName: slug,
        isDirect: true,
      })),

    setNames: async (categoryId: number) => {
      const products = await productsOfLine(categoryId)
      const sets = new Map(products.map((product) => [product.setId, findProduct(product.productId)?.set]))
      return [...sets.values()].flatMap((set) =>
        set
          ? [
              {
                setNameId: set.id,
                categoryId,
                name: set.name,
                cleanSetName: urlName(set.name),
                urlName: set.slug,
                abbreviation: set.code,
                releaseDate: set.publishedOn && `${set.publishedOn}T00:00:00`,
                isSupplemental: false,
                active: true,
              },
            ]
          : [],
      )
    },

    /** Details of every product of a set, as the mirror lists them. */
    productsOfSet: async (categoryId: number, setId: number) =>
      (await productsOfLine(categoryId)).flatMap((product) => {
        const found = product.setId === setId ? details(product.productId) : null
        return found ? [found] : []
      }),

    search: async (question: {
      q: string
      line: string | null
      sets: readonly string[]
      from: number
      size: number
      sort: 'relevance' | 'name'
      countSets: boolean
    }) => {
      const { q, line, sets, from, size, sort, countSets } = question
      const ask = async (set: string | null) =>
        (await source.search({ q, category: line, set, offset: 0, limit: 10_000, sort }, signal)) ?? {
          total: 0,
          products: [],
        }
      let found = { total: 0, products: [] } as Awaited<ReturnType<typeof ask>>
      for (const set of sets.length === 0 ? [null] : sets) {
        const exact = await ask(set)
        // The source takes only whole names and slugs.
        const products = exact.products.filter(
          ({ setName, setSlug }) => set === null || setName === set || setSlug === set,
        )
        if (products.length > 0) found = { total: products.length, products }
        if (products.length > 0) break
      }
      const counts = new Map<string, { value: string; urlValue: string; count: number; isActive: boolean }>()
      for (const { setName, setSlug } of found.products) {
        if (setName === null) continue
        const facet = counts.get(setName) ?? { value: setName, urlValue: setSlug ?? '', count: 0, isActive: false }
        counts.set(setName, { ...facet, count: facet.count + 1 })
      }
      const rows = found.products.slice(from, from + size).map(({ productId }) => {
        const found = details(productId) as NonNullable<ReturnType<typeof details>>
        const { skus: _skus, formattedAttributes: _labels, listings, imageCount: _count, ...row } = found
        return { ...row, totalListings: listings, score: 1, listings: [] }
      })
      return {
        aggregations: countSets ? { setName: [...counts.values()] } : {},
        algorithm: 'sales_dismax',
        searchType: 'product',
        totalResults: found.total,
        results: rows,
      }
    },
  }
}

export type World = ReturnType<typeof createWorld>
