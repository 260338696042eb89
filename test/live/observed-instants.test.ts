import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startLive } from './live-service.ts'

/** Answers that are made of the same upstream answers as another one before them. */
const derived = ['/v1/categories', '/v1/categories/pokemon/sets', '/v1/products/300001/image']

describe('an answer of the live market is of the instant that it bears', () => {
  test('parts of another answer are no fetch of this one: the source is asked; a hit keeps its instant', async (t) => {
    const { call, emulator } = await startLive(t)
    await call('/v1/search?category=pokemon&set=base-set')
    await call('/v1/products/300001/details')
    for (const target of derived) {
      const before = emulator.calls.length
      const first = (await call(target)).body
      const asked = emulator.calls.slice(before)
      assert.ok(asked.length > 0, `${target} was made of what was known`)
      assert.equal(first.cacheHit, false)
      await delay(5)
      const second = (await call(target)).body
      assert.deepEqual([second.fetchedAt, second.cacheHit], [first.fetchedAt, true], target)
    }
  })

  test('past its lifetime nothing is served while the source is down', async (t) => {
    const lifetimes = Object.fromEntries(
      ['CATEGORIES', 'SETS', 'IMAGE'].map((kind) => [`CACHE_TTL_${kind}_SECONDS`, '1']),
    )
    const { call, emulator } = await startLive(t, lifetimes)
    await call('/v1/search?category=pokemon&set=base-set')
    await call('/v1/products/300001/details')
    for (const target of derived) assert.equal((await call(target)).status, 200, target)
    emulator.plan([{ fault: '500' }])
    await delay(1_100)
    for (const target of derived) {
      const { status, body } = await call(target)
      assert.deepEqual([status, body.error?.code], [502, 'upstream_unavailable'], target)
    }
  })

  test('the prices of a product without SKUs are as old as the details that say so', async (t) => {
    const { call, emulator } = await startLive(t)
    emulator.turn({ skus: false })
    const details = (await call('/v1/products/300001/details')).body
    await delay(5)
    const prices = (await call('/v1/products/300001/prices')).body
    assert.deepEqual([prices.prices, prices.fetchedAt, prices.cacheHit], [[], details.fetchedAt, true])
    assert.deepEqual(
      emulator.calls.map(({ route }) => route),
      ['details'],
    )
  })
})
