import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { HistoryVariant } from '../../src/contract/history.ts'
import { Price } from '../../src/contract/prices.ts'
import { Product } from '../../src/contract/product-details.ts'
import { mapDetails, mapHistory, mapPriceRows } from './in-dollars.ts'
import { createSampleReader, hasSamples, nearMint, pictureOf, sample, sampleNames } from './samples.ts'

const isProduct = Compile(Product)
const isPrice = Compile(Price)
const isVariant = Compile(HistoryVariant)
const { use, used } = createSampleReader()

describe('recorded details, prices and histories', { skip: !hasSamples }, () => {
  test('details of a Magic card', () => {
    const details = mapDetails(use('details-535813-magic'), 535813)
    assert.deepEqual(details, {
      imageCount: null,
      product: {
        productId: 535813,
        sourceUrl: 'https://www.tcgplayer.com/product/535813',
        name: 'Alandra, Sky Dreamer',
        category: { id: 1, name: 'Magic: The Gathering', slug: 'magic' },
        group: { id: 23363, name: 'Commander: Murders at Karlov Manor', slug: null, code: 'MKC', publishedOn: null },
        productType: 'Cards',
        sealed: false,
        cardNumber: '94',
        rarity: 'Rare',
        attributes: {},
        formattedAttributes: {
          Rarity: 'R',
          '#': '94',
          'Card Type': 'Legendary Creature — Merfolk Wizard',
          'P / T': '2 / 4',
          Artist: 'Caroline Gariba',
        },
        skus: [
          { skuId: 7715648, variant: 'Normal', ...nearMint },
          { skuId: 7715649, variant: 'Normal', condition: 'Lightly Played', language: 'English' },
          { skuId: 7715650, variant: 'Normal', condition: 'Moderately Played', language: 'English' },
        ],
        marketPrice: 4.15,
        lowestPrice: 0.62,
        lowestPriceWithShipping: 3,
        listingCount: 79,
        sellerCount: 73,
        imageUrl: pictureOf(535813),
      },
    })
  })

  test('details of a sealed product, written with floats', () => {
    const product = mapDetails(use('details-593355-sealed'), 593355)?.product
    assert.deepEqual(product, {
      productId: 593355,
      sourceUrl: 'https://www.tcgplayer.com/product/593355',
      name: 'Prismatic Evolutions Elite Trainer Box',
      category: { id: 3, name: 'Pokemon', slug: 'pokemon' },
      group: { id: 23821, name: 'SV: Prismatic Evolutions', slug: null, code: null, publishedOn: null },
      productType: 'Sealed Products',
      sealed: true,
      cardNumber: null,
      rarity: null,
      attributes: {},
      formattedAttributes: {},
      skus: [],
      marketPrice: 173.82,
      lowestPrice: 170,
      lowestPriceWithShipping: 185.99,
      listingCount: 55,
      sellerCount: null,
      imageUrl: pictureOf(593355),
    })
  })

  test('162 saved details keep every SKU, and one saved without its id is believed to be nobody’s', () => {
    for (const name of ['details-pokemon-variants-projection', 'details-set-1367-projection'] as const) {
      for (const saved of use(name)) {
        const product = mapDetails(saved, saved.productId)?.product
        assert.ok(product && isProduct.Check(product), saved.productName)
        const { productId, name: productName, rarity, sealed, productType, category, group, skus } = product
        const { rarityName, productTypeName, productLineId, productLineName, setId, setName, setCode } = saved
        assert.deepEqual([productId, productName, sealed], [saved.productId, saved.productName, saved.sealed])
        assert.deepEqual([rarity, productType], [rarityName, productTypeName])
        assert.deepEqual([category.id, category.name], [productLineId, productLineName])
        assert.deepEqual([group.id, group.name, group.code], [setId, setName, setCode || null])
        const wanted = saved.skus.map(({ sku, ...words }: { sku: number }) => ({ skuId: sku, ...words }))
        assert.deepEqual(skus, wanted)
        assert.throws(() => mapDetails(saved, saved.productId + 1))
      }
    }
    assert.throws(() => mapDetails(use('details-687314-yugioh-partial'), 687314), { code: 'upstream_invalid_response' })
  })

  test('prices of SKUs', () => {
    for (const [skuId, marketPrice, lowSalePrice, highSalePrice, calculatedAt] of [
      [8355061, 173.82, 150, 180.99, '2026-02-27T17:26:20.690Z'],
      [9102084, 11.74, 10.99, 13, '2026-04-15T06:30:05.605Z'],
    ] as const) {
      const facts = { marketPrice, lowestPrice: null, lowSalePrice, highSalePrice, sampleSize: 25, calculatedAt }
      assert.deepEqual([...mapPriceRows(use(`sku-marketprice-${skuId}`), new Set([skuId]))], [[skuId, facts]])
      assert.ok(isPrice.Check({ skuId, variant: null, ...nearMint, ...facts }))
    }
  })

  test('histories, bucket by bucket and oldest first', () => {
    for (const [name, series] of [
      ['price-history-vilemaw-month', 2],
      ['price-history-624679-month-sealed', 1],
      ['price-history-593355-quarter-sealed', 1],
      ['price-history-712953-month-outliers', 1],
    ] as const) {
      const wire = use(name)
      const history = mapHistory(wire)
      assert.equal(history.length, series)
      for (const [index, variant] of history.entries()) {
        assert.ok(isVariant.Check(variant), name)
        const theirs = wire.result[index]
        const { buckets, ...rest } = variant
        assert.deepEqual(rest, {
          skuId: Number(theirs.skuId),
          condition: theirs.condition,
          variant: theirs.variant,
          language: theirs.language,
          averageDailyQuantitySold: Number(theirs.averageDailyQuantitySold),
          totalQuantitySold: Number(theirs.totalQuantitySold),
        })
        const dates = buckets.map(({ date }) => date)
        assert.deepEqual(dates, dates.toSorted())
        const amount = (text: string | undefined) => (text === undefined || Number(text) === 0 ? null : Number(text))
        const count = (text: string | undefined) => (text === undefined ? null : Number(text))
        assert.deepEqual(
          buckets,
          theirs.buckets.toReversed().map((bucket: Record<string, string>) => ({
            date: bucket.bucketStartDate,
            marketPrice: amount(bucket.marketPrice),
            quantitySold: count(bucket.quantitySold),
            transactionCount: count(bucket.transactionCount),
            lowSalePrice: amount(bucket.lowSalePrice),
            highSalePrice: amount(bucket.highSalePrice),
            lowSalePriceWithShipping: amount(bucket.lowSalePriceWithShipping),
            highSalePriceWithShipping: amount(bucket.highSalePriceWithShipping),
          })),
        )
      }
    }
    const outliers = mapHistory(sample('price-history-712953-month-outliers'))[0]?.buckets
    assert.deepEqual(
      outliers?.slice(0, 4).map(({ date, marketPrice, lowSalePrice }) => [date, marketPrice, lowSalePrice]),
      [
        ['2026-09-01', null, null],
        ['2026-09-13', null, null],
        ['2026-09-14', 5.94, null],
        ['2026-09-15', 440, 440],
      ],
    )
  })

  test('every sample that belongs here is read', () => {
    assert.deepEqual([...used].toSorted(), sampleNames.products)
  })
})
