import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { rangeStartMs, toDailySeries } from '../../../archive/daily-series.ts'
import type { ArchivedPrice, RecordedPrice } from '../../../archive/price-archive.ts'
import { printingSkuId } from '../../../cards/printings.ts'
import type { CatalogProduct } from '../../../catalog/ports.ts'
import { HistoryVariant } from '../../../contract/history.ts'
import { Price } from '../../../contract/prices.ts'
import { Product } from '../../../contract/product-details.ts'
import { toDollars } from '../../../market/money.ts'
import type { ProductRecord } from '../product-record.ts'
import { mapDailyDetails, pictureOf } from './map-details.ts'
import { mapAbsentPrice, mapDailyPrice, printingsOf } from './map-prices.ts'

const isProduct = Compile(Product)
const isPrice = Compile(Price)
const isVariant = Compile(HistoryVariant)

const productId = 451396

const record: ProductRecord = {
  category: { categoryId: 3, name: 'Pokemon', displayName: 'Pokemon' },
  group: {
    groupId: 3170,
    name: 'SWSH12: Silver Tempest',
    abbreviation: 'SIT',
    isSupplemental: false,
    publishedOn: '2022-11-11T00:00:00',
  },
  name: 'Lugia VSTAR',
  cleanName: 'Lugia VSTAR',
  imageUrl: `https://tcgplayer-cdn.tcgplayer.com/product/${productId}_200w.jpg`,
  url: `https://www.tcgplayer.com/product/${productId}/pokemon-silver-tempest-lugia-vstar`,
  imageCount: 1,
  presaleInfo: { isPresale: false, releasedOn: '2022-11-11T00:00:00', note: null },
  extendedData: [
    { name: 'Number', displayName: 'Card Number', value: '139/195' },
    { name: 'Rarity', displayName: 'Rarity', value: 'Ultra Rare' },
    {
      name: 'Attack 1',
      displayName: 'Attack 1',
      value: '[4] Tempest Dive (220)\r\n<br>\r\nYou may <em>discard</em> it.',
    },
  ],
  modifiedOn: '2025-12-04T15:00:29.8',
}

const listed = {
  productId,
  categoryId: 3,
  categoryName: 'Pokemon',
  categorySlug: 'pokemon',
  setId: 3170,
  setName: 'SWSH12: Silver Tempest',
  setSlug: 'swsh12-silver-tempest',
  sealed: false,
} as CatalogProduct

const [observedAtMs, recordedAtMs] = [Date.parse('2026-07-23T20:05:33.000Z'), Date.parse('2026-07-23T20:31:00.000Z')]

const observed = (
  variant: string,
  marketCents: number | null,
  lowestCents: number | null,
  at: Partial<RecordedPrice> = {},
): ArchivedPrice => ({
  sku: { productId, skuId: printingSkuId(productId, variant), condition: null, variant, language: null },
  price: { marketCents, lowestCents, observedAtMs, recordedAtMs, ...at },
})

const newest = { observedAtMs, recordedAtMs }
const skuOf = (variant: string) => ({
  skuId: printingSkuId(productId, variant),
  condition: null,
  variant,
  language: null,
})

