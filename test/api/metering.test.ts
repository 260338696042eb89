import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { startService } from '../support/service.ts'
import { fakeClock, tempFolder } from '../support/temp.ts'

describe('metering over HTTP', () => {
  test('of 200 parallel calls on 7 units exactly 7 pass, each with its remainder, in 4 rounds', async (t) => {
    // A minute that ends amid a round would rightly grant more.
    const { read: now } = fakeClock('2026-11-21T09:30:00.000Z')
    const { address, issue } = await startService(t, { now })
    for (let round = 0; round < 4; round++) {
      const isMonthTight = round % 2 === 0
      const { key } = await issue({
        requestsPerMinute: isMonthTight ? 1_000 : 7,
        monthlyRequests: isMonthTight ? 7 : 1_000,
      })
      const replies = await Promise.all(
        Array.from({ length: 200 }, async (_, i) => {
          const target = i % 3 === 0 ? '/v1/usage' : '/v1/products/300004/prices'
          const response = await fetch(address + target, { headers: { authorization: `Bearer ${key}` } })
          await response.arrayBuffer()
          return response
        }),
      )
      const passed = replies.filter(({ status }) => status === 200)
      const tight = isMonthTight ? 'x-monthly-remaining' : 'x-ratelimit-remaining'
      assert.deepEqual(
        passed.map(({ headers }) => Number(headers.get(tight))).sort(),
        [0, 1, 2, 3, 4, 5, 6],
        `round ${round}`,
      )
      assert.equal(replies.filter(({ status }) => status === 429).length, 193)
    }
  })

  test('400, 404 and 502 cost one unit each, and usage reports the state after itself', async (t) => {
    const { call, issue } = await startService(t)
    const { key } = await issue({ requestsPerMinute: 100, monthlyRequests: 100 })
    for (const target of [
      '/v1/products/x',
      '/v1/products/1',
      '/v1/products/990001',
      '/v1/search?limit=0',
      '/v1/categories/none/sets',
    ])
      await call(target, { key })
    const usage = await call('/v1/usage', { key })
    assert.deepEqual([usage.body.minute.used, usage.body.month.used, usage.body.minute.remaining], [6, 6, 94])
    assert.equal(usage.headers.get('x-ratelimit-remaining'), '94')
    assert.match(usage.headers.get('ratelimit') ?? '', /^"minute";r=94;t=\d+, "month";r=94;t=\d+$/)
    assert.equal(usage.headers.get('ratelimit-policy'), '"minute";q=100;w=60, "month";q=100')
  })

  test('a new minute has its whole allowance, and a clock that jumps grants no minute twice', async (t) => {
    const clock = fakeClock('2026-02-28T23:59:59.900Z')
    const { call, issue } = await startService(t, { now: clock.read })
    const { key } = await issue({ requestsPerMinute: 3, monthlyRequests: 1_000 })
    const pass = async () => {
      const replies = await Promise.all(Array.from({ length: 5 }, () => call('/v1/usage', { key })))
      return replies.filter(({ status }) => status === 200).length
    }
    assert.equal(await pass(), 3)
    clock.now += 100
    const first = await call('/v1/usage', { key })
    assert.deepEqual([first.body.minute.remaining, first.body.month.used], [2, 1])
    assert.equal(await pass(), 2)
    for (const jumpMs of [-100, 100, 3_600_000, -3_600_000, 40 * 86_400_000, -40 * 86_400_000]) {
      clock.now += jumpMs
      await pass()
    }
    assert.equal(await pass(), 0)
  })

  test('an account on a plan that the program does not know is 500 internal_error', async (t) => {
    const folder = tempFolder(t)
    const { call, issue } = await startService(t, { env: { DATA_DIR: folder } })
    const { key } = await issue()
    const database = new DatabaseSync(join(folder, 'accounts.db'))
    database.exec(`update accounts set plan = 'gold'`)
    database.close()
    const { status, headers, body } = await call('/v1/usage', { key })
    assert.deepEqual([status, body.error.code, headers.get('retry-after')], [500, 'internal_error', null])
  })

  test('one account never sees the numbers of another', async (t) => {
    const { call, issue } = await startService(t)
    const [one, two] = [await issue({ monthlyRequests: 500 }), await issue({ monthlyRequests: 900 })]
    for (let i = 1; i <= 20; i++) {
      const [a, b] = await Promise.all([call('/v1/usage', { key: one.key }), call('/v1/usage', { key: two.key })])
      assert.deepEqual([a.body.account.id, a.body.month.remaining], [one.accountId, 500 - i])
      assert.deepEqual([b.body.account.id, b.body.month.remaining], [two.accountId, 900 - i])
    }
  })
})
