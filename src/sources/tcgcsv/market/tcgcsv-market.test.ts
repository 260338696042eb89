import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { segmentAfter } from '../../../../test/support/archive.ts'
import type { ArchivedSku, ArchiveHead } from '../../../archive/ports.ts'
import type { ArchivedPrice, PriceArchive } from '../../../archive/price-archive.ts'
import { printingSkuId } from '../../../cards/printings.ts'
import { dayMs } from '../../../time/units.ts'
import { createTcgcsvMarket } from './tcgcsv-market.ts'

const signal = new AbortController().signal
const firstMs = Date.parse('2026-07-20T20:05:33.000Z')

const headOf = (sequence: number, observedAtMs: number): ArchiveHead =>
  segmentAfter(null, { sequence, observedAtMs, recordedAtMs: observedAtMs + 60_000 + sequence })

const skuOf = (productId: number, variant: string): ArchivedSku => ({
  productId,
  skuId: printingSkuId(productId, variant),
  condition: null,
  variant,
  language: null,
})

const priceOf = (
  sku: ArchivedSku,
  marketCents: number,
  { observedAtMs, recordedAtMs }: ArchiveHead,
): ArchivedPrice => ({
  sku,
  price: { marketCents, lowestCents: null, observedAtMs, recordedAtMs },
})

/** An archive whose content a test sets. */
const archiveOf = (content: {
  head: ArchiveHead | null
  newest?: ArchiveHead
  prices?: readonly ArchivedPrice[]
  record?: unknown
  hasNoRecords?: boolean
}) => {
  const asked: { productId: number; fromMs: number }[] = []
  const archive: PriceArchive = {
    source: 'tcgcsv',
    head: () => content.head,
    refresh: async () => {},
    newest: async () => content.newest ?? content.head,
    prices: async (productId) => (content.prices ?? []).filter(({ sku }) => sku.productId === productId),
    history: async (productId, fromMs) => {
      asked.push({ productId, fromMs })
      return (content.prices ?? []).flatMap(({ sku, price }) => (price ? [{ sku, prices: [price] }] : []))
    },
    firstObservedAtMs: async () => firstMs,
    productRecord: async () => content.record ?? null,
    hasProductRecords: async () => content.hasNoRecords !== true,
    close: () => {},
  }
  const { market, recordedAtMs } = createTcgcsvMarket({
    archive,
    findListed: () => null,
    whyEmpty: async () => 'Not yet.',
  })
  return { market, recordedAtMs, asked }
}

describe('the market of the daily files', () => {
  test('before the first day every method says so, and none says that there is no such product', async () => {
    const { market } = archiveOf({ head: null })
    const empty = { code: 'service_unavailable', message: 'Not yet.' }
    await assert.rejects(market.details(7, signal), empty)
    await assert.rejects(market.prices({ productId: 7, skus: [] }, signal), empty)
    await assert.rejects(market.skuPrice(printingSkuId(7, 'Normal'), signal), empty)
    await assert.rejects(market.history({ productId: 7, range: 'month' }, signal), empty)
    await assert.rejects(market.image(7, signal), empty)
  })

  test('past days that were imported before the first sync are not yet a market', async () => {
    const { market } = archiveOf({ head: headOf(1, firstMs), hasNoRecords: true })
    await assert.rejects(market.details(7, signal), { code: 'service_unavailable', message: 'Not yet.' })
    await assert.rejects(market.image(7, signal), { code: 'service_unavailable', message: 'Not yet.' })
  })

  test('a product without a record is unknown; one without a price has details and no SKU', async () => {
    const head = headOf(1, firstMs)
    assert.equal(await archiveOf({ head }).market.details(7, signal), null)
    assert.equal(await archiveOf({ head }).market.image(7, signal), null)
    const unpriced = await archiveOf({ head, record: { name: 'Unpriced' } }).market.details(7, signal)
    assert.deepEqual([unpriced?.name, unpriced?.skus, unpriced?.marketPriceCents], ['Unpriced', [], null])
  })

  test('an older day that is brought in later is not today', async () => {
    const [newest, late] = [headOf(1, firstMs), headOf(2, firstMs - 5 * dayMs)]
    const sku = skuOf(7, 'Normal')
    const { market, recordedAtMs } = archiveOf({
      head: late,
      newest,
      prices: [priceOf(sku, 250, newest)],
      record: { name: 'Card' },
    })
    assert.equal((await market.details(7, signal))?.marketPriceCents, 250)
    assert.equal(recordedAtMs(), newest.recordedAtMs)
  })

  test('with a new day nothing of the day before is said, though it is the last that was observed', async () => {
    const yesterday = headOf(1, firstMs)
    const [normal, foil] = [skuOf(7, 'Normal'), skuOf(7, 'Foil')]
    const content = {
      head: yesterday,
      prices: [priceOf(normal, 100, yesterday), priceOf(foil, 300, yesterday)],
      record: { name: 'Card' },
    }
    const { market, recordedAtMs } = archiveOf(content)
    assert.equal((await market.details(7, signal))?.skus.length, 2)
    const today = headOf(2, firstMs + dayMs)
    Object.assign(content, { head: today, prices: [priceOf(normal, 100, yesterday), priceOf(foil, 310, today)] })
    const details = await market.details(7, signal)
    assert.deepEqual([details?.skus.map(({ variant }) => variant), details?.marketPriceCents], [['Foil'], 310])
    assert.equal(recordedAtMs(), today.recordedAtMs)
    assert.deepEqual(
      (await market.prices({ productId: 7, skus: [foil, normal] }, signal))?.map(({ skuId }) => skuId),
      [foil.skuId],
    )
    const gone = await market.skuPrice(normal.skuId, signal)
    assert.deepEqual(
      [gone?.productId, gone?.price.variant, gone?.price.marketPriceCents, gone?.price.calculatedAt],
      [7, 'Normal', null, null],
    )
  })

  test('a price is found by the id of its printing alone', async () => {
    const head = headOf(1, firstMs)
    const sku = skuOf(7, 'Foil')
    const { market } = archiveOf({ head, prices: [priceOf(sku, 310, head)] })
    const found = await market.skuPrice(sku.skuId, signal)
    assert.deepEqual(
      [found?.productId, found?.price.marketPriceCents, found?.price.calculatedAt],
      [7, 310, '2026-07-20T20:05:33.000Z'],
    )
    const printings = [printingSkuId(7, 'Normal'), printingSkuId(8, 'Foil')]
    for (const other of [7, 8_355_061, ...printings, 1_000_000_000_000, Number.MAX_SAFE_INTEGER])
      assert.equal(await market.skuPrice(other, signal), null, String(other))
  })

  test('the history says since when it is kept, and begins at the range’s first day', async () => {
    const head = headOf(3, firstMs + 40 * dayMs)
    const { market, asked } = archiveOf({ head, prices: [priceOf(skuOf(7, 'Normal'), 5, head)] })
    const history = await market.history({ productId: 7, range: 'month' }, signal)
    assert.deepEqual([history?.recordedSince, history?.series.length], ['2026-07-20', 1])
    assert.deepEqual(asked, [{ productId: 7, fromMs: Date.parse('2026-07-31T00:00:00.000Z') }])
  })

  test('offers are never answered, not even as an empty list', async () => {
    const filters = { conditions: null, variants: null, languages: null }
    const request = { productId: 7, offset: 0, limit: 50, sort: 'price', ...filters } as const
    await assert.rejects(archiveOf({ head: headOf(1, firstMs) }).market.listings(request, signal), {
      code: 'not_offered_by_source',
    })
  })
})