describe('details of the daily files', () => {
  test('they are as the files have them, with the printings of the day', () => {
    const printings = printingsOf([observed('Reverse Holofoil', 74, 35), observed('Holofoil', 53, 60)], newest)
    const product = mapDailyDetails({ productId, record: { ...record }, listed }, printings)
    assert.deepEqual(product, {
      productId,
      sourceUrl: `https://www.tcgplayer.com/product/${productId}/pokemon-silver-tempest-lugia-vstar`,
      name: 'Lugia VSTAR',
      category: { id: 3, name: 'Pokemon', slug: 'pokemon' },
      group: {
        id: 3170,
        name: 'SWSH12: Silver Tempest',
        slug: 'swsh12-silver-tempest',
        code: 'SIT',
        publishedOn: '2022-11-11',
      },
      productType: null,
      sealed: false,
      cardNumber: '139/195',
      rarity: 'Ultra Rare',
      attributes: {
        Number: '139/195',
        Rarity: 'Ultra Rare',
        'Attack 1': '[4] Tempest Dive (220)\r\n<br>\r\nYou may <em>discard</em> it.',
        presaleInfo: { isPresale: false, releasedOn: '2022-11-11', note: null },
      },
      formattedAttributes: {
        'Card Number': '139/195',
        Rarity: 'Ultra Rare',
        'Attack 1': '[4] Tempest Dive (220)\nYou may discard it.',
      },
      skus: [skuOf('Reverse Holofoil'), skuOf('Holofoil')],
      marketPriceCents: 53,
      lowestPriceCents: 35,
      lowestPriceWithShippingCents: null,
      listingCount: null,
      sellerCount: null,
      imageUrl: `https://tcgplayer-cdn.tcgplayer.com/product/${productId}_200w.jpg`,
    })
  })

  test('a product without number and rarity is sealed, unless the catalogue knows better', () => {
    const bare = { ...record, extendedData: [] }
    assert.equal(mapDailyDetails({ productId, record: bare, listed: null }, [])?.sealed, true)
    assert.equal(mapDailyDetails({ productId, record: bare, listed }, [])?.sealed, false)
  })

  test('slugs are those of the catalogue, and unknown once the product has moved away from what it lists', () => {
    const slugs = (changes: Partial<CatalogProduct> | null) => {
      const product = mapDailyDetails(
        { productId, record: { ...record }, listed: changes && { ...listed, ...changes } },
        [],
      )
      return [product?.category.slug, product?.group.slug, product?.group.name]
    }
    assert.deepEqual(slugs({}), ['pokemon', 'swsh12-silver-tempest', 'SWSH12: Silver Tempest'])
    assert.deepEqual(slugs({ setId: 9, setName: 'Old Set', setSlug: 'old-set' }), [
      'pokemon',
      null,
      'SWSH12: Silver Tempest',
    ])
    assert.deepEqual(slugs({ categoryId: 85 }), [null, null, 'SWSH12: Silver Tempest'])
    assert.deepEqual(slugs(null), [null, null, 'SWSH12: Silver Tempest'])
  })

  test('a release is a day, also one to come; the moment of a call is none', () => {
    const dayOf = (publishedOn: unknown) =>
      mapDailyDetails({ productId, record: { ...record, group: { ...record.group, publishedOn } }, listed }, [])?.group
        .publishedOn
    assert.equal(dayOf('2027-02-05T00:00:00'), '2027-02-05')
    assert.equal(dayOf('1999-01-09'), '1999-01-09')
    assert.equal(dayOf('2025-01-17T00:00:00.000'), '2025-01-17')
    assert.equal(dayOf('2025-01-17T00:00:00Z'), '2025-01-17')
    for (const none of [
      '2026-07-23T20:01:11.1234567Z',
      '2026-07-23T20:01:11.12',
      '2025-02-31T00:00:00',
      'soon',
      '',
      null,
      5,
      {},
    ])
      assert.equal(dayOf(none), null, String(none))
  })

  test('only addresses of the source itself are handed on', () => {
    const page = `https://www.tcgplayer.com/product/${productId}`
    for (const [url, given] of [
      [`${page}/some-name?utm=1#x`, `${page}/some-name`],
      [`https://tcgplayer.com/product/${productId}`, `https://tcgplayer.com/product/${productId}`],
      [`https://www.tcgplayer.com.example/product/${productId}`, page],
      [`http://www.tcgplayer.com/product/${productId}`, page],
      [`https://user:word@www.tcgplayer.com/product/${productId}`, page],
      [`https://www.tcgplayer.com:8443/product/${productId}`, page],
      [`https://www.tcgplayer.com/product/${productId}1/other`, page],
      ['javascript:alert(1)', page],
      ['', page],
      [null, page],
    ] as const)
      assert.equal(
        mapDailyDetails({ productId, record: { ...record, url }, listed }, [])?.sourceUrl,
        given,
        String(url),
      )
    const picture = `https://tcgplayer-cdn.tcgplayer.com/product/${productId}_200w.jpg`
    for (const [imageUrl, imageCount, given] of [
      [picture, 1, picture],
      [picture, '2', picture],
      [picture, 0, null],
      [picture, null, null],
      [picture.replace('https', 'http'), 1, null],
      [picture.replace('tcgplayer.com', 'example.com'), 1, null],
      [`https://tcgplayer-cdn.tcgplayer.com/product/${productId}9_200w.jpg`, 1, null],
      [null, 1, null],
    ] as const)
      assert.equal(pictureOf(productId, { ...record, imageUrl, imageCount }), given, `${imageUrl} ${imageCount}`)
  })

  test('whatever a record holds, the answer has the form of the contract or is none', () => {
    const anything = fc.oneof(
      fc.constantFrom(
        null,
        undefined,
        '',
        0,
        -1,
        1.5,
        '1e9',
        '__proto__',
        true,
        [],
        {},
        '<script>',
        'x'.repeat(200_000),
      ),
      fc.anything({ maxDepth: 2 }),
    )
    const part = (keys: readonly string[]) => fc.record(Object.fromEntries(keys.map((key) => [key, anything])))
    const anyRecord = fc.record({
      ...Object.fromEntries(Object.keys(record).map((key) => [key, anything])),
      name: fc.oneof(fc.constant('Lugia'), anything),
      category: fc.oneof(part(['categoryId', 'name', 'displayName']), anything),
      group: fc.oneof(part(['groupId', 'name', 'abbreviation', 'publishedOn']), anything),
      presaleInfo: fc.oneof(part(['isPresale', 'releasedOn', 'note']), anything),
      extendedData: fc.oneof(fc.array(part(['name', 'displayName', 'value'])), anything),
    })
    let mapped = 0
    fc.assert(
      fc.property(anyRecord, (wild) => {
        const product = mapDailyDetails({ productId, record: wild, listed: null }, [])
        if (product === null) return
        mapped++
        assert.ok(isProduct.Check(JSON.parse(JSON.stringify(toDollars(product)))))
        assert.equal(product.marketPriceCents, null)
      }),
    )
    assert.ok(mapped > 20)
  })
})

