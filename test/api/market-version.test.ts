import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { ProductSnapshot } from '../../src/contract/product-snapshot.ts'
import { catalogRow, writeCatalog } from '../support/catalog-rows.ts'
import { runCommand } from '../support/run-command.ts'
import { startService } from '../support/service.ts'
import { fakeClock, tempFolder } from '../support/temp.ts'

const rowsOf = (products: Readonly<Record<number, string>>) =>
  Object.entries(products).map(([productId, name]) =>
    catalogRow(Number(productId), name, { number: '1/9', rarity: 'Common', sealed: false }),
  )

describe('what changes every answer of the sandbox ends every lifetime', () => {
  test('from midnight UTC on a warm process answers as a cold one does, and its sections agree', async (t) => {
    const clock = fakeClock('2026-11-21T23:58:00.000Z')
    const { call } = await startService(t, { now: clock.read })
    const targets = [
      '/v1/products/300058',
      '/v1/products/300058?range=month',
      '/v1/products/300058/image',
      '/v1/search?q=pikachu',
    ]
    /** Answers as they are, but for the address that they were asked at. */
    const read = async (from: typeof call) => {
      const bodies = []
      for (const target of targets) bodies.push((await from(target)).body)
      return { bodies, text: JSON.stringify(bodies).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '') }
    }
    const yesterday = await read(call)
    clock.now = Date.parse('2026-11-21T23:59:59.999Z')
    assert.equal((await call('/v1/products/300058/details')).body.cacheHit, true)

    clock.now = Date.parse('2026-11-22T00:00:00.000Z')
    const cold = await startService(t, { now: clock.read })
    const today = await read(call)
    assert.ok(today.text === (await read(cold.call)).text, 'warm and cold differ')
    assert.ok(today.text !== yesterday.text, 'it still is yesterday')
    const { product, marketPrices, marketHistory, sections } = today.bodies[1] as ProductSnapshot
    const newest = marketHistory?.variants[0]?.buckets.at(-1)
    assert.deepEqual([marketPrices?.[0]?.marketPrice, newest?.marketPrice], [product.marketPrice, product.marketPrice])
    assert.equal(newest?.date, '2026-11-22')
    for (const { fetchedAt } of Object.values(sections)) assert.equal(fetchedAt, '2026-11-22T00:00:00.000Z')
  })

  test('an import is swapped in whole: a new product is found and a renamed one renamed at once', async (t) => {
    const folder = tempFolder(t)
    const env = { DATA_DIR: folder, CATALOG_SOURCE: 'local' }
    const importAll = async (catalog: Readonly<Record<number, string>>) => {
      const products = writeCatalog(folder, rowsOf(catalog))
      assert.equal((await runCommand(['catalog', 'import', products], env)).status, 0)
    }
    await importAll({ 10: 'Second Line' })
    const { call } = await startService(t, { env })
    assert.equal((await call('/v1/products/77/details')).status, 404)
    assert.equal((await call('/v1/products/10/details')).body.product.name, 'Second Line')

    await importAll({ 10: 'Renamed', 77: 'New Card' })
    const deadlineMs = performance.now() + 30_000
    while ((await call('/v1/search?q=new+card')).body.total !== 1 && performance.now() < deadlineMs) await delay(50)
    assert.equal((await call('/v1/products/77/details')).body.product?.name, 'New Card')
    assert.equal((await call('/v1/products/10/details')).body.product.name, 'Renamed')
  })
})
