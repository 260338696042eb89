import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HistoryVariant } from '../../src/contract/history.ts'
import type { Candidate } from '../../src/contract/identification.ts'
import type { Offer } from '../../src/contract/listings.ts'
import type { Price } from '../../src/contract/prices.ts'
import type { Sku } from '../../src/contract/product-details.ts'
import { type Switches, unknownAnswers } from '../emulator/routes.ts'
import { createWorld } from '../emulator/world.ts'
import { posted } from '../support/posted.ts'
import { startLive } from './live-service.ts'

const card = 300004

describe('the live market over its wire', () => {
  test('all sections of a card, its picture and its snapshot agree with what the source knows', async (t) => {
    const { call, emulator } = await startLive(t)
    const world = createWorld(Date.now)
    const wire = world.details(card)
    assert.ok(wire)

    const details = (await call(`/v1/products/${card}/details`)).body
    assert.equal(details.source, 'tcgplayer')
    assert.equal(details.product.name, 'Charizard')
    assert.equal(details.product.sourceUrl, 'https://www.tcgplayer.com/product/300004')
    assert.equal(details.product.imageUrl, 'https://tcgplayer-cdn.tcgplayer.com/product/300004_in_1000x1000.jpg')
    assert.deepEqual(details.product.category, { id: 3, name: 'Pokemon', slug: 'pokemon' })
    assert.deepEqual(details.product.group, {
      id: 3001,
      name: 'Base Set',
      slug: 'base-set',
      code: 'BS',
      publishedOn: '1999-01-09',
    })
    assert.equal(details.product.listingCount, wire.listings)
    assert.equal(details.product.marketPrice, wire.marketPrice)
    assert.equal(details.cacheHit, false)

    const prices = (await call(`/v1/products/${card}/prices`)).body.prices as Price[]
    const skus = details.product.skus as Sku[]
    assert.deepEqual(
      prices.map(({ skuId }) => skuId),
      skus.map(({ skuId }) => skuId),
    )
    const rows = new Map(world.prices(skus.map(({ skuId }) => skuId)).map((row) => [row.skuId, row]))
    for (const price of prices) assert.equal(price.marketPrice, rows.get(price.skuId)?.marketPrice ?? null)

    for (const [range, buckets] of [
      ['month', 30],
      ['quarter', 30],
      ['semi-annual', 26],
      ['annual', 52],
    ] as const) {
      const { variants } = (await call(`/v1/products/${card}/history?range=${range}`)).body as {
        variants: HistoryVariant[]
      }
      assert.ok(variants.length > 0)
      for (const series of variants) {
        assert.equal(series.buckets.length, buckets)
        const dates = series.buckets.map(({ date }) => date)
        assert.deepEqual(dates, dates.toSorted())
        for (const bucket of series.buckets) assert.equal(bucket.quantitySold === 0, bucket.lowSalePrice === null)
      }
    }

    const image = (await call(`/v1/products/${card}/image`)).body
    assert.equal(image.imageUrl, details.product.imageUrl)

    const snapshot = (await call(`/v1/products/${card}`)).body
    assert.deepEqual(snapshot.product, details.product)
    assert.deepEqual(snapshot.marketPrices, prices)
    for (const { status, code } of Object.values(snapshot.sections) as { status: string; code: string }[])
      assert.deepEqual([status, code], ['ok', 'ok'])
    assert.equal(emulator.calls.filter(({ route }) => route === 'none').length, 0)
    // Once for all sections, and once for the image, whose instant is its own.
    assert.equal(emulator.calls.filter(({ route }) => route === 'details').length, 2)
  })

  test('a page of 100 offers at any offset is put together from pages of 50', async (t) => {
    const { call, emulator } = await startLive(t)
    const all: Offer[] = []
    for (const offset of [0, 100, 200]) {
      const { body } = await call(`/v1/products/990010/listings?limit=100&offset=${offset}`)
      assert.equal(body.offers.length, 100)
      assert.ok(body.total > 4_000)
      all.push(...body.offers)
    }
    assert.equal(new Set(all.map(({ listingId }) => listingId)).size, 300)
    assert.deepEqual(
      all.map(({ itemPrice }) => itemPrice),
      all.map(({ itemPrice }) => itemPrice).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    )
    const shifted = (await call('/v1/products/990010/listings?limit=7&offset=33')).body.offers
    assert.deepEqual(shifted, all.slice(33, 40))
    for (const { body } of emulator.calls.filter(({ route }) => route === 'listings')) {
      assert.equal(JSON.parse(body).size, 50)
      assert.deepEqual(JSON.parse(body).filters.exclude, { channelExclusion: 0 })
      assert.deepEqual(JSON.parse(body).filters.range, { quantity: { gte: 1 } })
    }
    const { featuredListing, listings } = (await call('/v1/products/990010')).body
    assert.ok(featuredListing.totalPrice >= listings.offers[0].itemPrice)
  })

  test('filters reach the source in its own spelling', async (t) => {
    const { call, emulator } = await startLive(t)
    const { body } = await call(`/v1/products/${card}/listings?condition=near%20MINT&variant=holofoil&language=english`)
    assert.ok(body.offers.length > 0)
    for (const offer of body.offers as Offer[])
      assert.deepEqual([offer.condition, offer.variant, offer.language], ['Near Mint', 'Holofoil', 'English'])
    const { term } = JSON.parse(emulator.calls.find(({ route }) => route === 'listings')?.body ?? '').filters
    assert.deepEqual([term.condition, term.printing, term.language], [['Near Mint'], ['Holofoil'], ['English']])
  })

  test('filters understood alike share one question, and one that no SKU has asks none', async (t) => {
    const { call, emulator } = await startLive(t)
    const listings = async (filters: string) => (await call(`/v1/products/${card}/listings?${filters}`)).body
    const asked = () => emulator.calls.filter(({ route }) => route === 'listings').length
    const first = await listings('condition=NM&variant=holo&language=EN')
    assert.ok(first.total > 0)
    for (const alike of [
      'condition=near-mint&variant=HOLOFOIL&language=en',
      'condition=mint&variant=foil&language=English',
      'condition=NM+Foil+English',
    ]) {
      const again = await listings(alike)
      assert.deepEqual(
        [again.total, again.offers, again.fetchedAt],
        [first.total, first.offers, first.fetchedAt],
        alike,
      )
      assert.equal(again.cacheHit, true, alike)
    }
    assert.equal(asked(), 1)
    for (const filter of ['condition=Minty', 'variant=rainbow+foil', 'language=ja']) {
      const { total, offers, unmatchedFilters } = await listings(filter)
      assert.deepEqual([total, offers, unmatchedFilters], [0, [], [filter.split('=')[0]]])
    }
    assert.equal(asked(), 1)
  })

  test('product lines, sets with counts and newest first, and search', async (t) => {
    const { call } = await startLive(t)
    const { categories, source } = (await call('/v1/categories')).body
    assert.equal(source, 'tcgplayer')
    assert.ok(categories.some(({ slug }: { slug: string }) => slug === 'pokemon'))
    const { sets, total } = (await call('/v1/categories/pokemon/sets')).body
    assert.equal(total, sets.length)
    const baseSet = sets.find(({ slug }: { slug: string }) => slug === 'base-set')
    assert.ok(baseSet.count > 50)
    assert.ok(sets.findIndex(({ slug }: { slug: string }) => slug === 'base-set') > 0, 'an old set is not first')
    assert.equal((await call('/v1/categories/nothing/sets')).body.error.code, 'unknown_category')
    assert.equal((await call('/v1/search?category=nothing')).body.error.code, 'unknown_category')

    for (const set of ['base-set', 'Base%20Set', 'BS']) {
      const found = (await call(`/v1/search?category=pokemon&set=${set}&limit=50`)).body
      assert.equal(found.total, baseSet.count, set)
      assert.equal(found.products.length, 50)
      assert.deepEqual([found.products[0].setName, found.products[0].setCode], ['Base Set', 'BS'])
    }
    assert.equal((await call('/v1/search?category=pokemon&set=no-such-set')).body.total, 0)
    const charizard = (await call('/v1/search?q=charizard&category=pokemon')).body.products
    assert.ok(charizard.some(({ productId }: { productId: number }) => productId === card))
    const byName = (await call('/v1/search?q=&category=pokemon&sort=name&limit=20')).body.products as { name: string }[]
    assert.deepEqual(
      byName.map(({ name }) => name.toLowerCase()),
      byName.map(({ name }) => name.toLowerCase()).toSorted(),
    )
    assert.equal((await call('/v1/search?q=&offset=10000')).body.products.length, 0)
  })

  test('identify finds a bare number whatever is said of the copy', async (t) => {
    const { call } = await startLive(t)
    for (const copy of ['', ' LP', ' Japanese', ' 1st edition near mint']) {
      const { candidates } = (await call(`/v1/identify?q=${encodeURIComponent(`OP01-001${copy}`)}`)).body
      assert.equal(candidates[0]?.productId, 680_001, copy)
    }
  })

  test('identify finds the printing by number, with and without a set', async (t) => {
    const { call } = await startLive(t)
    const first = async (query: string) => (await call(`/v1/identify?${query}`)).body
    const plain = await first('q=Charizard%204/102')
    // Three printings bear this number, and nothing tells them apart.
    assert.equal(plain.ambiguous, true)
    assert.ok((plain.candidates as Candidate[]).slice(0, 3).some(({ productId }) => productId === card))
    for (const set of ['Base%20Set', 'base-set', 'BS', 'base%20set']) {
      const hinted = await first(`q=Charizard%204/102&set=${set}`)
      assert.equal((hinted.candidates as Candidate[])[0]?.productId, card, set)
      assert.equal((hinted.candidates as Candidate[])[0]?.setCode, 'BS', set)
      assert.equal(hinted.matchedSet?.name, 'Base Set', set)
      assert.ok(hinted.matchedSet.count > 50)
    }
    assert.deepEqual((await first('q=zzzzqqq%20999/998')).candidates, [])
  })

  test('the batch asks for the prices of many products and SKUs in few questions', async (t) => {
    const { call, emulator } = await startLive(t, { UPSTREAM_CONCURRENCY: '100', UPSTREAM_CALLS_PER_SECOND: '0' })
    emulator.slowDown(50)
    const productIds = Array.from({ length: 60 }, (_, index) => 300001 + index)
    const skuIds = Array.from({ length: 40 }, (_, index) => (300001 + index) * 100 + 1)
    const { status, body } = await call('/v1/prices', posted({ productIds, skuIds }))
    assert.equal(status, 200)
    assert.equal(body.results.length, 100)
    assert.ok(body.results.every((row: { status: string }) => row.status === 'ok'))
    const questions = emulator.calls.filter(({ route }) => route === 'prices')
    assert.ok(questions.length <= 25, `${questions.length} questions`)
    for (const { body: asked } of questions) assert.ok(JSON.parse(asked).skuIds.length <= 200)
  })

  test('a product that no source can have is 404 without a question', async (t) => {
    const { call, emulator } = await startLive(t)
    for (const productId of [2_147_483_648, Number.MAX_SAFE_INTEGER]) {
      for (const section of ['', '/details', '/prices', '/history', '/listings?condition=NM', '/listings', '/image']) {
        const { status, body } = await call(`/v1/products/${productId}${section}`)
        assert.deepEqual([status, body.error.code], [404, 'product_not_found'], section)
      }
    }
    const { body } = await call('/v1/prices', posted({ productIds: [Number.MAX_SAFE_INTEGER] }))
    assert.deepEqual([body.results[0].productId, body.results[0].code], [Number.MAX_SAFE_INTEGER, 'product_not_found'])
    assert.deepEqual(emulator.calls, [])
  })

  test('unknown to the source is 404 however it says so; not observed is null or empty', async (t) => {
    for (const unknownProduct of Object.keys(unknownAnswers) as Switches['unknownProduct'][]) {
      const { call, emulator } = await startLive(t, { UPSTREAM_CALLS_PER_SECOND: '0' })
      emulator.turn({ unknownProduct })
      // More than it takes to open a circuit, each asked for once.
      const unknown = Array.from({ length: 12 }, (_, index) => 71 + index)
      for (const productId of unknown) {
        for (const section of ['', '/details', '/prices', '/history', '/listings', '/image']) {
          const reply = await call(`/v1/products/${productId}${section}`)
          assert.deepEqual(
            [reply.status, reply.body.error.code],
            [404, 'product_not_found'],
            `${unknownProduct} ${section}`,
          )
        }
      }
      const asked = emulator.calls.filter(({ route }) => route === 'details')
      assert.equal(asked.length, unknown.length, unknownProduct)
      assert.equal((await call('/v1/products/300004/details')).status, 200, unknownProduct)
    }
    for (const noHistory of ['null', 'emptyList', 'notFound', 'noContent'] as const) {
      const { call, emulator } = await startLive(t)
      emulator.turn({ noHistory, unobservedSku: noHistory === 'null' ? 'nulls' : 'leftOut' })
      const { body } = await call('/v1/products/990005')
      assert.deepEqual(body.marketHistory.variants, [], noHistory)
      assert.deepEqual(body.listings.offers, [])
      assert.ok(body.marketPrices.length > 0)
      assert.ok(body.marketPrices.every(({ marketPrice }: Price) => marketPrice === null))
      assert.equal(body.featuredListing, null)
    }
  })

  test('a featured offer that could not be looked for is not taken for absent, and the snapshot says so', async (t) => {
    const { call, emulator } = await startLive(t)
    emulator.plan([{ fault: '500', route: 'listings', from: 0 }])
    const { status, body } = await call('/v1/products/990010?offset=60&limit=5')
    assert.deepEqual([status, body.listings.offers.length, body.sections.listings.status], [200, 5, 'ok'])
    const { featuredListing } = body.sections
    assert.deepEqual(
      [body.featuredListing, featuredListing.code, featuredListing.upstreamStatus],
      [null, 'upstream_unavailable', 500],
    )
    emulator.plan([])
    const again = (await call('/v1/products/990010?offset=60&limit=5')).body
    assert.ok(again.featuredListing.totalPrice > 0)
    assert.equal('featuredListing' in again.sections, false)
  })

  test('without pictures there is no image; where none are counted the picture host is asked', async (t) => {
    const { call, emulator } = await startLive(t)
    assert.equal((await call('/v1/products/990006/image')).body.error.code, 'image_not_found')
    assert.equal((await call('/v1/products/990006/details')).body.product.imageUrl, null)
    emulator.turn({ imageCount: false })
    assert.equal((await call('/v1/products/300001/image')).status, 200)
    const other = await startLive(t)
    other.emulator.turn({ imageCount: false })
    assert.equal((await other.call('/v1/products/990006/image')).body.error.code, 'image_not_found')
    assert.deepEqual(
      other.emulator.calls.map(({ route }) => route),
      ['details', 'image'],
    )
  })
})
