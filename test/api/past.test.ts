import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { printingSkuId } from '../../src/cards/printings.ts'
import type { PriceLookup } from '../../src/contract/price-batch.ts'
import type { Price } from '../../src/contract/prices.ts'
import { type DailyFile, startDailyService } from '../support/daily-service.ts'
import { databaseForTests } from '../support/postgres.ts'
import type { RunningService } from '../support/service.ts'

const [charizard, pikachu, altaria, garchomp] = [101, 102, 131, 501]

/** Three days, the middle one missing, and a correction of the first that came last. */
const days: readonly DailyFile[] = [
  {
    observedAt: '2026-11-20T20:00:00Z',
    recordedAt: '2026-11-20T20:10:00Z',
    prices: {
      [charizard]: { Holofoil: [40_000, 35_000] },
      [pikachu]: { Normal: [150, 90] },
      [altaria]: { Holofoil: [500, 400] },
    },
  },
  {
    observedAt: '2026-11-22T20:00:00Z',
    recordedAt: '2026-11-22T20:10:00Z',
    prices: {
      [charizard]: { Holofoil: [41_000, 36_000], '1st Edition Holofoil': [900_000, null] },
      [pikachu]: { Normal: [null, 95], 'Reverse Holofoil': [300, 250] },
      [garchomp]: { Normal: [80, 50] },
    },
  },
  {
    observedAt: '2026-11-20T20:00:00Z',
    recordedAt: '2026-11-25T09:00:00Z',
    prices: {
      [charizard]: { Holofoil: [40_500, 35_000] },
      [pikachu]: { Normal: [150, 90] },
      [altaria]: { Holofoil: [500, 400] },
    },
  },
]

const amounts = (prices: readonly Price[]) =>
  prices.map(({ variant, marketPrice, lowestPrice, calculatedAt }) => [variant, marketPrice, lowestPrice, calculatedAt])

const postgres = await databaseForTests()
const stores = [
  { name: 'SQLite', skip: undefined, env: async () => ({}) },
  { name: 'PostgreSQL', skip: postgres.skip, env: async () => ({ DATABASE_URL: postgres.url }) },
]

