import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { ServiceError } from '../../../contract/errors.ts'
import { readNumber } from '../../json-values.ts'
import { readInstant, readPriceCents, readShippingCents } from '../wire.ts'
import { mapDetails } from './map-details.ts'
import { mapHistory, withAverage } from './map-history.ts'
import { mapListingsPage } from './map-listings.ts'
import { mapPriceRows } from './map-prices.ts'

/** Invented values in the true shape. */
const sample = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./samples/${name}.json`, import.meta.url), 'utf8'))

const isInvalidResponse = (error: unknown) =>
  error instanceof ServiceError && error.code === 'upstream_invalid_response'

describe('mapping of what the source sends', () => {
  test('details, field by field', () => {
    assert.deepEqual(mapDetails(sample('details'), 700101), {
      imageCount: 1,
      product: {
        productId: 700101,
        sourceUrl: 'https://www.tcgplayer.com/product/700101',
        name: 'Glass Heron',
        category: { id: 3, name: 'Pokemon', slug: 'pokemon' },
        group: { id: 7001, name: 'Rivers & Reeds', slug: 'rivers-and-reeds', code: 'RAR', publishedOn: '2025-03-28' },
        productType: 'Cards',
        sealed: false,
        cardNumber: '017/090',
        rarity: 'Rare',
        attributes: {
          number: '017/090',
          releaseDate: '2025-03-28T00:00:00Z',
          cardType: ['Water'],
          hp: '70',
          flavorText: null,
          weakness: { type: 'Grass', factor: 2 },
        },
        formattedAttributes: { 'Card Number / Rarity': '017/090 / Rare', Artist: 'A. Nobody' },
        skus: [
          { skuId: 8100001, condition: 'Near Mint', variant: 'Holofoil', language: 'English' },
          { skuId: 8100002, condition: 'Lightly Played', variant: 'Holofoil', language: 'English' },
        ],
        marketPriceCents: 321,
        lowestPriceCents: 250,
        lowestPriceWithShippingCents: 381,
        listingCount: 41,
        sellerCount: 37,
        imageUrl: 'https://tcgplayer-cdn.tcgplayer.com/product/700101_in_1000x1000.jpg',
      },
    })
  })

  test('details of another product, or of none at all, are never taken for this one', () => {
    const details = sample('details') as Record<string, unknown>
    assert.throws(() => mapDetails(details, 700102), isInvalidResponse)
    assert.throws(() => mapDetails({ ...details, productId: undefined }, 700101), isInvalidResponse)
    assert.throws(() => mapDetails({ ...details, productName: '' }, 700101), isInvalidResponse)
    assert.throws(() => mapDetails({ ...details, currency: 'EUR' }, 700101), isInvalidResponse)
    const failures = [{ errors: [{ code: 'x' }] }, { title: 'Oops', status: 500 }, { title: 'Slow down', status: 429 }]
    for (const other of [[], 'text', 7, true, { productId: 'abc' }, { skus: [{ sku: 8100001 }] }, ...failures])
      assert.throws(() => mapDetails(other, 700101), isInvalidResponse, JSON.stringify(other))
    const messages = [
      { message: 'Product not found' },
      { title: 'Not Found', status: 404 },
      { title: 'Bad Request', status: 400 },
    ]
    const empties = [
      null,
      {},
      { productId: null },
      { productId: 0, productName: null, skus: [] },
      { errors: [] },
      { unexpected: 1 },
    ]
    for (const nobody of [...empties, ...messages, { listings: 0, sellers: 0, skus: [] }])
      assert.equal(mapDetails(nobody, 700101), null, JSON.stringify(nobody))
  })

  test('attributes come through as they are, but no deeper or stranger than honest ones', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`)
    const attributes = JSON.parse('{"__proto__":{"polluted":true},"big":1e309,"list":[1,1e309,null]}')
    const product = mapDetails(
      { ...(sample('details') as object), customAttributes: { ...attributes, deep } },
      700101,
    )?.product
    assert.ok(JSON.stringify(product?.attributes.deep).length < 60)
    assert.deepEqual(product?.attributes.list, [1, null])
    assert.equal('big' in (product?.attributes ?? {}), false)
    assert.equal((product as unknown as { polluted?: boolean }).polluted, undefined)
  })

  test('the number is found among the labels where the attributes lack it', () => {
    const numberOf = (formattedAttributes: object) =>
      mapDetails({ productId: 5, productName: 'X', formattedAttributes }, 5)?.product.cardNumber
    assert.equal(numberOf({ '#': '94', Rarity: 'R' }), '94')
    assert.equal(numberOf({ 'Card Number / Rarity': '35/82 / Uncommon' }), '35/82')
    assert.equal(numberOf({ Artist: 'Somebody' }), null)
  })

  test('prices join by SKU; 0 and null are no price, texts are numbers', () => {
    const facts = mapPriceRows(sample('prices'), new Set([8100001, 8100002, 8100003]))
    assert.deepEqual(
      [...facts],
      [
        [
          8100002,
          {
            marketPriceCents: null,
            lowestPriceCents: null,
            lowSalePriceCents: null,
            highSalePriceCents: 400,
            sampleSize: null,
            calculatedAt: null,
          },
        ],
        [
          8100001,
          {
            marketPriceCents: 321,
            lowestPriceCents: null,
            lowSalePriceCents: 250,
            highSalePriceCents: 114724,
            sampleSize: 25,
            calculatedAt: '2026-11-20T17:26:20.690Z',
          },
        ],
      ],
    )
    assert.throws(() => mapPriceRows({ results: [] }, new Set([1])), isInvalidResponse)
    assert.throws(() => mapPriceRows([1, 2], new Set([1])), isInvalidResponse)
  })

  test('a row of something that was not asked for is passed over, unless there is no other', () => {
    const rows = sample('prices')
    assert.deepEqual([...mapPriceRows(rows, new Set([8100001])).keys()], [8100001])
    assert.deepEqual([...mapPriceRows([{ marketPrice: 5 }, { skuId: 1, marketPrice: 5 }], new Set([1])).keys()], [1])
    assert.throws(() => mapPriceRows(rows, new Set([1])), isInvalidResponse)
    assert.throws(() => mapPriceRows([{ marketPrice: 5 }], new Set([1])), isInvalidResponse)

    const listings = (...productIds: number[]) => {
      const found = productIds.map((productId, index) => ({ listingId: index, productId, price: 1, quantity: 1 }))
      return mapListingsPage({ errors: [], results: [{ totalResults: 2, results: found }] }, 7)
    }
    const { offers, rowCount } = listings(7, 8)
    assert.deepEqual([offers.map(({ listingId }) => listingId), rowCount], [[0], 2])
    assert.throws(() => listings(8, 8), isInvalidResponse)

    const series = (...skuIds: unknown[]) =>
      mapHistory({ count: 2, result: skuIds.map((skuId) => ({ skuId, buckets: [] })) })
    assert.deepEqual(
      series('701', null).map(({ skuId }) => skuId),
      [701],
    )
    assert.throws(() => series(null, 'x'), isInvalidResponse)
  })

  test('history turns chronological, "0" of a sale is none, and counts keep their 0', () => {
    const [series] = mapHistory(sample('history'))
    assert.ok(series)
    const { buckets, ...rest } = series
    assert.deepEqual(rest, {
      skuId: 8100001,
      condition: 'Near Mint',
      variant: 'Holofoil',
      language: 'English',
      averageDailyQuantitySold: 4,
      totalQuantitySold: 1231,
    })
    const none = {
      lowSalePriceCents: null,
      highSalePriceCents: null,
      lowSalePriceWithShippingCents: null,
      highSalePriceWithShippingCents: null,
    }
    assert.deepEqual(buckets, [
      { date: '2026-11-18', marketPriceCents: null, quantitySold: 0, transactionCount: 0, ...none },
      { date: '2026-11-19', marketPriceCents: 320, quantitySold: 0, transactionCount: 0, ...none },
      {
        date: '2026-11-20',
        marketPriceCents: 321,
        quantitySold: 5,
        transactionCount: 4,
        lowSalePriceCents: 290,
        highSalePriceCents: 400,
        lowSalePriceWithShippingCents: 300,
        highSalePriceWithShippingCents: 531,
      },
    ])
    for (const nothing of [null, [], {}, { count: 0, result: null }, { count: 0, result: [] }, { count: 0 }])
      assert.deepEqual(mapHistory(nothing), [])
    for (const other of ['text', [1], { answer: 1 }, { result: 'x' }, { result: [{}] }, { result: [], errors: [{}] }])
      assert.throws(() => mapHistory(other), isInvalidResponse, JSON.stringify(other))
  })

  test('an average that the source cut down to 0 is told from the total; every other is the source’s', () => {
    const [series] = mapHistory(sample('history'))
    assert.ok(series)
    const averageOf = (averageDailyQuantitySold: number | null, totalQuantitySold: number | null) =>
      withAverage({ ...series, averageDailyQuantitySold, totalQuantitySold }, 'annual').averageDailyQuantitySold
    assert.deepEqual([averageOf(0, 1), averageOf(0, 0), averageOf(0, null)], [0.0027, 0, 0])
    assert.deepEqual([averageOf(10, 3928), averageOf(null, 7)], [10, null])
  })

  test('listings: the buyer’s shipping, the source’s seller key, custom ones marked, what is sold left out', () => {
    const page = mapListingsPage(sample('listings'), 700101)
    assert.equal(page.total, 41)
    assert.equal(page.rowCount, 4)
    const [standard, custom, odd] = page.offers
    assert.deepEqual(standard, {
      listingId: 630000001,
      skuId: 8100001,
      seller: {
        id: '0a1b2c3d',
        name: 'Reed Cards',
        ratingPercent: 99.5,
        sales: '10000+',
        direct: true,
        verified: true,
      },
      condition: 'Near Mint',
      variant: 'Holofoil',
      language: 'English',
      quantity: 3,
      itemPriceCents: 250,
      shippingPriceCents: 131,
      totalPriceCents: 381,
      currency: 'USD',
      custom: false,
    })
    assert.deepEqual(
      [custom?.custom, custom?.seller.id, custom?.totalPriceCents, custom?.shippingPriceCents],
      [true, '77', 110, 0],
    )
    assert.deepEqual([odd?.itemPriceCents, odd?.shippingPriceCents, odd?.totalPriceCents], [null, null, null])
    assert.equal(page.offers.length, 3)
    assert.throws(() => mapListingsPage(sample('listings'), 700102), isInvalidResponse)
    assert.deepEqual(mapListingsPage({ errors: [], results: [] }, 1), { total: 0, offers: [], rowCount: 0 })
    for (const other of [
      null,
      [],
      {},
      { results: null },
      { errors: [{ code: 1 }], results: [] },
      { results: [{ results: 3 }] },
    ])
      assert.throws(() => mapListingsPage(other, 1), isInvalidResponse, JSON.stringify(other))
  })

  test('numbers in every form, and what is none', () => {
    const numbers: [unknown, number | null][] = [
      [84597.0, 84597],
      ['264', 264],
      ['1,147.24', 1147.24],
      ['$4.00', 4],
      ['12,50', null],
      ['', null],
      ['NaN', null],
      [' 7 ', 7],
      ['0x10', null],
      ['€5', null],
      ['9'.repeat(400), null],
      ['1e309', null],
      [Number.POSITIVE_INFINITY, null],
      [Number.NaN, null],
      [null, null],
      [undefined, null],
      [true, null],
      [[5], null],
    ]
    for (const [given, expected] of numbers) assert.equal(readNumber(given), expected, String(given))
    for (const nothing of [0, '0', -1, '-4.25', Number.NaN, 1e300, null]) assert.equal(readPriceCents(nothing), null)
    assert.equal(readShippingCents(0), 0)
    assert.equal(readShippingCents(-0.01), null)
    assert.equal(readInstant('2026-02-27T17:26:20'), '2026-02-27T17:26:20.000Z')
    assert.equal(readInstant('yesterday'), null)
  })
})
