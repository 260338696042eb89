import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { memoryArchive } from '../../test/support/memory-archive.ts'
import { printingSkuId } from '../cards/printings.ts'
import { PriceLookupResult } from '../contract/price-batch.ts'
import { type Price, PricesResult } from '../contract/prices.ts'
import { DetailsResult } from '../contract/product-details.ts'
import { ProductSnapshot } from '../contract/product-snapshot.ts'
import type { MarketProduct, Observed, ObservedMarket } from '../market/ports.ts'
import { createProducts, type ProductQuery } from './products.ts'

const call = { signal: new AbortController().signal }
const [normal, foil, gone] = [printingSkuId(7, 'Normal'), printingSkuId(7, 'Foil'), printingSkuId(8, 'Normal')]
const skuOf = (productId: number, skuId: number, variant: string) => ({
  productId,
  skuId,
  condition: null,
  variant,
  language: null,
})
const skus = [skuOf(7, normal, 'Normal'), skuOf(7, foil, 'Foil'), skuOf(8, gone, 'Normal')]

/**
 * The 20th was learnt at once, the foil on the 21st; a correction of the 20th came on the 25th. Product 8 is kept, and
 * gone from the source.
 */
const archive = memoryArchive(skus, [
  {
    observedAt: '2026-11-20T20:00:00Z',
    recordedAt: '2026-11-20T20:10:00Z',
    prices: { [normal]: [100, 90], [gone]: [700, null] },
  },
  {
    observedAt: '2026-11-21T20:00:00Z',
    recordedAt: '2026-11-21T20:10:00Z',
    prices: { [normal]: [110, 95], [foil]: [500, 480] },
  },
  {
    observedAt: '2026-11-23T20:00:00Z',
    recordedAt: '2026-11-23T20:10:00Z',
    prices: { [normal]: [null, 0], [foil]: [600, 40] },
  },
  { observedAt: '2026-11-20T20:00:00Z', recordedAt: '2026-11-25T09:00:00Z', prices: { [normal]: [101, 90] } },
])

const product: MarketProduct = {
  ...{ productId: 7, sourceUrl: 'https://cards.example/7', name: 'Mew', sealed: false, productType: 'Cards' },
  category: { id: 3, name: 'Pokemon', slug: 'pokemon' },
  group: { id: 1, name: 'Promo', slug: 'promo', code: 'PR', publishedOn: null },
  ...{ cardNumber: '8', rarity: 'Promo', attributes: {}, formattedAttributes: {}, imageUrl: null },
  skus: [],
  ...{
    marketPriceCents: 999,
    lowestPriceCents: 999,
    lowestPriceWithShippingCents: 999,
    listingCount: 5,
    sellerCount: 5,
  },
}
const observed = <T>(value: T): Observed<T> => ({ value, fetchedAt: '2026-11-26T10:00:00.000Z', cacheHit: false })

const now = Date.parse('2026-11-26T12:00:00Z')
const never = () => assert.fail('the source is asked for no price of the past')
const market = {
  details: async (productId: number) =>
    observed(
      productId === 7
        ? product
        : productId === 9
          ? { ...product, productId: 9, skus: [{ ...skuOf(9, 901, 'Normal'), productId: undefined }] }
          : null,
    ),
  ...{ prices: never, history: never, listings: never },
  skuPrice: async (skuId: number) => observed(skuId === 55 ? { productId: null } : null),
} as unknown as ObservedMarket
const products = createProducts({ market, archive, source: 'tcgcsv', now: () => now, identify: never })

const answerTo = async (query: Partial<ProductQuery>) => {
  const answer = await products.prices({ productId: 7, ...query }, call)
  const result = 'finalAnswer' in answer ? answer.finalAnswer : answer
  assert.deepEqual(Compile(PricesResult).Errors(result), [])
  return { result, isFinal: 'finalAnswer' in answer }
}
const amounts = (prices: readonly Price[]) =>
  prices.map(({ variant, marketPrice, lowestPrice, calculatedAt }) => [variant, marketPrice, lowestPrice, calculatedAt])

