import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Compile } from 'typebox/schema'
import type { Price } from '../../src/contract/prices.ts'
import type { DetailsResult } from '../../src/contract/product-details.ts'
import { openApiDocument } from '../../src/openapi/openapi-document.ts'
import { startService, useService } from '../support/service.ts'
import { fakeClock } from '../support/temp.ts'

const running = useService()

describe('POST /v1/prices', () => {
  const json = { 'content-type': 'application/json' }
  const post = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: json,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

  const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

  test('ids are counted after equal ones are made one', async () => {
    const { call } = running()
    for (const body of [
      { productIds: Array(101).fill(300004) },
      { productIds: [...idsFrom(1, 99), ...idsFrom(1, 99)], skuIds: [7, 7] },
    ]) {
      const reply = await call('/v1/prices', post(body))
      assert.equal(reply.status, 200)
      assert.equal(reply.body.results.length, new Set(body.productIds).size + new Set(body.skuIds).size)
    }
  })

  test('the document asks of a body what the service asks, but for the number of entries', async () => {
    const { call } = running()
    const { paths, components } = openApiDocument()
    const schema = paths['/v1/prices']?.post?.requestBody?.content['application/json']?.schema
    const validator = Compile({ ...schema, components } as never)
    const good = [
      { productIds: [1, Number.MAX_SAFE_INTEGER] },
      { skuIds: [2 ** 31, 10 ** 12, Number.MAX_SAFE_INTEGER] },
      { skuIds: [1], productIds: [] },
      { productIds: Array(1_000).fill(1) },
      { cards: [{ q: 'Charizard' }] },
      { cards: [{ q: 'Charizard', set: '', category: '', condition: '', variant: '', language: '' }], skuIds: [] },
      { cards: Array(1_000).fill({ q: 'Charizard', unknown: true }) },
    ]
    const bad = [
      {},
      { productIds: [] },
      { productIds: [], skuIds: [] },
      { skuIds: [0] },
      { skuIds: [2 ** 53] },
      { productIds: [2 ** 53] },
      { productIds: Array(5_000).fill(1) },
      { skuIds: 1 },
      { cards: [] },
      { cards: [], productIds: [], skuIds: [] },
      { cards: [{}] },
      { cards: [{ q: 1 }] },
      { cards: [{ q: 'x'.repeat(121) }] },
      { cards: Array(1_001).fill({ q: 'Charizard' }) },
    ]
    for (const [status, bodies] of [[200, good] as const, [400, bad] as const]) {
      for (const body of bodies) {
        assert.equal((await call('/v1/prices', post(body))).status, status, JSON.stringify(body).slice(0, 60))
        assert.equal(validator.Check(body), status === 200, JSON.stringify(body).slice(0, 60))
      }
    }
    assert.match(
      (await call('/v1/prices', post({}))).body.error.message,
      /at least one entry in productIds, skuIds or cards/,
    )
  })

  test('rows come in request order, products first, duplicates once, each with its own status', async () => {
    const { call } = running()
    const { product }: DetailsResult = (await call('/v1/products/300004/details')).body
    const sku = product.skus[0]?.skuId as number
    const reply = await call(
      '/v1/prices',
      post({ productIds: [300005, 1, 300004, 300005, 990002], skuIds: [sku, 99, sku] }),
    )
    assert.equal(reply.status, 200)
    assert.deepEqual(
      reply.body.results.map((row: Record<string, unknown>) => [row.productId, row.skuId, row.status, row.code]),
      [
        [300005, null, 'ok', 'ok'],
        [1, null, 'not_found', 'product_not_found'],
        [300004, null, 'ok', 'ok'],
        [990002, null, 'unavailable', 'upstream_unavailable'],
        [300004, sku, 'ok', 'ok'],
        [null, 99, 'not_found', 'sku_not_found'],
      ],
    )
    const [, , whole, , single] = reply.body.results
    assert.deepEqual(
      single.prices[0],
      whole.prices.find((price: Price) => price.skuId === sku),
    )
    assert.equal(reply.body.cacheHit, false)
  })

  test('the whole is as old as its oldest row, a hit only when every row is, and costs one unit', async (t) => {
    const clock = fakeClock('2026-11-21T09:30:00.000Z')
    const { call, service, accountId } = await startService(t, { now: clock.read })
    await call('/v1/products/300004/prices')
    clock.now += 60_000
    const mixed = (await call('/v1/prices', post({ productIds: [300004, 300005] }))).body
    assert.deepEqual([mixed.fetchedAt, mixed.cacheHit], ['2026-11-21T09:30:00.000Z', false])
    const hit = (await call('/v1/prices', post({ productIds: [300004, 300005] }))).body
    assert.equal(hit.cacheHit, true)
    assert.equal((await service.accounts.usageOf(accountId)).month.used, 3)
  })

  test('only not found is 200, and only a source that failed for all is 502', async () => {
    const { call } = running()
    assert.equal((await call('/v1/prices', post({ productIds: [1, 2], skuIds: [3] }))).status, 200)
    const down = await call('/v1/prices', post({ productIds: [990001, 990002], skuIds: [99000101] }))
    assert.deepEqual([down.status, down.body.error.code], [502, 'upstream_unavailable'])
  })

  test('a bad body is 400 invalid_body that names the place', async () => {
    const { call } = running()
    const tooMany = [
      { productIds: idsFrom(1, 101) },
      { productIds: idsFrom(1, 60), skuIds: idsFrom(1, 41) },
      { skuIds: Array(1_001).fill(1) },
    ]
    const wrong = [
      { productIds: [0] },
      { productIds: [1.5] },
      { productIds: ['1'] },
      { skuIds: 5 },
      { productIds: [9007199254740992] },
    ]
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '{"productIds":[]}',
      '{}',
      ...wrong,
      ...tooMany,
      '['.repeat(50_000),
      ' '.repeat(400_000),
    ]) {
      const reply = await call('/v1/prices', post(body))
      assert.equal(reply.status, 400, JSON.stringify(body).slice(0, 60))
      assert.equal(reply.body.error.code, 'invalid_body')
    }
    assert.match((await call('/v1/prices', post({ productIds: [5, 0] }))).body.error.message, /productIds\.1/)
    assert.equal((await call('/v1/prices', post({ productIds: Array(100).fill(300004), extra: true }))).status, 200)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
      const reply = await call('/v1/prices', { ...post({ productIds: [5] }), headers: { 'content-type': type } })
      assert.equal(reply.body.error.code, 'invalid_body', type)
    }
    assert.equal(
      (await call('/v1/prices', { method: 'POST', headers: json, body: new Uint8Array([0x22, 0xff, 0x22]) })).status,
      400,
    )
  })
})
