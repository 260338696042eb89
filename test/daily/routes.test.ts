import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HistoryVariant } from '../../src/contract/history.ts'
import { type MirrorDay, type MirrorPrice, type MirrorProduct, priceRowsOf } from '../emulator/mirror/mirror-day.ts'
import { dataUrlOf, png } from '../support/pictures.ts'
import { posted } from '../support/posted.ts'
import { startService, useOnce } from '../support/service.ts'
import { startDaily } from './daily-service.ts'

const pokemon = 3

/** Published numbers of the printings that these tests meet. */
const numbers: Readonly<Record<string, number>> = {
  Normal: 1,
  Unlimited: 2,
  Holofoil: 5,
  'Unlimited Holofoil': 6,
  Foil: 8,
  'Reverse Holofoil': 13,
  '1st Edition': 17,
  '1st Edition Holofoil': 19,
}

const skuIdOf = ({ productId, subTypeName }: MirrorPrice): number => {
  const number = numbers[subTypeName]
  assert.ok(number, subTypeName)
  return 1_000_000_000_000 + productId * 1000 + number
}

const positive = (dollars: number | null): number | null => (dollars === null || dollars <= 0 ? null : dollars)
const noSales = { lowSalePrice: null, highSalePrice: null, sampleSize: null }
const iso = (ms: number): string => new Date(ms).toISOString()

/** The row that is owed for a row of the mirror. */
const priceOf = (row: MirrorPrice, builtAtMs: number) => ({
  skuId: skuIdOf(row),
  condition: null,
  variant: row.subTypeName,
  language: null,
  marketPrice: positive(row.marketPrice),
  lowestPrice: positive(row.lowPrice),
  ...noSales,
  calculatedAt: iso(builtAtMs),
})

const bySku = <T extends { readonly skuId: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => a.skuId - b.skuId)

const productsOf = (day: MirrorDay): MirrorProduct[] =>
  [...day.products.values()].flat().filter(({ categoryId }) => categoryId === pokemon)
const rowsOf = (day: MirrorDay, { productId, groupId }: MirrorProduct): MirrorPrice[] =>
  priceRowsOf(day, groupId).filter((row) => row.productId === productId)

/** A service that has taken over two days of the mirror. */
const startWithTwoDays = async (t: Parameters<typeof startDaily>[0]) => {
  const daily = await startDaily(t)
  const { emulator, clock } = daily
  const first = await emulator.mirror.day()
  await daily.sync()
  const firstFetchedAt = iso(clock.now)
  await daily.nextDay(['unpriced'])
  await daily.sync()
  const fetchedAt = iso(clock.now)
  clock.now += 3_600_000
  const running = await startService(t, { env: daily.env, now: clock.read })
  return { ...running, first, day: await emulator.mirror.day(), firstFetchedAt, fetchedAt }
}

