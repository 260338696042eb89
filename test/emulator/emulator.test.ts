import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { posted } from '../support/posted.ts'
import { outcomeOf, spawned } from '../support/process.ts'
import { startEmulator } from './emulator.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
const read = async (url: string, init: RequestInit = {}): Promise<any> => (await fetch(url, init)).json()

describe('emulator', () => {
  test('writes what the source writes: floats, texts, double nesting, newest first', async (t) => {
    // How many were sold of late is another number on other days.
    const { urls, close } = await startEmulator({ now: () => Date.parse('2026-11-22T12:00:00Z') })
    t.after(close)
    const details = await (await fetch(`${urls.search}/v2/product/300004/details`)).text()
    assert.match(details, /"productId":300004\.0,/)
    assert.match(details, /"listings":\d+\.0,/)
    const listings = await read(`${urls.search}/v1/product/300004/listings`, posted({ size: 2 }))
    assert.equal(listings.results[0].results.length, 2)
    const history = await read(`${urls.history}/price/history/300004/detailed?range=month`)
    const [first, second] = history.result[0].buckets
    assert.ok(first.bucketStartDate > second.bucketStartDate)
    for (const value of Object.values(first)) assert.equal(typeof value, 'string')
  })

  test('refuses what the source refuses', async (t) => {
    const { urls, close } = await startEmulator()
    t.after(close)
    const status = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).status
    assert.equal(await status(`${urls.search}/v1/product/300004/listings`, posted({ size: 100 })), 400)
    assert.equal(await status(`${urls.search}/v1/search/request`, posted({ size: 51 })), 400)
    assert.equal(await status(`${urls.search}/v1/search/request`, posted({ algorithm: '' })), 400)
    assert.equal(await status(`${urls.search}/v1/search/request`, posted({ sort: { field: 'marketPrice' } })), 500)
    assert.equal(await status(`${urls.history}/price/history/300004/detailed?range=semi-annual`), 400)
    assert.equal(await status(`${urls.gateway}/v1/pricepoints/marketprice/skus/search`, posted({ skuIds: [] })), 400)
    assert.equal(await status(`${urls.images}/product/990006_in_1000x1000.jpg`, { method: 'HEAD' }), 403)
    assert.equal(await status(`${urls.tcgcsv}/tcgplayer/categories`, { headers: { 'user-agent': '' } }), 401)
    assert.equal(await status(`${urls.tcgcsv}/tcgplayer/categories`, { headers: { 'user-agent': 'Shop/1.0' } }), 200)
  })

  test('faults come by header, by product, by schedule, and by the number of calls', async (t) => {
    const emulator = await startEmulator()
    t.after(emulator.close)
    const status = async (productId: number, headers: Record<string, string> = {}) =>
      (await fetch(`${emulator.urls.search}/v2/product/${productId}/details`, { headers })).status
    assert.equal(await status(300004, { 'x-emulator-fault': '503' }), 503)
    emulator.plan([{ fault: '500', productId: 300001, after: 1, times: 2 }])
    const seen = []
    for (const id of [300001, 300001, 300002, 300001, 300001]) seen.push(await status(id))
    assert.deepEqual(seen, [200, 500, 200, 500, 200])
    emulator.throttleAfter(2)
    assert.deepEqual([await status(300001), await status(300002), await status(300003)], [200, 200, 403])
  })
})

test('a fault of a route that is not there is refused, with those that are', async () => {
  const child = spawned(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), '--fault', 'nope:500'])
  const { status, err } = await outcomeOf(child)
  assert.equal(status, 2)
  assert.match(err, /^--fault nope:500: there is no route "nope"; there are details, .*lastUpdated/)
})
