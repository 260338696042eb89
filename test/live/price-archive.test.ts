import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Price } from '../../src/contract/prices.ts'
import { createArchiveProbe } from '../support/archive-probe.ts'
import { engines } from '../support/engines.ts'
import { type RunningService, startService } from '../support/service.ts'
import { tempFolder } from '../support/temp.ts'
import { startLiveEmulator } from './live-service.ts'

const card = 300004

const priced = (prices: readonly Price[]) => prices.filter(({ marketPrice }) => marketPrice !== null)
const amounts = (prices: readonly Price[]) => prices.map(({ skuId, marketPrice }) => [skuId, marketPrice]).sort()

describe('the live market keeps what it fetches', () => {
  test('a price is asked back as of its fetch, by another process too, and no answer waited for that', async (t) => {
    const emulator = await startLiveEmulator(t)
    const env = { ...emulator.env, DATA_DIR: tempFolder(t), PRICE_ARCHIVE: 'on' }
    const { call, service } = await startService(t, { env, now: Date.now })
    const fetched = (await call(`/v1/products/${card}/prices`)).body
    const asked = `/v1/products/${card}/prices?asOf=${new Date().toISOString()}`
    // What is kept is written at a stop, too.
    await service.close()

    const { call: ask } = await startService(t, { env, now: Date.now })
    const { status, body } = await ask(asked)
    assert.equal(status, 200)
    const known = (fetched.prices as Price[]).filter(({ calculatedAt }) => calculatedAt !== null)
    assert.ok(known.length > 0)
    const kept = priced(body.prices)
    assert.deepEqual(amounts(kept), amounts(known))
    for (const { calculatedAt } of kept) {
      const asideMs = Date.parse(fetched.fetchedAt) - Date.parse(calculatedAt ?? '')
      assert.ok(asideMs >= 0 && asideMs < 1_000, `${calculatedAt} is not ${fetched.fetchedAt}`)
    }
    const before = `${new Date(Date.parse(fetched.fetchedAt) - 1_000).toISOString()}`
    const earlier = (await ask(`/v1/products/${card}/prices?asOf=${before}`)).body.prices as Price[]
    assert.ok(earlier.length > 0 && earlier.every(({ marketPrice }) => marketPrice === null))
    const { body: capabilities } = await ask('/capabilities')
    assert.deepEqual(
      [capabilities.data.asOf.offered, capabilities.recordedSince],
      [true, fetched.fetchedAt.slice(0, 10)],
    )
  })

  test('without the setting nothing is kept, and the past cannot be asked for', async (t) => {
    const emulator = await startLiveEmulator(t)
    const env = { ...emulator.env, DATA_DIR: tempFolder(t) }
    const { call, service } = await startService(t, { env })
    assert.equal((await call(`/v1/products/${card}/prices`)).status, 200)
    assert.equal((await call(`/v1/products/${card}/prices?asOf=2026-11-21`)).body.error.code, 'invalid_parameter')
    await service.close()
    assert.deepEqual(await createArchiveProbe(env).sources(), [])
  })
})

for (const { name, skip, prepare } of await engines()) {
  test(`several processes that write at once lose nothing: ${name}`, { skip }, async (t) => {
    const emulator = await startLiveEmulator(t)
    const env = { ...emulator.env, ...(await prepare(t)), PRICE_ARCHIVE: 'on' }
    const products = [300001, 300002, 300004, 300005, 300006, 300007]
    const services: RunningService[] = []
    for (let n = 0; n < 3; n++) services.push(await startService(t, { env, now: Date.now }))
    const fetched = await Promise.all(
      products.map(async (productId, at) => {
        const { call } = services[at % services.length] as (typeof services)[number]
        return { productId, prices: (await call(`/v1/products/${productId}/prices`)).body.prices as Price[] }
      }),
    )
    // All at once, as at the end of a deployment.
    await Promise.all(services.map(({ service }) => service.close()))
    const warnings = services.flatMap((service) => service.warnings)
    const { call } = await startService(t, { env, now: Date.now })
    for (const { productId, prices } of fetched) {
      const { body } = await call(`/v1/products/${productId}/prices?asOf=${new Date().toISOString()}`)
      assert.deepEqual(amounts(priced(body.prices)), amounts(priced(prices)), `${productId}: ${warnings}`)
    }
  })
}
