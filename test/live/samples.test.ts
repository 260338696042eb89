import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { HistoryVariant } from '../../src/contract/history.ts'
import { Offer } from '../../src/contract/listings.ts'
import { Price } from '../../src/contract/prices.ts'
import { Product } from '../../src/contract/product-details.ts'
import { mapProductLines, mapSetNames } from '../../src/market/sources/tcgplayer/catalog/map-search.ts'
import { mapDetails, mapHistory, mapListingsPage, mapPriceRows, mapSearchPage } from './in-dollars.ts'

/** Recorded answers of the source, kept beside the repository and not in it. */
const folder = new URL('../../../shared/upstream/samples/', import.meta.url)
const hasSamples = existsSync(folder)
if (!hasSamples) process.stdout.write('# recorded samples are not here; their mapping is not tested\n')

// biome-ignore lint/suspicious/noExplicitAny: recorded answers are looked into field by field
const sample = (name: string): any => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))

const isProduct = Compile(Product)
const isPrice = Compile(Price)
const isVariant = Compile(HistoryVariant)
const isOffer = Compile(Offer)

const pictureOf = (productId: number) => `https://tcgplayer-cdn.tcgplayer.com/product/${productId}_in_1000x1000.jpg`
const nearMint = { condition: 'Near Mint', language: 'English' }

/** Samples of addresses that the adapter does not use. */
const unused = [
  'autocomplete-alice-golden',
  'buylist-672434-null',
  'latestsales-ragavan',
  'priceguide-set-1367-projection',
  'pricepoints-1334-null-foil',
  'volatility-9102084',
]

const tested = new Set<string>()
const use = (name: string) => {
  tested.add(name)
  return sample(name)
}