describe('prices as of a moment', () => {
  test('are what was observed last by then, each with its own time, and nothing else', async () => {
    const { result } = await answerTo({ asOf: '2026-11-21' })
    assert.deepEqual(amounts(result.prices), [
      ['Normal', 1.1, 0.95, '2026-11-21T20:00:00.000Z'],
      ['Foil', 5, 4.8, '2026-11-21T20:00:00.000Z'],
    ])
    assert.equal(result.fetchedAt, '2026-11-21T20:10:00.000Z')
    for (const { lowSalePrice, highSalePrice, sampleSize } of result.prices)
      assert.deepEqual([lowSalePrice, highSalePrice, sampleSize], [null, null, null])
  })

  test('hold until the next observation, and begin with the instant of their own', async () => {
    const at = async (asOf: string) => amounts((await answerTo({ asOf })).result.prices)[0]
    assert.deepEqual(await at('2026-11-22'), await at('2026-11-21'))
    assert.deepEqual(await at('2026-11-21T19:59:59.999Z'), ['Normal', 1.01, 0.9, '2026-11-20T20:00:00.000Z'])
    assert.deepEqual(await at('2026-11-21T20:00:00Z'), ['Normal', 1.1, 0.95, '2026-11-21T20:00:00.000Z'])
  })

  test('a price that the source did not tell, or that is none, is null and takes no older one', async () => {
    const [row] = (await answerTo({ asOf: '2026-11-24' })).result.prices
    assert.deepEqual([row?.marketPrice, row?.lowestPrice, row?.calculatedAt], [null, null, '2026-11-23T20:00:00.000Z'])
  })

  test('leave out what was learnt later: corrections, and printings', async () => {
    const then = await answerTo({ asOf: '2026-11-20', knownAt: '2026-11-21T00:00:00Z' })
    assert.deepEqual(amounts(then.result.prices), [['Normal', 1, 0.9, '2026-11-20T20:00:00.000Z']])
    assert.equal(then.result.fetchedAt, '2026-11-20T20:10:00.000Z')
    const corrected = await answerTo({ asOf: '2026-11-20', knownAt: '2026-11-25T09:00:00Z' })
    assert.deepEqual(amounts(corrected.result.prices)[0], ['Normal', 1.01, 0.9, '2026-11-20T20:00:00.000Z'])
    assert.equal(corrected.result.fetchedAt, '2026-11-25T09:00:00.000Z')
  })

  test('before the first observation are rows of nulls, fetched at the moment that was asked for', async () => {
    const { result } = await answerTo({ asOf: '2026-11-19' })
    assert.deepEqual(amounts(result.prices), [
      ['Normal', null, null, null],
      ['Foil', null, null, null],
    ])
    assert.equal(result.fetchedAt, '2026-11-19T23:59:59.999Z')
    const unlearnt = await answerTo({ asOf: '2026-11-21', knownAt: '2026-11-01T00:00:00Z' })
    assert.deepEqual([unlearnt.result.prices.length, unlearnt.result.fetchedAt], [2, '2026-11-01T00:00:00.000Z'])
  })

  test('are answered for a product that is gone or was never observed, and not for an unknown one', async () => {
    assert.deepEqual(amounts((await answerTo({ productId: 8, asOf: '2026-11-24' })).result.prices), [
      ['Normal', 7, null, '2026-11-20T20:00:00.000Z'],
    ])
    assert.deepEqual(amounts((await answerTo({ productId: 9, asOf: '2026-11-24' })).result.prices), [
      ['Normal', null, null, null],
    ])
    await assert.rejects(async () => products.prices({ productId: 10, asOf: '2026-11-24' }, call), {
      code: 'product_not_found',
    })
  })

  test('are final when nothing recorded from now on can change them, and only then', async () => {
    const isFinal = async (query: Partial<ProductQuery>) => (await answerTo(query)).isFinal
    assert.equal(await isFinal({ asOf: '2026-11-21', knownAt: '2026-11-22T00:00:00Z' }), true)
    assert.equal(await isFinal({ asOf: '2026-11-19', knownAt: '2026-11-22T00:00:00Z' }), true)
    assert.equal(await isFinal({ asOf: '2026-11-21' }), false)
    assert.equal(await isFinal({ asOf: '2026-11-21', knownAt: '2026-11-26T11:55:00Z' }), false)
    assert.equal(await isFinal({ asOf: '2026-11-26', knownAt: '2026-11-26T00:00:00Z' }), false)
    // Its rows are those of now.
    assert.equal(await isFinal({ asOf: '2026-11-21', knownAt: '2026-11-01T00:00:00Z' }), false)
    assert.equal(await isFinal({ productId: 9, asOf: '2026-11-21', knownAt: '2026-11-22T00:00:00Z' }), false)
  })
})

