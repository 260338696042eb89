import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { anyProduct, aProduct } from '../../../test/support/sandbox-product.ts'
import { HistoryVariant, historyRanges } from '../../contract/history.ts'
import { listingSorts, Offer } from '../../contract/listings.ts'
import { Price } from '../../contract/prices.ts'
import { Product } from '../../contract/product-details.ts'
import { reservedIds } from '../../contract/reserved-products.ts'
import { toDollars } from '../../market/money.ts'
import type { ListingsRequest, OfferPage } from '../../market/ports.ts'
import { createSandboxMarket } from './sandbox-market.ts'
import type { SandboxProduct } from './sandbox-product.ts'

const signal = new AbortController().signal

const marketOf = (...products: SandboxProduct[]) =>
  createSandboxMarket({
    findProduct: (productId) => products.find((product) => product.productId === productId) ?? null,
    publicUrl: () => 'https://cards.example/',
    now: () => Date.parse('2026-11-21T09:30:00.000Z'),
    delay: async () => {},
  })

const listingsRequest = (changes: Partial<ListingsRequest> = {}): ListingsRequest => ({
  productId: 300_004,
  offset: 0,
  limit: 100,
  sort: 'price',
  conditions: null,
  variants: null,
  languages: null,
  ...changes,
})

const stocked = aProduct({ productId: 300_007, anchorPriceCents: 1200, variants: ['Normal', 'Foil'] })

test('every answer is of the shape that the contract promises', async () => {
  const schemas = {
    product: Compile(Product),
    price: Compile(Price),
    variant: Compile(HistoryVariant),
    offer: Compile(Offer),
  }
  await fc.assert(
    fc.asyncProperty(anyProduct, fc.constantFrom(...historyRanges), async (product, range) => {
      const { productId } = product
      const market = marketOf(product)
      const details = await market.details(productId, signal)
      assert.ok(details && schemas.product.Check(toDollars(details)))
      for (const price of (await market.prices({ productId, skus: details.skus }, signal)) ?? [])
        assert.ok(schemas.price.Check(toDollars(price)))
      for (const series of (await market.history({ productId, range }, signal))?.series ?? [])
        assert.ok(schemas.variant.Check({ ...series, buckets: series.buckets.map(toDollars) }))
      const page = await market.listings(listingsRequest({ productId }), signal)
      for (const offer of page?.offers ?? []) assert.ok(schemas.offer.Check(toDollars(offer)))
    }),
    { numRuns: 40 },
  )
})

test('an unknown product or SKU is null everywhere', async () => {
  const market = marketOf(stocked)
  assert.equal(await market.details(1, signal), null)
  assert.equal(await market.prices({ productId: 1, skus: [] }, signal), null)
  assert.equal(await market.history({ productId: 1, range: 'month' }, signal), null)
  assert.equal(await market.listings(listingsRequest({ productId: 1 }), signal), null)
  assert.equal(await market.image(1, signal), null)
  for (const skuId of [1, 101, 30_000_799, 2_147_483_647, Number.MAX_SAFE_INTEGER])
    assert.equal(await market.skuPrice(skuId, signal), null)
})

test('details name the product, its addresses and its attributes', async () => {
  const details = await marketOf(aProduct()).details(300_004, signal)
  assert.equal(details?.sourceUrl, 'https://cards.example/sandbox/products/300004')
  assert.equal(details?.imageUrl, 'https://cards.example/sandbox/images/300004.svg')
  assert.deepEqual(details?.category, { id: 3, name: 'Pokemon', slug: 'pokemon' })
  assert.deepEqual(details?.group, {
    id: 3001,
    name: 'Base Set',
    slug: 'base-set',
    code: 'BS',
    publishedOn: '1999-01-09',
  })
  assert.deepEqual(details?.attributes, { number: '004/102', type: 'Fire', hp: 120 })
  assert.deepEqual(details?.formattedAttributes, {
    'Card Number / Rarity': '004/102 / Holo Rare',
    Type: 'Fire',
    Hp: '120',
  })
})

test('attributes without a plain text are not formatted', async () => {
  const attributes = { typeLine: 'Creature', colors: ['Red', 'Green'], nested: { a: 1 }, none: null, empty: '' }
  const details = await marketOf(aProduct({ number: null, attributes })).details(300_004, signal)
  assert.deepEqual(details?.formattedAttributes, { Rarity: 'Holo Rare', 'Type Line': 'Creature', Colors: 'Red, Green' })
})

