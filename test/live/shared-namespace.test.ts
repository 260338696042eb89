import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '../../src/app/configuration/config.ts'
import { runCli } from '../support/process.ts'
import { testRedis } from '../support/redis.ts'
import { startService } from '../support/service.ts'
import { tempFolder } from '../support/temp.ts'
import { someProducts, startLiveEmulator } from './live-service.ts'

const { url, skip } = await testRedis()

/**
 * Fails unless something is shared before long. On a machine that starves Redis of its 80 ms it counts as away for a
 * moment; then there is another try, with a product that is cold.
 */
const eventuallyShared = async (isShared: (productId: number) => Promise<boolean>): Promise<void> => {
  for (const productId of someProducts) {
    if (await isShared(productId)) return
    await delay(1_500)
  }
  assert.fail('nothing is shared')
}

describe('processes with one Redis and one store', { skip: skip ?? false }, () => {
  test('share what the same hosts answered, and nothing that other hosts did', async (t) => {
    const [production, staging] = await Promise.all([startLiveEmulator(t), startLiveEmulator(t)])
    const env = { DATA_DIR: tempFolder(t), REDIS_URL: url, CATALOG_SOURCE: 'tcgplayer' }
    const start = (market: Environment) => startService(t, { env: { ...env, ...market }, now: Date.now })
    const services = [await start(staging.env), await start(production.env), await start(staging.env)]
    await eventuallyShared(async (productId) => {
      const bodies = []
      for (const { call } of services) bodies.push((await call(`/v1/products/${productId}/details`)).body)
      const [first, other, again] = bodies
      assert.deepEqual([first.cacheHit, other.cacheHit], [false, false])
      if (again.cacheHit) assert.equal(again.fetchedAt, first.fetchedAt)
      return again.cacheHit
    })
  })

  test('share what the same catalogue answered, and nothing of another one', async (t) => {
    const folder = tempFolder(t)
    const env = { DATA_DIR: folder, REDIS_URL: url }
    const row = {
      productId: 10,
      name: 'Own',
      categoryId: 3,
      categoryName: 'Pokemon',
      groupId: 7,
      groupName: 'Set',
      sealed: false,
    }
    writeFileSync(join(folder, 'products.jsonl'), JSON.stringify(row))
    assert.equal((await runCli(['catalog', 'import', join(folder, 'products.jsonl')], env)).status, 0)
    const start = (changes: Environment = {}) =>
      startService(t, { env: { ...env, PUBLIC_URL: 'http://one.test', ...changes }, now: Date.now })
    const bundled = await start()
    const imported = await start({ CATALOG_SOURCE: 'local' })
    const elsewhere = await start({ PUBLIC_URL: 'http://two.test' })
    const beside = await start()
    const statuses = async (target: string) => {
      const replies = []
      for (const { call } of [bundled, imported, elsewhere, beside]) replies.push(await call(target))
      return replies.map(({ status, body }) => [status, body.cacheHit])
    }
    assert.deepEqual(await statuses('/v1/products/10/details'), [
      [404, undefined],
      [200, false],
      [404, undefined],
      [404, undefined],
    ])
    await eventuallyShared(async (productId) => {
      const [first, other, third, again] = await statuses(`/v1/products/${productId}/details`)
      assert.deepEqual([first, other, third, again?.[0]], [[200, false], [404, undefined], [200, false], 200])
      return again?.[1]
    })
  })
})
