import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { printingSkuId } from '../../src/cards/printings.ts'
import type { HistoryResult } from '../../src/contract/history.ts'
import type { PriceLookupResult } from '../../src/contract/price-batch.ts'
import type { PricesResult } from '../../src/contract/prices.ts'
import { expectedProduct, skusOf } from '../support/expected-product.ts'
import { type MirroredService, startMirroredService, takenAt } from '../support/mirrored-service.ts'
import {
  builtAt,
  type RecordedFileProduct,
  recordedDays,
  recordedFiles,
  recordedProducts,
  recordedRows,
  skipWithoutFiles,
} from '../support/recorded-mirror-days.ts'

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe('the daily files over HTTP', { skip: skipWithoutFiles }, () => {
  const endings: (() => Promise<void> | void)[] = []
  let service: MirroredService
  const call: MirroredService['call'] = (...request) => service.call(...request)
  const productId = 451784

  before(async () => {
    service = await startMirroredService({ after: (done) => void endings.push(done) })
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  test('before the first sync nothing is said to be unknown: it is not there yet', async () => {
    for (const path of ['', '/details', '/prices', '/history', '/image']) {
      const { status, body } = await call(`/v1/products/${productId}${path}`)
      assert.deepEqual([status, body.error.code], [503, 'service_unavailable'], path)
      assert.match(body.error.message, /no prices yet: the first sync/)
    }
    for (const path of ['/v1/categories', '/v1/search?q=lugia', '/v1/identify?q=lugia']) {
      const { status, body } = await call(path)
      assert.deepEqual([status, body.error.code], [503, 'service_unavailable'], path)
      assert.match(body.error.message, /market sync/)
    }
    const { body } = await call('/capabilities')
    assert.deepEqual(
      [body.source, body.data.prices.asOf, body.recordedSince, body.sync.build],
      ['tcgcsv', null, null, null],
    )
  })

  test('details of every recorded product are what its file says, field by field', async () => {
    for (const day of recordedDays) await service.sync(day, recordedFiles(day))
    const rows = recordedRows('2025-11-22')
    for (const file of recordedProducts()) {
      const { status, body } = await call(`/v1/products/${file.productId}/details`)
      assert.equal(status, 200)
      assert.deepEqual(body.product, expectedProduct(file, rows))
      assert.deepEqual([body.source, body.fetchedAt, body.cacheHit], ['tcgcsv', takenAt('2025-11-22'), false])
    }
  })

  test('prices of every recorded product are the rows of its file, by printing', async () => {
    const rows = recordedRows('2025-11-22')
    for (const { productId } of recordedProducts()) {
      const { body }: { body: PricesResult } = await call(`/v1/products/${productId}/prices`)
      const expected = skusOf(productId, rows).map((sku) => {
        const row = rows.find((one) => one.productId === productId && one.subTypeName === sku.variant)
        return {
          ...sku,
          marketPrice: row?.marketPrice,
          lowestPrice: row?.lowPrice,
          lowSalePrice: null,
          highSalePrice: null,
          sampleSize: null,
          calculatedAt: builtAt('2025-11-22'),
        }
      })
      assert.deepEqual(body.prices, expected)
      assert.deepEqual([body.currency, body.fetchedAt], ['USD', takenAt('2025-11-22')])
    }
  })

  test('the history has a bucket for each recorded day and nothing between', async () => {
    const days = recordedDays.map((day) => ({ day, rows: recordedRows(day) }))
    for (const { productId, groupId } of recordedProducts().filter((_, at) => at % 20 === 0)) {
      const { body }: { body: HistoryResult } = await call(`/v1/products/${productId}/history?range=month`)
      assert.deepEqual([body.recordedSince, body.fetchedAt], ['2025-10-31', takenAt('2025-11-22')], String(groupId))
      const expected = skusOf(productId, days[2]?.rows ?? []).map((sku) => ({
        ...sku,
        averageDailyQuantitySold: null,
        totalQuantitySold: null,
        buckets: days.map(({ day, rows }) => ({
          date: day,
          marketPrice: rows.find((row) => row.productId === productId && row.subTypeName === sku.variant)?.marketPrice,
          quantitySold: null,
          transactionCount: null,
          lowSalePrice: null,
          highSalePrice: null,
          lowSalePriceWithShipping: null,
          highSalePriceWithShipping: null,
        })),
      }))
      assert.deepEqual(body.variants, expected)
    }
  })

  test('a snapshot has what the files have, and says that offers are never there', async () => {
    const { status, body } = await call(`/v1/products/${productId}?range=quarter`)
    assert.equal(status, 200)
    const single = async (path: string) => (await call(`/v1/products/${productId}/${path}`)).body
    assert.deepEqual(body.product, (await single('details')).product)
    assert.deepEqual(body.marketPrices, (await single('prices')).prices)
    assert.deepEqual(body.marketHistory.variants, (await single('history?range=quarter')).variants)
    assert.deepEqual([body.listings, body.featuredListing], [null, null])
    assert.deepEqual(
      [body.sections.listings.status, body.sections.listings.code, body.sections.listings.upstreamStatus],
      ['unavailable', 'not_offered_by_source', null],
    )
    for (const section of ['details', 'marketPrices', 'marketHistory']) {
      assert.deepEqual([body.sections[section].code, body.sections[section].fetchedAt], ['ok', takenAt('2025-11-22')])
    }
    // An empty list of what no SKU has would say that nobody offers it.
    for (const filter of ['', '?condition=NM', '?variant=Minty']) {
      const listings = await call(`/v1/products/${productId}/listings${filter}`)
      assert.deepEqual([listings.status, listings.body.error.code], [502, 'not_offered_by_source'], filter)
      assert.equal(listings.headers.get('retry-after'), null)
    }
  })

  test('pictures are those that the files name; one that is not counted is not there', async () => {
    const shown = recordedProducts().find(({ imageCount }) => imageCount > 0) as RecordedFileProduct
    assert.equal((await call(`/v1/products/${shown.productId}/image`)).body.imageUrl, shown.imageUrl)
    const none = await call(`/v1/products/${productId}/image`)
    assert.deepEqual([none.status, none.body.error.code], [404, 'image_not_found'])
  })

  test('an unknown product is 404 on every route', async () => {
    for (const path of ['', '/details', '/prices', '/history', '/listings', '/image']) {
      const { status, body } = await call(`/v1/products/7${path}`)
      assert.deepEqual([status, body.error.code], [404, 'product_not_found'], path)
    }
  })

  test('a batch takes products, printings and cards', async () => {
    const skuId = printingSkuId(productId, 'Reverse Holofoil')
    const { status, body }: { status: number; body: PriceLookupResult } = await call(
      '/v1/prices',
      post({
        productIds: [productId, 7],
        skuIds: [skuId, 8_355_061, printingSkuId(productId, 'Foil')],
        cards: [{ q: 'Lugia VSTAR 139/195', category: 'pokemon' }],
      }),
    )
    assert.equal(status, 200)
    const [product, unknown, printing, foreign, absent, card] = body.results
    assert.deepEqual(
      product?.prices?.map(({ variant, marketPrice, lowestPrice }) => [variant, marketPrice, lowestPrice]),
      [
        ['Holofoil', 0.53, 0.1],
        ['Reverse Holofoil', 0.74, 0.35],
      ],
    )
    assert.equal(unknown?.code, 'product_not_found')
    assert.deepEqual([printing?.productId, printing?.prices?.[0]?.marketPrice], [productId, 0.74])
    assert.deepEqual([foreign?.code, absent?.code], ['sku_not_found', 'sku_not_found'])
    assert.equal(card?.identification?.productId, 451396)
  })

  test('product lines, sets, search and identify are of the same files', async () => {
    const lines = (await call('/v1/categories')).body
    assert.deepEqual(
      lines.categories.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id),
      [
        { id: 2, name: 'YuGiOh', slug: 'yugioh' },
        { id: 3, name: 'Pokemon', slug: 'pokemon' },
      ],
    )
    assert.equal(lines.fetchedAt, builtAt('2025-11-22'))
    const { sets } = (await call('/v1/categories/pokemon/sets')).body
    assert.deepEqual(
      sets.map(({ slug, count }: { slug: string; count: number }) => [slug, count]),
      [
        ['sv-prismatic-evolutions', 2],
        ['swsh12-silver-tempest', 2],
      ],
    )
    const [found] = (await call('/v1/search?q=card+of+two+printings')).body.products
    assert.deepEqual(
      [found.productId, found.marketPrice, found.lowestPrice, found.listingCount],
      [productId, 0.53, 0.1, null],
    )
    assert.deepEqual([found.setName, found.setCode], ['SWSH12: Silver Tempest', 'SIT'])
    const identified = (await call('/v1/identify?q=lugia+vstar+139/195')).body
    assert.deepEqual([identified.candidates[0].productId, identified.ambiguous], [451396, false])
    assert.equal(identified.candidates[0].setCode, 'SIT')
  })

  test('what can be asked is told, with since when and whose it is', async () => {
    const { body } = await call('/capabilities')
    const offered = Object.entries(body.data as Record<string, { offered: boolean }>).filter(
      ([, { offered }]) => !offered,
    )
    assert.deepEqual(offered.map(([kind]) => kind).sort(), ['listings', 'photos'])
    assert.deepEqual(
      [body.pricedBy, body.recordedSince, body.sync.build],
      ['printing', '2025-10-31', builtAt('2025-11-22')],
    )
    assert.match(body.attribution.text, /not endorsed or certified by TCGplayer/)
    assert.equal(body.sync.progress, null)
  })

  test('plans and usage are as with any market', async () => {
    assert.equal((await call('/v1/plans', { key: null })).status, 200)
    assert.equal((await call('/v1/usage')).body.plan, 'scale')
  })

  test('no answer calls the mirror, and a cached one keeps its instant', async () => {
    const callsBefore = service.mirror.calls()
    const { body } = await call(`/v1/products/${productId}/prices`)
    assert.deepEqual([body.cacheHit, body.fetchedAt], [true, takenAt('2025-11-22')])
    assert.equal(service.mirror.calls(), callsBefore)
  })
})