describe('a product as of a moment', () => {
  test('has the SKUs and prices of then, the facts of now, and no count', async () => {
    const details = await products.details({ productId: 7, asOf: '2026-11-21' }, call)
    assert.deepEqual(Compile(DetailsResult).Errors(details), [])
    const { name, marketPrice, lowestPrice, lowestPriceWithShipping, listingCount, sellerCount } = details.product
    assert.deepEqual([name, marketPrice, lowestPrice], ['Mew', 1.1, 0.95])
    assert.deepEqual([lowestPriceWithShipping, listingCount, sellerCount], [null, null, null])
    assert.deepEqual(
      details.product.skus.map(({ skuId }) => skuId),
      [normal, foil],
    )
    assert.equal(details.fetchedAt, '2026-11-21T20:10:00.000Z')
    const later = await products.details({ productId: 7, asOf: '2026-11-24' }, call)
    // The main printing has none: the next one that has.
    assert.deepEqual([later.product.marketPrice, later.product.lowestPrice], [6, 0.4])
    await assert.rejects(products.details({ productId: 8, asOf: '2026-11-24' }, call), { code: 'product_not_found' })
  })

  test('costs what the main printing of its rows cost, also one that the latest file of then had no more', async () => {
    const kept = memoryArchive(skus.slice(0, 2), [
      { observedAt: '2026-11-20T20:00:00Z', recordedAt: '2026-11-20T20:10:00Z', prices: { [normal]: [100, 90] } },
      { observedAt: '2026-11-21T20:00:00Z', recordedAt: '2026-11-21T20:10:00Z', prices: { [foil]: [null, 480] } },
      { observedAt: '2026-11-22T20:00:00Z', recordedAt: '2026-11-22T20:10:00Z', prices: { [foil]: [500, 80] } },
    ])
    const daily = createProducts({ market, archive: kept, source: 'tcgcsv', now: () => now, identify: never })
    for (const [asOf, lowest] of [
      ['2026-11-20', 0.9],
      ['2026-11-21', 0.9],
      ['2026-11-22', 0.8],
    ] as const) {
      const { product } = await daily.details({ productId: 7, asOf }, call)
      assert.deepEqual([product.marketPrice, product.lowestPrice], [1, lowest], asOf)
    }
  })

  test('costs what its usual copy cost, where copies were kept', async () => {
    const copy = (skuId: number, condition: string) => ({
      ...skuOf(7, skuId, 'Normal'),
      condition,
      language: 'English',
    })
    const kept = memoryArchive(
      [copy(1, 'Near Mint'), copy(2, 'Damaged')],
      [
        { observedAt: '2026-11-20T20:00:00Z', recordedAt: '2026-11-20T20:00:00Z', prices: { 1: [300, null] } },
        { observedAt: '2026-11-20T21:00:00Z', recordedAt: '2026-11-20T21:00:00Z', prices: { 2: [20, null] } },
      ],
    )
    const live = createProducts({ market, archive: kept, source: 'tcgplayer', now: () => now, identify: never })
    const { product } = await live.details({ productId: 7, asOf: '2026-11-21' }, call)
    assert.deepEqual([product.marketPrice, product.lowestPrice], [3, null])
  })

  test('has its history up to then; its offers are said not to have been kept, not to be none', async () => {
    const snapshot = await products.snapshot(
      { productId: 7, range: 'month', offset: 0, limit: 10, sort: 'price', asOf: '2026-11-22' },
      call,
    )
    assert.deepEqual(Compile(ProductSnapshot).Errors(snapshot), [])
    assert.deepEqual([snapshot.listings, snapshot.featuredListing], [null, null])
    assert.deepEqual(
      [snapshot.sections.listings.status, snapshot.sections.listings.code],
      ['unavailable', 'not_offered_by_source'],
    )
    assert.equal(snapshot.sections.featuredListing, undefined)
    assert.equal(snapshot.marketHistory?.recordedSince, '2026-11-20')
    assert.deepEqual(
      snapshot.marketHistory?.variants.map(({ variant, buckets }) => [
        variant,
        ...buckets.map(({ date, marketPrice }) => [date, marketPrice]),
      ]),
      [
        ['Normal', ['2026-11-20', 1.01], ['2026-11-21', 1.1]],
        ['Foil', ['2026-11-21', 5]],
      ],
    )
    assert.deepEqual(amounts(snapshot.marketPrices ?? [])[1], ['Foil', 5, 4.8, '2026-11-21T20:00:00.000Z'])
  })
})