test('prices only the SKUs asked for, and a single SKU alike', async () => {
  const market = marketOf(stocked)
  const details = await market.details(stocked.productId, signal)
  const [sku] = details?.skus ?? []
  assert.ok(sku)
  const prices = await market.prices({ productId: stocked.productId, skus: [sku] }, signal)
  assert.equal(prices?.length, 1)
  assert.deepEqual(await market.skuPrice(sku.skuId, signal), { productId: stocked.productId, price: prices?.[0] })
})

test('offers by price go by item price and then listing id; otherwise in the order of the market', async () => {
  const market = marketOf(stocked)
  const byPrice = await market.listings(listingsRequest({ productId: stocked.productId }), signal)
  const offers = byPrice?.offers ?? []
  assert.ok(offers.length > 20)
  for (const [index, offer] of offers.slice(1).entries()) {
    const before = offers[index]
    assert.ok(before?.itemPriceCents && offer.itemPriceCents)
    assert.ok(
      before.itemPriceCents < offer.itemPriceCents ||
        (before.itemPriceCents === offer.itemPriceCents && before.listingId < offer.listingId),
    )
  }
  const unsorted = await market.listings(listingsRequest({ productId: stocked.productId, sort: 'none' }), signal)
  const ids = (page: OfferPage | null) => page?.offers.map(({ listingId }) => listingId) ?? []
  assert.notDeepEqual(ids(unsorted), ids(byPrice))
  assert.deepEqual(ids(unsorted).sort(), ids(byPrice).sort())
})

test('pages neither overlap nor skip, and the total stays the true one', async () => {
  const market = marketOf(stocked)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.constantFrom(...listingSorts), async (limit, sort) => {
      const { productId } = stocked
      const whole = await market.listings(listingsRequest({ productId, sort }), signal)
      const paged = []
      for (let offset = 0; offset < (whole?.total ?? 0); offset += limit) {
        const page = await market.listings(listingsRequest({ productId, sort, offset, limit }), signal)
        assert.equal(page?.total, whole?.total)
        assert.ok((page?.offers.length ?? 0) <= limit)
        paged.push(...(page?.offers ?? []))
      }
      assert.deepEqual(paged, whole?.offers)
    }),
    { numRuns: 30 },
  )
  const beyond = await market.listings(listingsRequest({ productId: stocked.productId, offset: 10_000 }), signal)
  assert.deepEqual(beyond?.offers, [])
})

test('filters split the offers up', async () => {
  const market = marketOf(stocked)
  const { productId } = stocked
  const totalOf = async (changes: Partial<ListingsRequest>) =>
    (await market.listings(listingsRequest({ productId, ...changes }), signal))?.total ?? 0
  const all = await totalOf({})
  assert.equal((await totalOf({ variants: ['Normal'] })) + (await totalOf({ variants: ['Foil'] })), all)
  assert.equal(await totalOf({ variants: ['Foil', 'Normal'], languages: ['English'] }), all)
  assert.equal(await totalOf({ languages: [] }), 0)
  const nearMint = await market.listings(
    listingsRequest({ productId, conditions: ['Near Mint'], variants: ['Foil'] }),
    signal,
  )
  assert.ok((nearMint?.total ?? 0) > 0)
  for (const { condition, variant } of nearMint?.offers ?? [])
    assert.deepEqual([condition, variant], ['Near Mint', 'Foil'])
})

test('the same product and day give the same answers in another process', async () => {
  const [one, other] = [marketOf(stocked), marketOf(stocked)]
  const { productId } = stocked
  assert.deepEqual(await one.details(productId, signal), await other.details(productId, signal))
  const request = { productId, range: 'annual' } as const
  assert.deepEqual(await one.history(request, signal), await other.history(request, signal))
  assert.deepEqual(
    await one.listings(listingsRequest({ productId }), signal),
    await other.listings(listingsRequest({ productId }), signal),
  )
})

test('a reserved product wins over a catalogue entry with its id', async () => {
  const details = await marketOf(aProduct({ productId: reservedIds.noPicture })).details(reservedIds.noPicture, signal)
  assert.equal(details?.name, 'Faceless Portrait')
})