describe('a service on daily files', () => {
  const ready = useOnce(startWithTwoDays)

  test('answers prices, details, history, picture and snapshot of every product as the files have them', async () => {
    const { call, first, day, fetchedAt } = ready()
    const groups = new Map(day.groups.get(pokemon)?.map((group) => [group.groupId, group]))
    let unpriced = 0
    for (const [index, product] of productsOf(day).entries()) {
      const { productId } = product
      const path = `/v1/products/${productId}`
      const rows = rowsOf(day, product)
      if (rows.length === 0) unpriced++
      // Every third product is asked for its prices; every fifteenth for all the rest, as one without a price.
      if (index % 3 !== 0 && rows.length > 0) continue
      const prices = (await call(`${path}/prices`)).body
      assert.deepEqual([prices.source, prices.currency, prices.fetchedAt], ['tcgcsv', 'USD', fetchedAt])
      assert.deepEqual(bySku(prices.prices), bySku(rows.map((row) => priceOf(row, day.builtAtMs))))
      if (index % 15 !== 0 && rows.length > 0) continue

      const { product: details, fetchedAt: at } = (await call(`${path}/details`)).body
      assert.equal(at, fetchedAt)
      const group = groups.get(product.groupId)
      const extended = (name: string) => product.extendedData.find((entry) => entry.name === name)?.value ?? null
      const lowest = rows.flatMap(({ lowPrice }) => positive(lowPrice) ?? [])
      const main = bySku(rows.map((row) => priceOf(row, day.builtAtMs)))[0]
      assert.equal(details.name, product.name)
      assert.deepEqual([details.category.id, details.category.name, details.category.slug], [3, 'Pokemon', 'pokemon'])
      assert.deepEqual(
        [details.group.id, details.group.name, details.group.code, details.group.publishedOn],
        [group?.groupId, group?.name, group?.abbreviation, group?.publishedOn?.slice(0, 10)],
      )
      assert.deepEqual([details.cardNumber, details.rarity], [extended('Number'), extended('Rarity')])
      assert.equal(details.lowestPrice, lowest.length === 0 ? null : Math.min(...lowest))
      if (main?.marketPrice !== null) assert.equal(details.marketPrice, main?.marketPrice ?? null)
      assert.deepEqual(
        [details.listingCount, details.sellerCount, details.lowestPriceWithShipping, details.productType],
        [null, null, null, null],
      )
      assert.deepEqual(
        bySku(details.skus),
        bySku(rows.map((row) => ({ skuId: skuIdOf(row), condition: null, variant: row.subTypeName, language: null }))),
      )

      const history = (await call(`${path}/history?range=month`)).body
      const observed = Map.groupBy(
        [first, day].flatMap((one) =>
          productsOf(one)
            .filter((each) => each.productId === productId)
            .flatMap((each) => rowsOf(one, each).map((row) => ({ row, date: iso(one.builtAtMs).slice(0, 10) }))),
        ),
        ({ row }) => row.subTypeName,
      )
      assert.equal(history.variants.length, observed.size)
      assert.equal(history.recordedSince, observed.size === 0 ? null : iso(first.builtAtMs).slice(0, 10))
      for (const series of history.variants as HistoryVariant[]) {
        assert.deepEqual([series.totalQuantitySold, series.averageDailyQuantitySold], [null, null])
        assert.deepEqual(
          series.buckets.map(({ date, marketPrice }) => ({ date, marketPrice })),
          observed
            .get(series.variant ?? '')
            ?.map(({ row, date }) => ({ date, marketPrice: positive(row.marketPrice) })),
        )
        for (const { quantitySold, transactionCount, lowSalePrice, highSalePrice } of series.buckets)
          assert.deepEqual([quantitySold, transactionCount, lowSalePrice, highSalePrice], [null, null, null, null])
      }

      const image = await call(`${path}/image`)
      const picture = `https://tcgplayer-cdn.tcgplayer.com/product/${productId}`
      if (product.imageCount === 0) assert.deepEqual([image.status, image.body.error.code], [404, 'image_not_found'])
      else assert.ok(JSON.stringify(image.body).includes(picture) || image.headers.get('location')?.startsWith(picture))

      const snapshot = (await call(path)).body
      assert.deepEqual(snapshot.marketPrices, prices.prices)
      assert.equal(snapshot.product.name, product.name)
      assert.deepEqual([snapshot.listings, snapshot.featuredListing], [null, null])
      assert.deepEqual(
        [snapshot.sections.listings.status, snapshot.sections.listings.code],
        ['unavailable', 'not_offered_by_source'],
      )
      assert.deepEqual([snapshot.sections.marketPrices.code, snapshot.sections.marketHistory.code], ['ok', 'ok'])
      const listings = await call(`${path}/listings`)
      assert.deepEqual([listings.status, listings.body.error.code], [502, 'not_offered_by_source'])
      assert.equal(listings.headers.get('retry-after'), null)
    }
    assert.ok(unpriced > 5, `${unpriced} products without a price row`)
  })

  test('answers lines, sets, search, identify and batches from what the sync brought', async () => {
    const { call, day, first } = ready()
    const [product] = productsOf(day).filter((one) => rowsOf(day, one).length > 0 && one.extendedData.length > 1)
    assert.ok(product)
    const [row] = rowsOf(day, product)
    assert.ok(row)
    assert.deepEqual(
      (await call('/v1/categories')).body.categories.map(({ slug }: { slug: string }) => slug),
      ['pokemon'],
    )
    const sets = (await call('/v1/categories/pokemon/sets')).body
    assert.equal(sets.total, new Set(productsOf(day).map(({ groupId }) => groupId)).size)
    const found = (await call(`/v1/search?limit=50&q=${encodeURIComponent(product.name)}`)).body
    assert.ok(found.products.some(({ productId }: { productId: number }) => productId === product.productId))
    const number = product.extendedData.find(({ name }) => name === 'Number')?.value
    const set = day.groups.get(pokemon)?.find(({ groupId }) => groupId === product.groupId)?.name ?? ''
    const identified = (
      await call(`/v1/identify?q=${encodeURIComponent(`${product.name} ${number}`)}&set=${encodeURIComponent(set)}`)
    ).body
    assert.equal(identified.candidates[0].productId, product.productId)

    const gone = productsOf(first).find((one) => rowsOf(first, one).length > 0 && rowsOf(day, one).length === 0)
    assert.ok(gone)
    const goneRow = rowsOf(first, gone)[0] as MirrorPrice
    const body = { productIds: [product.productId, 7], skuIds: [skuIdOf(row), skuIdOf(goneRow), 30000401] }
    const { results } = (await call('/v1/prices', posted(body))).body
    const right = priceOf(row, day.builtAtMs)
    assert.deepEqual(bySku(results[0].prices), bySku(rowsOf(day, product).map((one) => priceOf(one, day.builtAtMs))))
    assert.deepEqual([results[1].status, results[1].code], ['not_found', 'product_not_found'])
    assert.deepEqual([results[2].status, results[2].productId, results[2].prices], ['ok', product.productId, [right]])
    const [nulls] = results[3].prices
    assert.deepEqual(
      [results[3].status, nulls.marketPrice, nulls.lowestPrice, nulls.calculatedAt],
      ['ok', null, null, null],
    )
    // An id below 10^12 is a SKU of TCGplayer, of which daily files know nothing.
    assert.deepEqual([results[4].status, results[4].code], ['not_found', 'sku_not_found'])
    const card = { q: `${product.name} ${number}`, set, category: 'pokemon' }
    const [byCard] = (await call('/v1/prices', posted({ cards: [card] }))).body.results
    assert.equal(byCard.identification.productId, product.productId)
    assert.equal((await call('/v1/plans')).status, 200)
    assert.equal((await call('/v1/usage')).status, 200)
    const photo = await call('/v1/identify-image', posted({ imageDataUrl: dataUrlOf(png(20, 20)) }))
    assert.equal(photo.body.error.code, 'service_unavailable', 'photo reading is off in this test')
  })

  test('answers as of a day and as it was known, and says that the past stays as it is', async () => {
    const { call, first, day, firstFetchedAt } = ready()
    const firstDay = iso(first.builtAtMs).slice(0, 10)
    let compared = 0
    for (const product of productsOf(first).filter((_, index) => index % 7 === 0)) {
      const rows = rowsOf(first, product)
      const reply = await call(`/v1/products/${product.productId}/prices?asOf=${firstDay}`)
      assert.deepEqual(bySku(reply.body.prices), bySku(rows.map((row) => priceOf(row, first.builtAtMs))))
      assert.equal(reply.body.fetchedAt, firstFetchedAt)
      compared += rows.length
      const snapshot = (await call(`/v1/products/${product.productId}?asOf=${firstDay}`)).body
      assert.deepEqual(snapshot.marketPrices, reply.body.prices)
    }
    assert.ok(compared > 40)
    const [product] = productsOf(day)
    const path = `/v1/products/${product?.productId}/prices`
    // What was observed on the second day was not known before it was pulled.
    const known = await call(`${path}?asOf=${iso(day.builtAtMs)}&knownAt=${iso(day.builtAtMs)}`)
    assert.deepEqual(known.body.prices, (await call(`${path}?asOf=${firstDay}`)).body.prices)
    assert.match(known.headers.get('cache-control') ?? '', /immutable/)
    const before = (await call(`${path}?asOf=2026-11-01`)).body.prices
    for (const price of before)
      assert.deepEqual([price.marketPrice, price.lowestPrice, price.calculatedAt], [null, null, null])
  })
})
