import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { UpstreamHost } from '../../../market/upstream/upstream.ts'
import { createTcgplayerMarket } from './tcgplayer-market.ts'

const signal = new AbortController().signal

/** A host that answers every route out of a table, and the bodies of the calls it was sent. */
const hostOf = (answers: Readonly<Record<string, (body: unknown) => unknown>>, answered?: Promise<void>) => {
  const calls: { readonly route: string; readonly body: unknown }[] = []
  const fetchJson: UpstreamHost['fetchJson'] = async ({ route, body, read }) => {
    calls.push({ route, body })
    await answered
    return read(answers[route]?.(body))
  }
  return { host: { fetchJson } as UpstreamHost, calls }
}

const everyPrice = (body: unknown) =>
  (body as { skuIds: number[] }).skuIds.map((skuId) => ({ skuId, marketPrice: skuId / 100 }))

const start = (prices: (body: unknown) => unknown = everyPrice, detailsArrive?: Promise<void>) => {
  const delays: { readonly ms: number; readonly end: () => void }[] = []
  const details = { productId: 7, productName: 'Card', imageCount: 1, skus: [{ sku: 701, condition: 'Near Mint' }] }
  const search = hostOf({ details: () => details }, detailsArrive)
  const gateway = hostOf({ prices })
  const market = createTcgplayerMarket({
    search: search.host,
    gateway: gateway.host,
    history: hostOf({}).host,
    images: null,
    delay: (ms) => new Promise((resolve) => delays.push({ ms, end: resolve })),
  })
  return { market, search, gateway, delays }
}

describe('the live market', () => {
  test('a picture is looked up for every answer, which bears the instant of its call', async () => {
    const { market, search } = start()
    for (const calls of [1, 2]) {
      assert.match((await market.image(7, signal)) ?? '', /\/7_/)
      assert.equal(search.calls.length, calls)
    }
  })

  test('a SKU that the source leaves out is a row of nulls, with its product where that was seen', async () => {
    const { market, gateway } = start(() => [])
    await market.details(7, signal)
    const asked = [market.skuPrice(701, signal), market.skuPrice(999, signal)]
    const nothing = {
      marketPriceCents: null,
      lowestPriceCents: null,
      lowSalePriceCents: null,
      highSalePriceCents: null,
      sampleSize: null,
      calculatedAt: null,
    }
    assert.deepEqual(await Promise.all(asked), [
      { productId: 7, price: { skuId: 701, condition: 'Near Mint', variant: null, language: null, ...nothing } },
      { productId: null, price: { skuId: 999, condition: null, variant: null, language: null, ...nothing } },
    ])
    assert.equal(gateway.calls.length, 1)
  })

  test('a SKU id beyond those of the source is unknown without a request', async () => {
    const { market, gateway } = start()
    for (const skuId of [2 ** 31, 10 ** 12, Number.MAX_SAFE_INTEGER])
      assert.equal(await market.skuPrice(skuId, signal), null)
    assert.equal(gateway.calls.length, 0)
  })

  test('prices asked for while details are under way wait a little; those of one window share a request', async () => {
    const arriving = Promise.withResolvers<void>()
    const { market, gateway, delays } = start(everyPrice, arriving.promise)
    const details = market.details(7, signal)
    const first = [market.skuPrice(701, signal), market.skuPrice(702, signal), market.skuPrice(701, signal)]
    delays.shift()?.end()
    assert.deepEqual(
      (await Promise.all(first)).map((found) => found?.price.marketPriceCents),
      [701, 702, 701],
    )
    const later = market.skuPrice(703, signal)
    assert.equal(delays[0]?.ms, 2)
    delays.shift()?.end()
    await later
    arriving.resolve()
    await details
    assert.deepEqual(
      gateway.calls.map(({ body }) => body),
      [{ skuIds: [701, 702] }, { skuIds: [703] }],
    )
  })

  test('prices that no others are expected after wait for no window, and still go out in one request', async () => {
    const { market, gateway, delays } = start()
    await market.details(7, signal)
    await Promise.all([market.skuPrice(701, signal), market.skuPrice(702, signal)])
    assert.deepEqual(delays, [])
    assert.deepEqual(
      gateway.calls.map(({ body }) => body),
      [{ skuIds: [701, 702] }],
    )
  })
})
