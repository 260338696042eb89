import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ServiceError } from '../contract/errors.ts'
import type { PricesResult } from '../contract/prices.ts'
import type { Product, Sku } from '../contract/product-details.ts'
import type { ListingsRequest, MarketOffer, MarketPrice, Observed, ObservedMarket, OfferPage } from '../market/ports.ts'
import { createProducts } from './products.ts'

const sku = (skuId: number): Sku => ({ skuId, condition: 'Near Mint', variant: 'Normal', language: 'English' })
const priceOf = (skuId: number): MarketPrice => ({
  ...sku(skuId),
  marketPriceCents: 250,
  lowestPriceCents: null,
  lowSalePriceCents: null,
  highSalePriceCents: null,
  sampleSize: null,
  calculatedAt: null,
})
const identify = () => assert.fail('nothing is identified')
const observed = <T>(value: T): Observed<T> =>
  Object.freeze({ value, fetchedAt: '2026-11-22T10:00:00.000Z', cacheHit: true })

describe('the prices of a product', () => {
  const call = { signal: new AbortController().signal }
  const detailsOf = (...skuIds: number[]) => observed({ productId: 7, skus: skuIds.map(sku) } as unknown as Product)
  let details = detailsOf(1)
  const prices = observed([priceOf(1)])
  const market = { details: () => details, prices: () => prices } as unknown as ObservedMarket
  const products = createProducts({ market, archive: null, source: 'test', now: () => 0, identify })

  const pricesOf7 = async () => (await products.prices({ productId: 7 }, call)) as PricesResult

  test('are put together once while neither prices nor details are fetched anew', async () => {
    assert.equal(await pricesOf7(), await pricesOf7())
  })

  test('have a row for a SKU that newer details added, though the prices are those from before', async () => {
    assert.equal((await pricesOf7()).prices.length, 1)
    details = detailsOf(1, 2)
    const rows = (await pricesOf7()).prices
    assert.deepEqual(
      rows.map(({ skuId, marketPrice }) => [skuId, marketPrice]),
      [
        [1, 2.5],
        [2, null],
      ],
    )
  })
})

describe('the featured listing of a snapshot', () => {
  const call = { signal: new AbortController().signal }
  const query = { productId: 7, range: 'month', offset: 60, limit: 5, sort: 'price' } as const

  const offerOf = (listingId: number, custom: boolean): MarketOffer =>
    ({
      listingId,
      custom,
      itemPriceCents: listingId,
      shippingPriceCents: 0,
      totalPriceCents: listingId,
    }) as unknown as MarketOffer
  /** The page of 50 offers that starts at an offset, of which those up to 60 are custom. */
  const pageFrom = (offset: number) =>
    Array.from({ length: 50 }, (_, index) => offerOf(offset + index + 1, offset + index < 60))

  const productsOf = (cheapest: (offset: number) => OfferPage) => {
    const asked: number[] = []
    const market = {
      details: () => observed({ productId: 7, skus: [] } as unknown as Product),
      history: () => observed([]),
      listings: async ({ offset, limit }: ListingsRequest) => {
        if (limit === query.limit) return observed({ total: 120, offers: [offerOf(61, false)] })
        asked.push(offset)
        return observed(cheapest(offset))
      },
    } as unknown as ObservedMarket
    return { products: createProducts({ market, archive: null, source: 'test', now: () => 0, identify }), asked }
  }

  test('is looked for behind a page from which a sold offer was left out', async () => {
    const { products } = productsOf((offset) => ({ total: 120, offers: pageFrom(offset).slice(1) }))
    const { featuredListing, sections } = await products.snapshot(query, call)
    assert.equal(featuredListing?.listingId, 61)
    assert.equal('featuredListing' in sections, false)
  })

  test('is looked for up to the last page: by the total, or where there is none by an empty page', async () => {
    const onlyCustom = (offset: number) => pageFrom(offset).map((offer) => ({ ...offer, custom: true }))
    for (const [total, pages] of [
      [100, [0, 50]],
      [101, [0, 50, 100]],
      [5_000, [0, 50, 100, 150]],
      [null, [0, 50, 100]],
    ] as const) {
      const { products, asked } = productsOf((offset) => ({
        total,
        offers: total === null && offset === 100 ? [] : onlyCustom(offset),
      }))
      assert.equal((await products.snapshot(query, call)).featuredListing, null)
      assert.deepEqual(asked, pages)
    }
  })

  test('is not said to be missing when it could not be looked for', async () => {
    const { products } = productsOf((offset) => {
      if (offset > 0) throw new ServiceError('upstream_timeout', 'late')
      return { total: 120, offers: pageFrom(0) }
    })
    const { featuredListing, listings, sections } = await products.snapshot(query, call)
    assert.deepEqual([featuredListing, listings?.offers.length, sections.listings.status], [null, 1, 'ok'])
    assert.deepEqual(
      [sections.featuredListing?.status, sections.featuredListing?.code],
      ['unavailable', 'upstream_timeout'],
    )
  })
})
