import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildIndex } from '../../src/catalog/index/build/build-index.ts'
import { writeFileAtomically } from '../../src/files/write-file-atomically.ts'
import { productsForTests } from '../support/catalog-products.ts'
import { tempFolder } from '../support/temp.ts'
import { startLive } from './live-service.ts'

test('with a local catalogue, catalogue and identify make no upstream call, and prices stay live', async (t) => {
  const file = join(tempFolder(t), 'catalog.index')
  const products = productsForTests.map((product) => ({ ...product, productId: product.productId + 299_900 }))
  const fetchedAt = '2026-11-20T20:05:33.000Z'
  await writeFileAtomically(file, new Uint8Array(buildIndex({ sourceName: 'tcgcsv', fetchedAt, products })))
  const { call, emulator } = await startLive(t, { CATALOG_SOURCE: 'local', CATALOG_FILE: file })
  const { candidates, fetchedAt: observedAt } = (await call('/v1/identify?q=Charizard%204/102')).body
  assert.equal(candidates[0].productId, 300001)
  assert.equal(observedAt, fetchedAt)
  for (const target of ['/v1/categories', '/v1/categories/pokemon/sets', '/v1/search?q=pikachu'])
    assert.equal((await call(target)).status, 200)
  assert.equal(emulator.calls.length, 0)
  const { source, product } = (await call('/v1/products/300001/details')).body
  assert.deepEqual([source, product.name, emulator.calls.length], ['tcgplayer', 'Alakazam', 1])
})