describe('a list as of a moment', () => {
  test('prices products, printings and what is known of neither', async () => {
    const query = { productIds: [7, 8, 10], skuIds: [foil, printingSkuId(7, 'Metal'), 55, 56], asOf: '2026-11-21' }
    const list = await products.lookUpPrices(query, call)
    assert.deepEqual(Compile(PriceLookupResult).Errors(list), [])
    assert.deepEqual(
      list.results.map(({ productId, skuId, code, prices }) => [
        productId,
        skuId,
        code,
        prices?.map(({ marketPrice }) => marketPrice) ?? null,
      ]),
      [
        [7, null, 'ok', [1.1, 5]],
        [8, null, 'ok', [7]],
        [10, null, 'product_not_found', null],
        [7, foil, 'ok', [5]],
        [null, printingSkuId(7, 'Metal'), 'sku_not_found', null],
        [null, 55, 'not_offered_by_source', null],
        [null, 56, 'sku_not_found', null],
      ],
    )
    const early = await products.lookUpPrices({ skuIds: [foil], asOf: '2026-11-20' }, call)
    assert.deepEqual(
      early.results[0]?.prices?.map(({ marketPrice }) => marketPrice),
      [null],
    )
  })

  test('says in its own words what is wrong with the moment', async () => {
    await assert.rejects(products.lookUpPrices({ productIds: [7], asOf: '2026-02-30' }, call), {
      code: 'invalid_body',
      message: /asOf/,
    })
    await assert.rejects(products.lookUpPrices({ productIds: [7], knownAt: '2026-02-20T00:00:00Z' }, call), {
      code: 'invalid_body',
    })
  })
})

test('where nothing is kept, the past is refused and the message says why', async () => {
  const forgetful = createProducts({ market, archive: null, source: 'sandbox', now: () => now, identify: never })
  const refused = {
    code: 'invalid_parameter',
    message: 'asOf cannot be answered here: this service keeps no past prices of the source sandbox.',
  }
  await assert.rejects(async () => forgetful.prices({ productId: 7, asOf: '2026-11-21' }, call), refused)
  await assert.rejects(forgetful.details({ productId: 7, asOf: '2026-11-21' }, call), refused)
  await assert.rejects(
    forgetful.snapshot({ productId: 7, range: 'month', offset: 0, limit: 10, sort: 'price', asOf: 'x' }, call),
    refused,
  )
  await assert.rejects(forgetful.lookUpPrices({ productIds: [7], knownAt: 'x' }, call), {
    code: 'invalid_body',
    message:
      'The request body, at knownAt, cannot be answered here: this service keeps no past prices of the source sandbox.',
  })
})
