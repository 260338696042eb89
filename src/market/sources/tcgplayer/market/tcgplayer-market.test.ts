import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { UpstreamHost } from '../../../upstream/upstream.ts'
import { createTcgplayerMarket } from './tcgplayer-market.ts'

const signal = new AbortController().signal

/** A host that answers every route out of a table, and the bodies of the calls it was sent. */
const hostOf = (answers: Readonly<Record<string, (body: unknown) => unknown>>) => {
  const calls: { readonly route: string; readonly body: unknown }[] = []
  const fetchJson: UpstreamHost['fetchJson'] = async ({ route, body, read }) => {
    calls.push({ route, body })
    return read(answers[route]?.(body))
  }
  return { host: { fetchJson } as UpstreamHost, calls }
}

const start = () => {
  let elapsedMs = 0
  const delays: { readonly ms: number; readonly end: () => void }[] = []
  const search = hostOf({ details: () => ({ productId: 7, productName: 'Card', imageCount: 1, skus: [{ sku: 701 }] }) })
  const gateway = hostOf({
    prices: (body) => (body as { skuIds: number[] }).skuIds.map((skuId) => ({ skuId, marketPrice: skuId / 100 })),
  })
  const market = createTcgplayerMarket({
    search: search.host,
    gateway: gateway.host,
    history: hostOf({}).host,
    images: null,
    steadyNow: () => elapsedMs,
    delay: (ms) => new Promise((resolve) => delays.push({ ms, end: resolve })),
  })
  return { market, search, gateway, delays, pass: (ms: number) => (elapsedMs += ms) }
}

describe('the live market by a clock of its own', () => {
  test('the picture of known details is taken from memory for ten minutes and then looked up again', async () => {
    const { market, search, pass } = start()
    const lookUps = async () => {
      assert.match((await market.image(7, signal)) ?? '', /\/7_/)
      return search.calls.length
    }
    assert.equal(await lookUps(), 1)
    pass(599_999)
    assert.equal(await lookUps(), 1)
    pass(1)
    assert.equal(await lookUps(), 2)
  })

  test('prices asked for within one window go out in one request, later ones in the next', async () => {
    const { market, gateway, delays } = start()
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
    assert.deepEqual(
      gateway.calls.map(({ body }) => body),
      [{ skuIds: [701, 702] }, { skuIds: [703] }],
    )
  })
})
