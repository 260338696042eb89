import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endpoints, type OperationId } from '../../src/contract/endpoints.ts'
import { startService } from '../support/service.ts'
import { fakeClock } from '../support/temp.ts'

/** A good call of every operation. */
const goodCalls: Record<OperationId, { target: string; body?: unknown }> = {
  listPlans: { target: '/v1/plans' },
  getUsage: { target: '/v1/usage' },
  listCategories: { target: '/v1/categories' },
  listSets: { target: '/v1/categories/pokemon/sets' },
  searchProducts: { target: '/v1/search?q=charizard' },
  identify: { target: '/v1/identify?q=Charizard+4/102' },
  identifyImage: { target: '/v1/identify-image', body: { imageDataUrl: 'data:image/png;base64,iVBORw0KGgo=' } },
  getProduct: { target: '/v1/products/300004' },
  getDetails: { target: '/v1/products/300004/details' },
  getPrices: { target: '/v1/products/300004/prices' },
  getHistory: { target: '/v1/products/300004/history' },
  getListings: { target: '/v1/products/300004/listings' },
  getImage: { target: '/v1/products/300004/image' },
  lookUpPrices: { target: '/v1/prices', body: { productIds: [300004] } },
}

const initOf = (operation: OperationId): RequestInit => {
  const { body } = goodCalls[operation]
  return body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

const operations = Object.entries(endpoints) as [OperationId, (typeof endpoints)[OperationId]][]
const keyed = operations.filter(([, { access }]) => access === 'key')
const plainGets = operations.filter(([, { method }]) => method === 'GET')

describe('every endpoint', () => {
  test('there are fourteen, one of which needs no key', () => {
    assert.equal(operations.length, 14)
    assert.equal(keyed.length, 13)
  })

  for (const [operation, { access }] of operations) {
    test(`${operation} answers as the contract says and costs ${access === 'key' ? 'one unit' : 'nothing'}`, async (t) => {
      const { call, service, accountId } = await startService(t)
      const reply = await call(goodCalls[operation].target, initOf(operation))
      // The example picture has no pixels, which is found out after the call was charged.
      assert.equal(reply.status, operation === 'identifyImage' ? 400 : 200, JSON.stringify(reply.body))
      const usage = await service.accounts.usageOf(accountId)
      assert.equal(usage.month.used, access === 'key' ? 1 : 0)
      assert.equal(reply.headers.get('x-ratelimit-remaining'), access === 'key' ? String(usage.minute.remaining) : null)
      assert.equal(reply.headers.get('x-monthly-remaining'), access === 'key' ? String(usage.month.remaining) : null)
    })
  }

  test('a key that is missing, malformed, unknown, revoked or expired is refused by its own code and costs nothing', async (t) => {
    const clock = fakeClock('2026-11-21T09:30:00.000Z')
    const { call, service, issue, key } = await startService(t, { now: clock.read })
    const revoked = await issue()
    await service.accounts.revokeKey(revoked.keyId)
    const closed = await issue()
    await service.accounts.close(closed.accountId)
    const expiring = await issue()
    const expiresAt = '2026-11-21T09:30:01.000Z'
    const expired = await service.accounts.issueKey({ accountId: expiring.accountId, label: null, expiresAt })
    clock.now += 1_000
    const stranger = await (await startService(t)).issue()
    const cases: [string, RequestInit & { key?: string | null }][] = [
      ['missing_api_key', { key: null }],
      ['missing_api_key', { headers: { authorization: '' } }],
      ['missing_api_key', { headers: { authorization: `Basic ${key}` } }],
      ['missing_api_key', { headers: { authorization: 'Bearer' } }],
      ['missing_api_key', { headers: { authorization: key } }],
      ['invalid_api_key', { key: 'nonsense' }],
      ['invalid_api_key', { key: `${key.slice(0, -1)}!` }],
      ['invalid_api_key', { key: 'x'.repeat(10_000) }],
      ['invalid_api_key', { key: stranger.key }],
      ['revoked_api_key', { key: revoked.key }],
      ['revoked_api_key', { key: closed.key }],
      ['expired_api_key', { key: expired.key }],
    ]
    for (const [operation] of keyed) {
      for (const [code, init] of cases) {
        const reply = await call(goodCalls[operation].target, { ...initOf(operation), ...init })
        assert.equal(reply.status, 401, `${operation} ${code}`)
        assert.equal(reply.body.error.code, code)
        assert.match(reply.headers.get('www-authenticate') ?? '', /^Bearer/)
        assert.equal(reply.headers.get('x-ratelimit-remaining'), null)
        assert.ok(!JSON.stringify(reply.body).includes('cmd_'))
      }
    }
    for (const { accountId } of [revoked, closed, expiring])
      assert.equal((await service.accounts.usageOf(accountId)).month.used, 0)
  })

  test('a key in the query string is never accepted, a lower-case scheme is', async (t) => {
    const { call, key } = await startService(t)
    assert.equal((await call(`/v1/usage?api_key=${key}&access_token=${key}&key=${key}`, { key: null })).status, 401)
    assert.equal((await call('/v1/usage', { headers: { authorization: `bearer ${key}` } })).status, 200)
  })

  test('a used-up minute or month is 429 by its own code with Retry-After and both headers, and costs nothing', async (t) => {
    const clock = fakeClock('2026-11-30T23:59:30.500Z')
    const { call, issue, service } = await startService(t, { now: clock.read })
    const small = await issue({ requestsPerMinute: 1, monthlyRequests: 2 })
    assert.equal((await call('/v1/usage', { key: small.key })).status, 200)
    for (const [operation] of keyed) {
      const limited = await call(goodCalls[operation].target, { ...initOf(operation), key: small.key })
      assert.equal(limited.status, 429)
      assert.equal(limited.body.error.code, 'rate_limited')
      assert.equal(limited.headers.get('retry-after'), '30')
      assert.equal(limited.headers.get('x-ratelimit-remaining'), '0')
      assert.equal(limited.headers.get('x-monthly-remaining'), '1')
    }
    const month = await issue({ requestsPerMinute: 9, monthlyRequests: 1 })
    await call('/v1/usage', { key: month.key })
    const exhausted = await call('/v1/usage', { key: month.key })
    assert.equal(exhausted.body.error.code, 'quota_exceeded')
    assert.equal(exhausted.headers.get('retry-after'), '30')
    assert.equal(exhausted.headers.get('x-ratelimit-remaining'), '8')
    assert.equal(exhausted.headers.get('x-monthly-remaining'), '0')
    assert.equal((await service.accounts.usageOf(month.accountId)).month.used, 1)
    clock.now = Date.parse('2026-12-01T00:00:00.000Z')
    const usage = await call('/v1/usage', { key: month.key })
    assert.deepEqual([usage.status, usage.body.month.used, usage.body.minute.resetsAt], [200, 1, '2026-12-01T00:01:00.000Z'])
  })

  test('HEAD answers as GET without a body; a wrong method is 405 with Allow, an unknown route 404, and neither looks at the key', async (t) => {
    const { call, service, accountId } = await startService(t)
    for (const [operation] of plainGets) {
      const { target } = goodCalls[operation]
      await call(target)
      const [get, head] = [await call(target), await call(target, { method: 'HEAD' })]
      assert.equal(head.status, get.status)
      for (const name of ['etag', 'content-type', 'cache-control'])
        assert.equal(head.headers.get(name), get.headers.get(name), operation)
    }
    const before = (await service.accounts.usageOf(accountId)).month.used
    for (const [operation, { method }] of operations) {
      for (const wrong of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((other) => other !== method)) {
        const reply = await call(goodCalls[operation].target.split('?')[0] as string, { method: wrong })
        assert.equal(reply.status, 405, `${wrong} ${operation}`)
        assert.equal(reply.headers.get('allow'), method === 'GET' ? 'GET, HEAD' : 'POST')
      }
    }
    for (const path of ['/v1', '/v1/', '/v1/plans/', '/v2/plans', '/api/v1/plans', '/V1/plans', '/v1/products/1/2/3']) {
      const reply = await call(path)
      assert.equal(reply.status, 404, path)
      assert.equal(reply.body.error.code, 'route_not_found')
    }
    assert.equal((await service.accounts.usageOf(accountId)).month.used, before)
  })

  test('a weak ETag of what was observed answers 304, the same on a miss and a hit, and a 304 costs one unit', async (t) => {
    const { call, service, accountId } = await startService(t)
    for (const [operation, { cacheControl }] of plainGets) {
      const { target } = goodCalls[operation]
      const first = await call(target)
      const second = await call(target)
      assert.equal(first.headers.get('cache-control'), cacheControl)
      if (cacheControl === 'no-store') {
        assert.equal(first.headers.get('etag'), null)
        continue
      }
      const etag = first.headers.get('etag') as string
      assert.match(etag, /^W\/"[\w-]+"$/)
      assert.equal(second.headers.get('etag'), etag, operation)
      const before = (await service.accounts.usageOf(accountId)).month.used
      const third = await call(target, { headers: { 'if-none-match': `"other", ${etag}` } })
      assert.equal(third.status, 304, operation)
      assert.equal(third.headers.get('etag'), etag)
      assert.equal((await service.accounts.usageOf(accountId)).month.used - before, operation === 'listPlans' ? 0 : 1)
      assert.equal((await call(target, { headers: { 'if-none-match': '"other"' } })).status, 200)
    }
  })

  test('an incoming request id is kept when it is safe, else replaced', async (t) => {
    const { call } = await startService(t)
    const echo = async (id: string) => (await call('/v1/plans', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    assert.equal(await echo('Shop-7.till_2'), 'Shop-7.till_2')
    for (const bad of ['with space', 'x'.repeat(129), 'semi;colon', 'a/b'])
      assert.match((await echo(bad)) ?? '', /^[0-9a-f-]{36}$/)
  })

  test('answers are compressed as the client likes best, and small ones are left alone', async (t) => {
    const { address, key, call } = await startService(t)
    const plain = (await call('/v1/products/300004/history', { headers: { 'accept-encoding': 'identity' } })).body
    for (const [accepted, expected] of [
      ['gzip', 'gzip'],
      ['br', 'br'],
      ['gzip, deflate, br', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['gzip;q=1.0, br;q=0.5', 'gzip'],
      ['identity', null],
      ['deflate', null],
    ] as const) {
      const headers = { authorization: `Bearer ${key}`, 'accept-encoding': accepted }
      for (let i = 0; i < 2; i++) {
        const response = await fetch(`${address}/v1/products/300004/history`, { headers })
        assert.equal(response.headers.get('content-encoding'), expected, accepted)
        assert.match(response.headers.get('vary') ?? '', /accept-encoding/i)
        const body = (await response.json()) as { variants: unknown }
        assert.deepEqual(body.variants, plain.variants)
      }
    }
    assert.equal((await call('/v1/usage', { headers: { 'accept-encoding': 'gzip' } })).headers.get('content-encoding'), null)
  })
})