describe('recorded answers', { skip: !hasSamples }, () => {
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
    for (const name of ['details-pokemon-variants-projection', 'details-set-1367-projection']) {
      for (const saved of use(name)) {
        const product = mapDetails(saved, saved.productId)?.product
        assert.ok(product && isProduct.Check(product), saved.productName)
        const { productId, name: productName, rarity, sealed, productType, category, group, skus } = product
        assert.deepEqual(
          [productId, productName, rarity, sealed, productType, category.id, category.name, group.id, group.name, group.code],
          [
            saved.productId,
            saved.productName,
            saved.rarityName,
            saved.sealed,
            saved.productTypeName,
            saved.productLineId,
            saved.productLineName,
            saved.setId,
            saved.setName,
            saved.setCode || null,
          ],
        )
        const wanted = saved.skus.map(({ sku, ...words }: { sku: number }) => ({ skuId: sku, ...words }))
        assert.deepEqual(skus, wanted)
        assert.throws(() => mapDetails(saved, saved.productId + 1))
      }
    }
    assert.throws(() => mapDetails(use('details-687314-yugioh-partial'), 687314), { code: 'upstream_invalid_response' })
  })

  test('prices of SKUs', () => {
    assert.deepEqual(
      [...mapPriceRows(use('sku-marketprice-8355061'), new Set([8355061]))],
      [
        [
          8355061,
          {
            marketPrice: 173.82,
            lowSalePrice: 150,
            highSalePrice: 180.99,
            sampleSize: 25,
            calculatedAt: '2026-02-27T17:26:20.690Z',
          },
        ],
      ],
    )
    const [row] = [...mapPriceRows(use('sku-marketprice-9102084'), new Set([9102084]))]
    assert.deepEqual(row, [
      9102084,
      { marketPrice: 11.74, lowSalePrice: 10.99, highSalePrice: 13, sampleSize: 25, calculatedAt: '2026-04-15T06:30:05.605Z' },
    ])
    const facts = row?.[1]
    assert.ok(isPrice.Check({ skuId: 9102084, variant: null, ...nearMint, ...facts }))
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

  test('listings', () => {
    const full = mapListingsPage(use('listings-535813-standard'), 535813)
    assert.equal(full.total, 79)
    assert.deepEqual(full.offers, [
      {
        listingId: 633372429,
        skuId: 7715648,
        seller: { id: '277b05a9', name: 'Seller 001', ratingPercent: 100, sales: '3995', direct: false, verified: true },
        variant: 'Normal',
        ...nearMint,
        quantity: 10,
        itemPrice: 0.4,
        shippingPrice: 2.31,
        totalPrice: 2.71,
        currency: 'USD',
        custom: false,
      },
    ])
    const sealed = mapListingsPage(use('listings-593355-sealed'), 593355)
    assert.deepEqual(sealed.offers, [
      {
        listingId: 642091633,
        skuId: 8355061,
        seller: { id: null, name: 'Seller 001', ratingPercent: null, sales: null, direct: false, verified: false },
        condition: 'Unopened',
        variant: 'Normal',
        language: null,
        quantity: 1,
        itemPrice: 170,
        shippingPrice: 15.99,
        totalPrice: 185.99,
        currency: 'USD',
        custom: false,
      },
    ])
    assert.deepEqual(mapListingsPage(use('listings-empty'), 1), { total: 0, offers: [], rowCount: 0 })

    // Its author cut the ids, without which a listing is not believed; with ids of ours the rest of each row is read.
    const cut = use('listings-696683-custom-first')
    assert.throws(() => mapListingsPage(cut, 696683), { code: 'upstream_invalid_response' })
    for (const [index, row] of cut.results[0].results.entries()) row.listingId = index + 1
    const { offers, total } = mapListingsPage(cut, 696683)
    assert.equal(total, 205)
    assert.deepEqual(
      offers.map(({ custom, itemPrice, totalPrice }) => [custom, itemPrice, totalPrice]),
      [
        [true, 7, 8.25],
        [false, 9.32, 10.81],
        [false, 9.5, 10.99],
        [false, 9.5, 10.99],
      ],
    )
  })

  test('a client’s saved listings, put back into the source’s form', () => {
    const saved = use('listings-230101-derived') as Record<string, unknown>[]
    const rows = saved.map(({ shippingCost, originalListingId, ...row }) => ({
      ...row,
      listingId: originalListingId,
      shippingPrice: shippingCost,
    }))
    const { offers } = mapListingsPage({ errors: [], results: [{ totalResults: rows.length, results: rows }] }, 230101)
    assert.equal(offers.length, rows.length)
    for (const [index, { custom: _, ...offer }] of offers.entries()) {
      const row = rows[index] as Record<string, unknown>
      assert.ok(isOffer.Check(offer))
      assert.deepEqual(
        [offer.listingId, offer.skuId, offer.itemPrice, offer.shippingPrice, offer.quantity, offer.seller.sales],
        [Number(row.listingId), row.productConditionId, row.price, row.shippingPrice, row.quantity, row.sellerSales],
      )
    }
  })

  test('search rows, product lines and set names', () => {
    const [flareon] = mapSearchPage(use('search-dark-flareon')).products
    assert.deepEqual(flareon, {
      productId: 84597,
      name: 'Dark Flareon',
      categoryId: null,
      categoryName: 'Pokemon',
      categorySlug: null,
      setId: null,
      setName: 'Team Rocket',
      setSlug: 'team-rocket',
      setCode: 'TR',
      number: '35/82',
      rarity: 'Uncommon',
      sealed: false,
      imageUrl: pictureOf(84597),
      url: 'https://www.tcgplayer.com/product/84597',
      marketPrice: 19.73,
      lowestPrice: 19.73,
      listingCount: 1,
    })
    assert.deepEqual(mapSearchPage(use('search-empty')), { total: 0, products: [], sets: [], rowCount: 0 })
    const row = use('search-row-540213-starwars')
    const [overwhelming] = mapSearchPage({ errors: [], results: [{ totalResults: 1, results: [row] }] }).products
    assert.deepEqual(overwhelming, {
      productId: 540213,
      name: 'Overwhelming Barrage',
      categoryId: 79,
      categoryName: 'Star Wars: Unlimited',
      categorySlug: 'star-wars-unlimited',
      setId: 23405,
      setName: 'Spark of Rebellion',
      setSlug: 'spark-of-rebellion',
      setCode: 'SOR',
      number: '092/252',
      rarity: 'Uncommon',
      sealed: false,
      imageUrl: pictureOf(540213),
      url: 'https://www.tcgplayer.com/product/540213',
      marketPrice: 0.63,
      lowestPrice: 0.45,
      listingCount: null,
    })
    assert.deepEqual(mapProductLines(use('productlines-three')), [
      { id: 1, name: 'Magic: The Gathering', slug: 'magic' },
      { id: 2, name: 'YuGiOh', slug: 'yugioh' },
      { id: 3, name: 'Pokemon', slug: 'pokemon' },
    ])
    const wire = use('setnames-3-projection').results
    const names = [...mapSetNames(sample('setnames-3-projection')).values()]
    assert.deepEqual(
      names,
      wire.map(({ name, abbreviation, releaseDate }: Record<string, string>) => ({
        name,
        code: abbreviation || null,
        publishedOn: releaseDate?.slice(0, 10) ?? null,
      })),
    )
  })

  test('no sample of an address that we use is left out', () => {
    const all = readdirSync(folder)
      .filter((file) => file.endsWith('.json') && !file.startsWith('tcgcsv-'))
      .map((file) => file.replace('.json', ''))
    assert.deepEqual([...tested, ...unused].toSorted(), all.toSorted())
  })
})
