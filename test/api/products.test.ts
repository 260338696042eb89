import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HistoryResult } from '../../src/contract/history.ts'
import type { ListingsResult, Offer } from '../../src/contract/listings.ts'
import type { PricesResult } from '../../src/contract/prices.ts'
import type { DetailsResult } from '../../src/contract/product-details.ts'
import type { ProductSnapshot } from '../../src/contract/product-snapshot.ts'
import { httpLimits } from '../../src/http/wire/limits.ts'
import { startService, useService } from '../support/service.ts'
import { fakeClock } from '../support/temp.ts'

const sections = ['', '/details', '/prices', '/history', '/listings', '/image']

describe('product routes', () => {
  const running = useService()
  const badIds = [
    '0',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x10',
    '9007199254740992',
    '9'.repeat(400),
    'abc',
    '%20',
    '１',
    'NaN',
    'Infinity',
    '%31%00',
  ]

  for (const section of sections) {
    test(`an unknown product is 404 product_not_found: …${section}`, async () => {
      for (const id of ['1', '2147483647', '2147483648', '9007199254740991', '990011']) {
        const { status, body, headers } = await running().call(`/v1/products/${id}${section}`)
        assert.deepEqual(
          [status, body.error.code, headers.get('cache-control')],
          [404, 'product_not_found', 'no-store'],
          id,
        )
      }
    })

    const expected = section === '/image' ? 404 : 400
    test(`an id that is no plain positive integer is ${expected}: …${section}`, async () => {
      for (const id of badIds) {
        const { status, body } = await running().call(`/v1/products/${id}${section}`)
        assert.equal(status, expected, id)
        assert.match(body.error.message, /productId/)
      }
    })
  }

  test('offset, limit, sort and range keep their edges, and the message names the parameter', async () => {
    const { call } = running()
    const good = [
      ...['offset=0', 'offset=10000', 'limit=1', 'limit=100', 'sort=price', 'sort=none', 'unlisted=1', 'Offset=x'],
      'limit=%31',
    ]
    const badOffsets = ['offset=-1', 'offset=10001', 'offset=', 'offset=1.0', 'offset=1&offset=1']
    const badLimits = ['limit=0', 'limit=101', 'limit=1e1', 'limit=+5', 'limit=05', 'limit=%31%32%33%34']
    for (const route of ['/v1/products/300004', '/v1/products/300004/listings']) {
      for (const query of good) assert.equal((await call(`${route}?${query}`)).status, 200, query)
      for (const query of [...badOffsets, ...badLimits, 'sort=', 'sort=Price']) {
        const reply = await call(`${route}?${query}`)
        assert.equal(reply.status, 400, query)
        assert.equal(reply.body.error.code, 'invalid_parameter')
        assert.ok(reply.body.error.message.includes(query.split('=')[0]), reply.body.error.message)
      }
    }
    for (const route of ['/v1/products/300004', '/v1/products/300004/history']) {
      for (const range of ['month', 'quarter', 'semi-annual', 'annual'])
        assert.equal((await call(`${route}?range=${range}`)).status, 200)
      const bad = ['', 'year', 'semiannual', 'month&range=month', '%zz']
      for (const range of bad) assert.equal((await call(`${route}?range=${range}`)).status, 400, range)
    }
    const edge = '𝒳'.repeat(80)
    assert.equal((await call(`/v1/products/300004/listings?variant=${encodeURIComponent(edge)}`)).status, 200)
    assert.equal((await call(`/v1/products/300004/listings?variant=${encodeURIComponent(`${edge}x`)}`)).status, 400)
  })

  test('defaults are those of the specification', async () => {
    const { call } = running()
    const listings: ListingsResult = (await call('/v1/products/300004/listings')).body
    assert.deepEqual([listings.offset, listings.limit, listings.sort], [0, 50, 'price'])
    assert.equal(((await call('/v1/products/300004/history')).body as HistoryResult).range, 'quarter')
    assert.equal(((await call('/v1/products/300004')).body as ProductSnapshot).marketHistory?.range, 'quarter')
  })

  test('prices have one row for every SKU of the details, nulls and never 0 for unknown', async () => {
    const { call } = running()
    for (const id of [300004, 300025, 990005, 990010, 100001, 200001]) {
      const { product }: DetailsResult = (await call(`/v1/products/${id}/details`)).body
      const { prices }: PricesResult = (await call(`/v1/products/${id}/prices`)).body
      const skus = prices.map(({ skuId, condition, variant, language }) => ({ skuId, condition, variant, language }))
      assert.deepEqual(skus, product.skus)
      for (const { marketPrice, lowSalePrice, highSalePrice } of prices)
        assert.ok(![marketPrice, lowSalePrice, highSalePrice].includes(0))
    }
    const { prices }: PricesResult = (await call('/v1/products/990005/prices')).body
    assert.ok(
      prices.length > 0 &&
        prices.every(({ marketPrice, calculatedAt }) => marketPrice === null && calculatedAt === null),
    )
  })

  test('history runs from old to new, and a bucket without sales has null sale prices', async () => {
    const { call } = running()
    let quietBuckets = 0
    for (const range of ['month', 'quarter', 'semi-annual', 'annual']) {
      const { variants }: HistoryResult = (await call(`/v1/products/300004/history?range=${range}`)).body
      assert.ok(variants.length > 0)
      for (const { buckets } of variants) {
        const dates = buckets.map(({ date }) => date as string)
        assert.deepEqual(dates, [...dates].sort())
        for (const bucket of buckets.filter(({ quantitySold }) => quantitySold === 0)) {
          quietBuckets++
          assert.deepEqual(
            [bucket.lowSalePrice, bucket.highSalePrice, bucket.lowSalePriceWithShipping],
            [null, null, null],
          )
        }
      }
    }
    assert.ok(quietBuckets > 0)
  })

  test('pages of offers do not overlap, the total stays true, and filters take words and abbreviations', async () => {
    const { call } = running()
    const seen = new Set<number>()
    let last = 0
    for (let offset = 0; offset < 400; offset += 100) {
      const page: ListingsResult = (await call(`/v1/products/990010/listings?limit=100&offset=${offset}`)).body
      assert.equal(page.offers.length, 100)
      assert.ok((page.total as number) > 1_000)
      for (const { itemPrice, listingId } of page.offers) {
        assert.ok((itemPrice as number) >= last)
        last = itemPrice as number
        assert.ok(!seen.has(listingId))
        seen.add(listingId)
      }
    }
    const near: ListingsResult = (await call('/v1/products/990010/listings?condition=near+MINT')).body
    for (const [short, word] of [
      ['NM', 'Near Mint'],
      ['lp', 'Lightly Played'],
      ['MP', 'Moderately Played'],
      ['HP', 'Heavily Played'],
      ['DMG', 'Damaged'],
    ] as const) {
      const { body: byShort } = await call(`/v1/products/990010/listings?${new URLSearchParams({ condition: short })}`)
      const { body: byWord } = await call(`/v1/products/990010/listings?${new URLSearchParams({ condition: word })}`)
      assert.deepEqual([byShort.total, byShort.offers], [byWord.total, byWord.offers], short)
      assert.ok(byShort.total > 0, short)
    }
    const [{ variant }] = near.offers as [Offer]
    const finished = await call(`/v1/products/990010/listings?${new URLSearchParams({ condition: `NM ${variant}` })}`)
    assert.ok(finished.body.total > 0 && finished.body.offers.every((offer: Offer) => offer.variant === variant))
    const offersOf = async (filter: Record<string, string>, productId = 990010) =>
      (await call(`/v1/products/${productId}/listings?${new URLSearchParams({ limit: '1', ...filter })}`)).body
    for (const language of ['English', 'German'])
      assert.deepEqual(
        (await offersOf({ condition: `NM ${language}` })).total,
        (await offersOf({ condition: 'NM', language })).total,
        language,
      )
    assert.equal((await offersOf({ condition: 'NM German', language: 'English' })).total > 0, true)
    for (const condition of ['Excellent', 'LightlyPlayed', 'lightly_played'])
      assert.equal((await offersOf({ condition })).total, (await offersOf({ condition: 'LP' })).total)
    assert.ok(near.offers.length > 0 && near.offers.every(({ condition }) => condition === 'Near Mint'))
    assert.deepEqual(near.unmatchedFilters, [])
  })

  test('a filter is never refused: one that no SKU has is an empty list and is named', async () => {
    const { call } = running()
    const filtered = async (filters: Record<string, string>) => {
      const reply = await call(`/v1/products/990010/listings?${new URLSearchParams(filters)}`)
      assert.equal(reply.status, 200, JSON.stringify(filters))
      return reply.body as ListingsResult
    }
    for (const condition of ['Bogus', 'German', 'Foil', 'NM Bogus', 'PSA 9', 'New', 'Unopened', '★', 'x'.repeat(80)]) {
      const { total, offers, unmatchedFilters } = await filtered({ condition })
      assert.deepEqual([total, offers, unmatchedFilters], [0, [], ['condition']], condition)
    }
    const { total, offset, offers, unmatchedFilters } = await filtered({
      ...{ condition: 'Minty', variant: 'holo', language: 'Klingon' },
      ...{ offset: '10000', limit: '7', sort: 'none' },
    })
    assert.deepEqual([total, offset, offers, unmatchedFilters], [0, 10_000, [], ['condition', 'language']])
    // Each word is one that some SKU has, but no SKU has both.
    const both = await filtered({ condition: 'NM Holofoil', variant: 'Reverse Holofoil' })
    assert.deepEqual([both.total, both.unmatchedFilters], [0, ['variant']])
    assert.deepEqual((await filtered({ condition: ' ', variant: '' })).unmatchedFilters, [])
  })

  test('totals are item plus shipping to the cent, and free shipping is a real 0', async () => {
    const { call } = running()
    const { offers }: ListingsResult = (await call('/v1/products/990010/listings?limit=100')).body
    assert.ok(offers.some(({ shippingPrice }) => shippingPrice === 0))
    for (const { itemPrice, shippingPrice, totalPrice } of offers) {
      assert.equal(totalPrice, Math.round(((itemPrice as number) + (shippingPrice as number)) * 100) / 100)
    }
  })

  test('a custom offer says so, and so does every other', async () => {
    const { call } = running()
    const { offers }: ListingsResult = (await call('/v1/products/990010/listings?limit=100')).body
    assert.deepEqual([...new Set(offers.map(({ custom }) => custom))], [true, false])
  })

  test('the featured offer is the cheapest with shipping that is no custom one, on any page', async () => {
    const { call } = running()
    const first: ProductSnapshot = (await call('/v1/products/990010')).body
    const far: ProductSnapshot = (await call('/v1/products/990010?offset=2000&limit=3&sort=none')).body
    assert.ok(first.featuredListing)
    assert.equal(first.featuredListing.listingId, far.featuredListing?.listingId)
    assert.notEqual(first.featuredListing.listingId, first.listings?.offers[0]?.listingId)
  })

  test('each section of a snapshot reports its own failure and is null, while the others answer', async () => {
    const { call } = running()
    const cases = [
      ['990002', 'marketPrices', 'prices'],
      ['990003', 'marketHistory', 'history'],
      ['990004', 'listings', 'listings'],
    ] as const
    for (const [id, section, route] of cases) {
      const snapshot: ProductSnapshot = (await call(`/v1/products/${id}`)).body
      assert.equal(snapshot[section], null)
      for (const [name, { status, code, upstreamStatus }] of Object.entries(snapshot.sections)) {
        assert.deepEqual(
          [status, code, upstreamStatus],
          name === section ? ['unavailable', 'upstream_unavailable', 503] : ['ok', 'ok', null],
        )
      }
      assert.equal(snapshot.featuredListing === null, section === 'listings')
      const alone = await call(`/v1/products/${id}/${route}`)
      assert.deepEqual([alone.status, alone.body.error.code], [502, 'upstream_unavailable'])
    }
    const empty: ProductSnapshot = (await call('/v1/products/990005')).body
    assert.deepEqual([empty.marketHistory?.variants, empty.listings?.offers, empty.featuredListing], [[], [], null])
  })

  test('a snapshot is rendered once while nothing in it changes, and anew with a section', async (t) => {
    const clock = fakeClock('2026-11-21T09:30:00.000Z')
    const { call } = await startService(t, { now: clock.read })
    await call('/v1/products/300004')
    const second: ProductSnapshot = (await call('/v1/products/300004')).body
    clock.now += 1_000
    assert.equal(((await call('/v1/products/300004')).body as ProductSnapshot).observedAt, second.observedAt)
    clock.now += 120_000
    const later: ProductSnapshot = (await call('/v1/products/300004')).body
    assert.equal(later.observedAt, new Date(clock.now).toISOString())
    assert.equal(later.sections.listings.cacheHit, false)
    assert.equal(later.sections.details.cacheHit, true)
  })

  test('a source that is down, asks to slow down or has no picture is told apart', async () => {
    const { call } = running()
    for (const section of sections) {
      assert.equal((await call(`/v1/products/990001${section}`)).body.error.code, 'upstream_unavailable')
      const limited = await call(`/v1/products/990009${section}`)
      assert.deepEqual([limited.status, limited.body.error.code], [502, 'upstream_rate_limited'])
    }
    assert.equal((await call('/v1/products/990006/image')).body.error.code, 'image_not_found')
    assert.equal((await call('/v1/products/990006/details')).body.product.imageUrl, null)
  })

  test('a slow source is waited for and a silent one is 502 upstream_timeout once its time is over', async (t) => {
    const patient = running()
    const impatient = await startService(t, { limits: { ...httpLimits, deadlineMs: 200 } })
    const [slow, ...silent] = await Promise.all([
      patient.call('/v1/products/990007/details'),
      impatient.call('/v1/products/990008/prices'),
      impatient.call('/v1/products/990008'),
    ])
    assert.equal(slow?.status, 200)
    for (const reply of silent) assert.deepEqual([reply.status, reply.body.error.code], [502, 'upstream_timeout'])
  })

  test('a hit keeps the instant of its fetch, and past its lifetime it is fetched again', async (t) => {
    const clock = fakeClock('2026-11-21T09:30:00.000Z')
    const { call } = await startService(t, { now: clock.read })
    const lifetimes = { details: 900, image: 21_600, prices: 900, history: 21_600, listings: 120 }
    for (const [section, seconds] of Object.entries(lifetimes)) {
      const read = async () =>
        (await call(`/v1/products/300004/${section}`)).body as { fetchedAt: string; cacheHit: boolean }
      const first = await read()
      clock.now += seconds * 1000 - 1
      const second = await read()
      assert.deepEqual([second.fetchedAt, second.cacheHit], [first.fetchedAt, true], section)
      clock.now += 2
      const third = await read()
      assert.ok(third.fetchedAt > first.fetchedAt && !third.cacheHit, section)
    }
  })

  test('a lifetime is over in its time although the time of day was set back meanwhile', async (t) => {
    const [timeOfDay, steady] = [fakeClock('2026-11-21T09:30:00.000Z'), { now: 1_000 }]
    const { call } = await startService(t, { now: timeOfDay.read, steadyNow: () => steady.now })
    const read = async () => (await call('/v1/products/300004/listings')).body as { cacheHit: boolean }
    await read()
    timeOfDay.now -= 3_600_000
    steady.now += 120_000 - 1
    assert.equal((await read()).cacheHit, true)
    steady.now += 2
    assert.equal((await read()).cacheHit, false)
  })

  test('the picture is drawn by the sandbox itself, outside /v1 and without a key', async () => {
    const { call, address } = running()
    const { imageUrl } = (await call('/v1/products/300004/image')).body
    assert.equal(imageUrl, `${address}/sandbox/images/300004.svg`)
    const picture = await fetch(imageUrl)
    assert.equal(picture.status, 200)
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml')
    assert.match(await picture.text(), /<svg[\s\S]*Charizard/)
    for (const id of ['1', '990006', 'x'])
      assert.equal((await fetch(`${address}/sandbox/images/${id}.svg`)).status, 404)
    const { sourceUrl } = (await call('/v1/products/300004/details')).body.product
    assert.equal((await fetch(sourceUrl)).status, 200)
  })
})