for (const { name, skip, env } of stores)
  describe(`past prices of the daily files, kept in ${name}`, { skip }, () => {
    let service: RunningService
    const endings: (() => Promise<void> | void)[] = []
    before(async () => {
      service = await startDailyService({ after: (done) => void endings.push(done) }, days, { env: await env() })
    })
    after(async () => {
      for (const end of endings.reverse()) await end()
    })

    const get = async (target: string, headers: Record<string, string> = {}) => service.call(target, { headers })
    const pricesOf = async (productId: number, query: string) => get(`/v1/products/${productId}/prices?${query}`)

    test('are what had been observed by then, with both times of the observation', async () => {
      const { body } = await pricesOf(charizard, 'asOf=2026-11-21')
      assert.deepEqual(amounts(body.prices)[0], ['Holofoil', 405, 350, '2026-11-20T20:00:00.000Z'])
      assert.equal(body.fetchedAt, '2026-11-25T09:00:00.000Z')
      const then = await pricesOf(charizard, 'asOf=2026-11-21&knownAt=2026-11-21T12:00:00Z')
      assert.deepEqual(amounts(then.body.prices), [['Holofoil', 400, 350, '2026-11-20T20:00:00.000Z']])
      assert.equal(then.body.fetchedAt, '2026-11-20T20:10:00.000Z')
    })

    test('agree with the prices of now where nothing came later', async () => {
      const now = await get(`/v1/products/${charizard}/prices`)
      const asOfToday = await pricesOf(charizard, 'asOf=2026-11-26')
      assert.deepEqual(asOfToday.body.prices, now.body.prices)
      assert.equal(asOfToday.body.fetchedAt, now.body.fetchedAt)
    })

    test('before the first are rows of nulls, and a product that nobody knows is 404', async () => {
      const { body } = await pricesOf(pikachu, 'asOf=2020-01-01')
      assert.deepEqual(amounts(body.prices), [
        ['Normal', null, null, null],
        ['Reverse Holofoil', null, null, null],
      ])
      assert.equal(body.fetchedAt, '2020-01-01T23:59:59.999Z')
      for (const id of [999, Number.MAX_SAFE_INTEGER]) {
        const unknown = await pricesOf(id, 'asOf=2026-11-21')
        assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'product_not_found'])
      }
    })

    test('of a product that the files dropped are still told', async () => {
      const { body } = await pricesOf(altaria, 'asOf=2026-11-24')
      assert.deepEqual(amounts(body.prices), [['Holofoil', 5, 4, '2026-11-20T20:00:00.000Z']])
    })

    test('that can never change say so to caches, keep their tag, and no other answer says it', async () => {
      const settled = 'asOf=2026-11-21&knownAt=2026-11-21T12:00:00Z'
      const reply = await pricesOf(charizard, settled)
      assert.equal(reply.headers.get('cache-control'), 'private, max-age=31536000, immutable')
      const etag = reply.headers.get('etag') as string
      const again = await get(`/v1/products/${charizard}/prices?${settled}`, { 'if-none-match': etag })
      assert.deepEqual(
        [again.status, again.headers.get('cache-control')],
        [304, 'private, max-age=31536000, immutable'],
      )
      for (const query of [
        '',
        'asOf=2026-11-21',
        'asOf=2026-11-21&knownAt=2026-11-26T11:51:00Z',
        'asOf=2026-11-26&knownAt=2026-11-26T00:00:00Z',
      ])
        assert.equal((await pricesOf(charizard, query)).headers.get('cache-control'), 'private, max-age=60', query)
      assert.equal((await pricesOf(999, settled)).headers.get('cache-control'), 'no-store')
      // Names and sets are those of now, and may be corrected.
      assert.equal(
        (await get(`/v1/products/${charizard}/details?${settled}`)).headers.get('cache-control'),
        'private, max-age=60',
      )
      assert.equal(
        (await get(`/v1/products/${charizard}?${settled}`)).headers.get('cache-control'),
        'private, max-age=30',
      )
    })

    test('in details: the printings and prices of then', async () => {
      const { body } = await get(`/v1/products/${charizard}/details?asOf=2026-11-21&knownAt=2026-11-21T12:00:00Z`)
      const { name, marketPrice, lowestPrice, skus, listingCount } = body.product
      assert.deepEqual([name, marketPrice, lowestPrice, listingCount], ['Charizard', 400, 350, null])
      assert.deepEqual(skus, [
        { skuId: printingSkuId(charizard, 'Holofoil'), condition: null, variant: 'Holofoil', language: null },
      ])
    })

    test('in a snapshot: with the history up to then, and without offers', async () => {
      const { body } = await get(`/v1/products/${pikachu}?range=month&asOf=2026-11-21`)
      assert.deepEqual(
        body.marketHistory.variants.map(
          ({ variant, buckets }: { variant: string; buckets: { date: string; marketPrice: number }[] }) => [
            variant,
            buckets.map(({ date, marketPrice }) => [date, marketPrice]),
          ],
        ),
        [['Normal', [['2026-11-20', 1.5]]]],
      )
      assert.equal(body.marketHistory.recordedSince, '2026-11-20')
      assert.deepEqual(
        [body.sections.listings.code, body.listings, body.featuredListing],
        ['not_offered_by_source', null, null],
      )
      const now = await get(`/v1/products/${pikachu}?range=month`)
      assert.deepEqual(
        [now.body.sections.listings.code, now.body.listings, now.body.featuredListing],
        ['not_offered_by_source', null, null],
      )
      assert.deepEqual(now.body.sections.details.status, 'ok')
    })

    test('in a batch: of products, printings and cards', async () => {
      const body = {
        asOf: '2026-11-21',
        productIds: [charizard],
        skuIds: [printingSkuId(pikachu, 'Normal'), printingSkuId(pikachu, 'Metal'), 12_345, Number.MAX_SAFE_INTEGER],
        cards: [
          { q: 'Altaria XY46' },
          { q: 'Pikachu 58/102 NM' },
          { q: 'Pikachu 58/102 LP' },
          { q: 'Pikachu 58/102 PSA 10', condition: 'NM' },
        ],
      }
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const reply = await service.call('/v1/prices', init)
      assert.deepEqual(
        reply.body.results.map(({ query, skuId, code, prices }: PriceLookup) => [
          query ?? skuId,
          code,
          prices?.map(({ marketPrice }) => marketPrice) ?? null,
        ]),
        [
          [null, 'ok', [405, null]],
          [printingSkuId(pikachu, 'Normal'), 'ok', [1.5]],
          [printingSkuId(pikachu, 'Metal'), 'sku_not_found', null],
          [12_345, 'sku_not_found', null],
          [Number.MAX_SAFE_INTEGER, 'sku_not_found', null],
          ['Altaria XY46', 'unclear_printing', null],
          ['Pikachu 58/102 NM', 'ok', [1.5]],
          ['Pikachu 58/102 LP', 'unclear_copy', null],
          ['Pikachu 58/102 PSA 10', 'unclear_copy', null],
        ],
      )
    })

    test('are asked for with a moment that is one', async () => {
      for (const query of [
        'asOf=2026-02-30',
        'asOf=2026-11-21T20:00:00',
        'asOf=1969-12-31',
        'knownAt=2026-11-21T00:00:00Z',
        'asOf=2026-11-21&asOf=2026-11-22',
      ]) {
        const { status, body } = await pricesOf(charizard, query)
        assert.deepEqual([status, body.error.code], [400, 'invalid_parameter'], query)
      }
    })
  })

