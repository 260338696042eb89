import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { catalogRow } from '../support/catalog-rows.ts'
import { runCommand } from '../support/run-command.ts'
import { startService } from '../support/service.ts'
import { tempFolder } from '../support/temp.ts'

const line = (productId: number, name: string, number: string | null) =>
  JSON.stringify(catalogRow(productId, name, { number, rarity: 'Common', sealed: false }))

describe('the local catalogue', () => {
  test('is imported by the command line, swapped in while serving, and 503 while it is missing', async (t) => {
    const folder = tempFolder(t)
    const [catalogFile, products] = [join(folder, 'catalog.index'), join(folder, 'products.jsonl')]
    const env = { DATA_DIR: folder, CATALOG_SOURCE: 'local' }
    const { call, address } = await startService(t, { env })

    for (const target of ['/v1/categories', '/v1/search?q=x', '/v1/identify?q=x', '/v1/categories/pokemon/sets']) {
      const reply = await call(target)
      assert.deepEqual([reply.status, reply.body.error.code], [503, 'service_unavailable'], target)
    }
    assert.equal((await call('/v1/usage')).status, 200)
    assert.equal((await call('/v1/products/990002/details')).status, 200)

    const importAll = async (lines: readonly string[]) => {
      writeFileSync(products, lines.join('\n'))
      return runCommand(['catalog', 'import', products, '--json'], env)
    }
    const until = async (isThere: () => Promise<boolean>) => {
      for (let i = 0; i < 600 && !(await isThere()); i++) await delay(50)
    }
    const imported = await importAll([
      line(11, 'Test Dragon', '1/9'),
      line(12, 'Test Dragon', '2/9'),
      '{"broken"',
      line(13, '', null),
    ])
    assert.equal(imported.status, 0, imported.err)
    const report = JSON.parse(imported.out)
    assert.deepEqual([report.products, report.refused.total], [2, 2])
    await until(async () => (await fetch(`${address}/v1/plans`)).ok && (await call('/v1/categories')).status === 200)

    const found = (await call('/v1/identify?q=test+dragon+2/9')).body
    assert.deepEqual([found.source, found.candidates[0].productId], ['local', 12])
    assert.equal((await call('/v1/products/12/prices')).body.source, 'sandbox')
    assert.equal((await call('/v1/products/99/details')).status, 404)

    assert.equal((await importAll([line(21, 'Test Wyvern', '5/9')])).status, 0)
    await until(async () => (await call('/v1/search?q=wyvern')).body.total === 1)
    assert.equal((await call('/v1/search')).body.total, 1)

    writeFileSync(catalogFile, 'damaged')
    await delay(1_500)
    assert.equal((await call('/v1/search')).body.total, 1, 'the old one stays')
    const status = JSON.parse((await runCommand(['catalog', 'status', '--json'], env)).out)
    assert.equal(status.state, 'damaged')
    rmSync(catalogFile)
    assert.equal(JSON.parse((await runCommand(['catalog', 'status', '--json'], env)).out).state, 'missing')
  })

  test('every SKU of a product with a large id is its own, and a batch knows it', async (t) => {
    const folder = tempFolder(t)
    const products = join(folder, 'products.jsonl')
    const env = { DATA_DIR: folder, CATALOG_SOURCE: 'local' }
    const ids = [25_000_000, 26_474_835, 2_147_483_647]
    writeFileSync(products, ids.map((id) => line(id, `Test Dragon ${id}`, '1/9')).join('\n'))
    assert.equal((await runCommand(['catalog', 'import', products], env)).status, 0)
    const { call } = await startService(t, { env })

    const skus: { readonly productId: number; readonly skuId: number }[] = []
    for (const productId of ids) {
      const { product } = (await call(`/v1/products/${productId}/details`)).body
      for (const { skuId } of product.skus) skus.push({ productId, skuId })
    }
    const skuIds = skus.map(({ skuId }) => skuId)
    assert.ok(skuIds.length >= 15)
    assert.equal(new Set(skuIds).size, skuIds.length)

    const request = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const reply = await call('/v1/prices', { ...request, body: JSON.stringify({ skuIds }) })
    assert.equal(reply.status, 200)
    assert.deepEqual(
      reply.body.results.map((row: Record<string, unknown>) => [row.productId, row.skuId, row.code]),
      skus.map(({ productId, skuId }) => [productId, skuId, 'ok']),
    )
  })

  test('an import of nonsense says why, exits with 1 and makes nothing', async (t) => {
    const folder = tempFolder(t)
    const bad = join(folder, 'bad.jsonl')
    writeFileSync(bad, 'nothing that could be a product\n')
    for (const path of [bad, join(folder, 'missing.jsonl')]) {
      const outcome = await runCommand(['catalog', 'import', path], { DATA_DIR: folder })
      assert.equal(outcome.status, 1, outcome.out)
      assert.equal(
        outcome.err
          .trim()
          .split('\n')
          .filter((one) => !one.startsWith('read ')).length,
        1,
      )
    }
    assert.equal(
      JSON.parse((await runCommand(['catalog', 'status', '--json'], { DATA_DIR: folder })).out).state,
      'missing',
    )
  })
})
