import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printingSkuId } from '../../src/cards/printings.ts'
import type { HistoryResult } from '../../src/contract/history.ts'
import type { PricesResult } from '../../src/contract/prices.ts'
import { startMirroredService, takenAt } from '../support/mirrored-service.ts'
import { recordedDays, recordedFiles, skipWithoutFiles } from '../support/recorded-mirror-days.ts'

test('a new day is answered from at once and as a whole, though yesterday was cached', {
  skip: skipWithoutFiles,
}, async (t) => {
  const { call, sync } = await startMirroredService(t)
  const productId = 593355
  for (const [at, day] of recordedDays.slice(0, 2).entries()) {
    // Between the days one printing goes, and another one comes.
    const files = { ...recordedFiles(day) }
    const path = '/tcgplayer/3/23821/prices'
    if (at === 1) files[path] = (files[path] ?? '').replace('"Normal"', '"Foil"').replace('172.68', '999.99')
    await sync(day, files)
    const details = (await call(`/v1/products/${productId}/details`)).body
    const prices = (await call(`/v1/products/${productId}/prices`)).body
    const expected = at === 0 ? ['Normal', 172.68] : ['Foil', 999.99]
    assert.deepEqual([details.product.skus[0].variant, details.product.marketPrice], expected)
    assert.deepEqual(
      prices.prices.map(({ variant, marketPrice }: PricesResult['prices'][number]) => [variant, marketPrice]),
      [expected],
    )
    for (const { fetchedAt, cacheHit } of [details, prices])
      assert.deepEqual([fetchedAt, cacheHit], [takenAt(day), false])
    assert.equal((await call(`/v1/products/${productId}/details`)).body.cacheHit, true)
  }
  const { variants } = (await call(`/v1/products/${productId}/history`)).body as HistoryResult
  assert.deepEqual(
    variants.map(({ variant, buckets }) => [variant, buckets.map(({ date, marketPrice }) => [date, marketPrice])]),
    [
      ['Normal', [['2025-10-31', 172.68]]],
      ['Foil', [['2025-11-10', 999.99]]],
    ],
  )
  const body = JSON.stringify({ skuIds: [printingSkuId(productId, 'Normal')] })
  const gone = (await call('/v1/prices', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
    .body.results[0]
  assert.deepEqual(
    [gone.code, gone.productId, gone.prices[0].marketPrice, gone.prices[0].calculatedAt],
    ['ok', productId, null, null],
  )
})