describe('the daily files', () => {
  test('answer listings with a code of their own that nobody should try again', async (t) => {
    const { call } = await startDailyService(t, days)
    const { status, body, headers } = await call(`/v1/products/${charizard}/listings`)
    assert.deepEqual([status, body.error.code, headers.get('retry-after')], [502, 'not_offered_by_source', null])
    const { body: capabilities } = await call('/capabilities', { key: null })
    assert.equal(capabilities.data.listings.offered, false)
    assert.deepEqual(
      [capabilities.data.asOf.offered, capabilities.recordedSince, capabilities.pricedBy],
      [true, '2026-11-20', 'printing'],
    )
    assert.equal(capabilities.data.prices.asOf, '2026-11-22T20:00:00.000Z')
    assert.equal(
      capabilities.attribution.text,
      'This product uses TCGplayer data but is not endorsed or certified by TCGplayer.',
    )
  })

  test('without a record of the past refuse to tell it', async (t) => {
    const { call } = await startDailyService(t, days, { env: { PRICE_ARCHIVE: 'off' } })
    const { status, body } = await call(`/v1/products/${charizard}/prices?asOf=2026-11-21`)
    assert.deepEqual([status, body.error.code], [400, 'invalid_parameter'])
    assert.match(body.error.message, /keeps no past prices of the source tcgcsv/)
    assert.equal((await call('/capabilities', { key: null })).body.data.asOf.offered, false)
  })

  test('price a list: each printing as its usual copy, in the language of its line', async (t) => {
    const { call } = await startDailyService(t, days)
    const cards = [
      { q: 'Pikachu 58/102' },
      { q: 'Pikachu 58/102', variant: 'Reverse Holofoil' },
      { q: 'Pikachu 58/102', language: 'German' },
      { q: 'Charizard 4/102', set: 'Base Set', variant: '1st Edition Holofoil' },
      { q: 'ガブリアスex 076/062', language: 'Japanese' },
      { q: 'ガブリアスex 076/062', language: 'English' },
    ]
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ cards }) }
    const { body } = await call('/v1/prices', init)
    assert.deepEqual(
      body.results.map(({ code, price }: PriceLookup) => [
        code,
        price?.variant ?? null,
        price?.condition ?? null,
        price?.marketPrice ?? null,
      ]),
      [
        ['ok', 'Normal', null, null],
        ['ok', 'Reverse Holofoil', null, 3],
        ['unclear_copy', null, null, null],
        ['ok', '1st Edition Holofoil', null, 9000],
        ['ok', 'Normal', null, 0.8],
        ['unclear_copy', null, null, null],
      ],
    )
    const german: PriceLookup = body.results[2]
    assert.deepEqual(german.unclear, { field: 'language', values: [] }, 'what the source never prices is no choice')
  })
})