describe('prices of the daily files', () => {
  test('only what the newest day has a row of is a printing of the product', () => {
    const rows = [
      observed('Normal', 12, 9),
      observed('Foil', 30, 20, { observedAtMs: observedAtMs - 86_400_000 }),
      observed('Holofoil', 30, 20, { recordedAtMs: recordedAtMs - 1 }),
      { ...observed('1st Edition', 1, 1), price: null },
    ]
    assert.deepEqual(
      printingsOf(rows, newest).map(({ sku }) => sku.variant),
      ['Normal'],
    )
  })

  test('a price is of its printing, at the time of the file; a market price below the lowest listing stands', () => {
    const [row] = printingsOf([observed('Unheard Of Foil', 100, 250)], newest).map(mapDailyPrice)
    assert.deepEqual(row, {
      ...skuOf('Unheard Of Foil'),
      marketPriceCents: 100,
      lowestPriceCents: 250,
      lowSalePriceCents: null,
      highSalePriceCents: null,
      sampleSize: null,
      calculatedAt: '2026-07-23T20:05:33.000Z',
    })
    assert.ok(row && isPrice.Check(toDollars(row)))
    assert.ok(isPrice.Check(toDollars(mapAbsentPrice(observed('Foil', 1, 1).sku))))
  })

  test('a price that is none is unknown, never 0', () => {
    for (const none of [null, 0, -5, Number.NaN, Number.POSITIVE_INFINITY, 1.5]) {
      const [row] = printingsOf([observed('Normal', none, none)], newest).map(mapDailyPrice)
      assert.deepEqual([row?.marketPriceCents, row?.lowestPriceCents], [null, null], String(none))
    }
  })
})

describe('history of the daily files', () => {
  const at = (instant: string, marketCents: number | null) => ({
    marketCents,
    lowestCents: 1,
    observedAtMs: Date.parse(instant),
    recordedAtMs,
  })

  test('a bucket is a day with an observation, and of two builds of one day the last one counts', () => {
    const { sku } = observed('Holofoil', 1, 1)
    const prices = [
      at('2026-07-20T20:05:00Z', 1208),
      at('2026-07-22T00:10:00Z', 100),
      at('2026-07-22T20:05:00Z', 1208),
      at('2026-07-23T20:05:33Z', null),
    ]
    const [series, ...others] = toDailySeries([
      { sku, prices },
      { sku: observed('Foil', 1, 1).sku, prices: [] },
    ])
    assert.equal(others.length, 0)
    assert.ok(series && isVariant.Check({ ...series, buckets: series.buckets.map(toDollars) }))
    assert.deepEqual(
      series.buckets.map(({ date, marketPriceCents }) => [date, marketPriceCents]),
      [
        ['2026-07-20', 1208],
        ['2026-07-22', 1208],
        ['2026-07-23', null],
      ],
    )
    const { buckets, ...facts } = series
    assert.deepEqual(facts, { ...skuOf('Holofoil'), averageDailyQuantitySold: null, totalQuantitySold: null })
    for (const { date: _, marketPriceCents: __, ...sales } of buckets)
      for (const amount of Object.values(sales)) assert.equal(amount, null)
  })

  test('ranges are whole days that end with the day of the newest files', () => {
    const days = (range: Parameters<typeof rangeStartMs>[0]) =>
      new Date(rangeStartMs(range, observedAtMs)).toISOString()
    assert.equal(days('month'), '2026-06-24T00:00:00.000Z')
    assert.equal(days('quarter'), '2026-04-24T00:00:00.000Z')
    assert.equal(days('semi-annual'), '2026-01-23T00:00:00.000Z')
    assert.equal(days('annual'), '2025-07-24T00:00:00.000Z')
  })
})
