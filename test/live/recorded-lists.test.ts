import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { Offer } from '../../src/contract/listings.ts'
import { mapProductLines, mapSetNames } from '../../src/sources/tcgplayer/catalog/map-search.ts'
import { mapListingsPage, mapSearchPage } from './in-dollars.ts'
import { createSampleReader, hasSamples, nearMint, pictureOf, recordedNames, sample, sampleNames } from './samples.ts'

const isOffer = Compile(Offer)
const { use, used } = createSampleReader()

describe('recorded listings and searches', { skip: !hasSamples }, () => {
  test('listings', () => {
    const full = mapListingsPage(use('listings-535813-standard'), 535813)
    assert.equal(full.total, 79)
    assert.deepEqual(full.offers, [
      {
        listingId: 633372429,
        skuId: 7715648,
        seller: {
          id: '277b05a9',
          name: 'Seller 001',
          ratingPercent: 100,
          sales: '3995',
          direct: false,
          verified: true,
        },
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
    for (const [index, offer] of offers.entries()) {
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

  test('every sample that belongs here is read', () => {
    assert.deepEqual([...used].toSorted(), sampleNames.lists)
  })

  test('no sample of an address that we use is left out', () => {
    assert.deepEqual(Object.values(sampleNames).flat().toSorted(), recordedNames().toSorted())
  })
})
