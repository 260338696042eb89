import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { endpoints, type OperationId } from '../../src/contract/endpoints.ts'
import { startService, useService } from '../support/service.ts'
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
  return body === undefined
    ? {}
    : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

const operations = (Object.keys(endpoints) as OperationId[]).map((operation) => ({
  operation,
  ...endpoints[operation],
}))
const keyed = operations.filter(({ access }) => access === 'key')
const plainGets = operations.filter(({ method }) => method === 'GET')

test('only the plans are public; every other endpoint needs a key', () => {
  const open = operations.filter(({ access }) => access === 'public').map(({ operation }) => operation)
  assert.deepEqual(open, ['listPlans'])
})

describe('a good call', () => {
  for (const { operation, access } of operations) {
    test(`of ${operation} answers as agreed and costs ${access === 'key' ? 'one unit' : 'nothing'}`, async (t) => {
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

  test('that a browser may keep is kept for the key that asked', async (t) => {
    const { call } = await startService(t)
    for (const { operation } of operations) {
      const { headers } = await call(goodCalls[operation].target, initOf(operation))
      const isKept = headers.get('cache-control')?.startsWith('private') === true
      assert.equal(headers.get('vary')?.includes('authorization') === true, isKept, operation)
    }
  })
})

describe('a key that is missing, malformed, unknown, revoked, expired or of a suspended account', () => {
  const clock = fakeClock('2026-11-21T09:30:00.000Z')
  const running = useService({ now: clock.read })
  const elsewhere = useService()
  const accountIds: string[] = []
  let cases: [string, RequestInit & { key?: string | null }][] = []

  before(async () => {
    const { service, issue, key } = running()
    const [revoked, closed, expiring, suspended] = [await issue(), await issue(), await issue(), await issue()]
    await service.accounts.revokeKey(revoked.keyId)
    await service.accounts.close(closed.accountId)
    await service.accounts.suspend(suspended.accountId, 'unpaid')
    const expiresAt = '2026-11-21T09:30:01.000Z'
    const expired = await service.accounts.issueKey({ accountId: expiring.accountId, label: null, expiresAt })
    clock.now += 1_000
    accountIds.push(revoked.accountId, closed.accountId, expiring.accountId, suspended.accountId)
    cases = [
      ['missing_api_key', { key: null }],
      ['missing_api_key', { headers: { authorization: '' } }],
      ['missing_api_key', { headers: { authorization: `Basic ${key}` } }],
      ['missing_api_key', { headers: { authorization: 'Bearer' } }],
      ['missing_api_key', { headers: { authorization: key } }],
      ['invalid_api_key', { key: 'nonsense' }],
      ['invalid_api_key', { key: `${key.slice(0, -1)}!` }],
      ['invalid_api_key', { key: 'x'.repeat(10_000) }],
      ['invalid_api_key', { key: elsewhere().key }],
      ['revoked_api_key', { key: revoked.key }],
      ['revoked_api_key', { key: closed.key }],
      ['expired_api_key', { key: expired.key }],
      ['suspended_account', { key: suspended.key }],
    ]
  })

  for (const { operation } of keyed) {
    test(`is refused by ${operation} with its own code`, async () => {
      for (const [code, init] of cases) {
        const reply = await running().call(goodCalls[operation].target, { ...initOf(operation), ...init })
        assert.deepEqual([reply.status, reply.body.error.code], [401, code])
        assert.match(reply.headers.get('www-authenticate') ?? '', /^Bearer/)
        assert.equal(reply.headers.get('x-ratelimit-remaining'), null)
        assert.ok(!JSON.stringify(reply.body).includes('cmd_'))
      }
    })
  }

  test('costs its account nothing', async () => {
    for (const accountId of accountIds)
      assert.equal((await running().service.accounts.usageOf(accountId)).month.used, 0)
  })
})

describe('a used-up allowance', () => {
  const clock = fakeClock('2026-11-30T23:59:30.500Z')
  const running = useService({ now: clock.read })

  for (const { operation } of keyed) {
    test(`of the minute is 429 rate_limited from ${operation}, with its headers, and costs nothing`, async () => {
      const { call, issue, service } = running()
      const { key, accountId } = await issue({ requestsPerMinute: 1, monthlyRequests: 2 })
      assert.equal((await call('/v1/usage', { key })).status, 200)
      const { status, body, headers } = await call(goodCalls[operation].target, { ...initOf(operation), key })
      assert.deepEqual([status, body.error.code, headers.get('retry-after')], [429, 'rate_limited', '30'])
      assert.deepEqual([headers.get('x-ratelimit-remaining'), headers.get('x-monthly-remaining')], ['0', '1'])
      assert.equal((await service.accounts.usageOf(accountId)).month.used, 1)
    })
  }

  test('of the month is 429 quota_exceeded, costs nothing, and is whole again in the next month', async () => {
    const { call, issue, service } = running()
    const { key, accountId } = await issue({ requestsPerMinute: 9, monthlyRequests: 1 })
    await call('/v1/usage', { key })
    const { status, body, headers } = await call('/v1/usage', { key })
    assert.deepEqual([status, body.error.code, headers.get('retry-after')], [429, 'quota_exceeded', '30'])
    assert.deepEqual([headers.get('x-ratelimit-remaining'), headers.get('x-monthly-remaining')], ['8', '0'])
    assert.equal((await service.accounts.usageOf(accountId)).month.used, 1)
    clock.now = Date.parse('2026-12-01T00:00:00.000Z')
    const usage = await call('/v1/usage', { key })
    assert.deepEqual(
      [usage.status, usage.body.month.used, usage.body.minute.resetsAt],
      [200, 1, '2026-12-01T00:01:00.000Z'],
    )
  })
})

describe('methods and paths', () => {
  const running = useService()

  for (const { operation } of plainGets) {
    test(`HEAD answers as GET without a body: ${operation}`, async () => {
      const { call } = running()
      const { target } = goodCalls[operation]
      await call(target)
      const [get, head] = [await call(target), await call(target, { method: 'HEAD' })]
      assert.equal(head.status, get.status)
      for (const name of ['etag', 'content-type', 'cache-control'])
        assert.equal(head.headers.get(name), get.headers.get(name))
    })
  }

  for (const { operation, method } of operations) {
    test(`a wrong method is 405, OPTIONS 204, both with Allow, whatever the key, and free: ${operation}`, async () => {
      const { call, service, accountId } = running()
      const before = (await service.accounts.usageOf(accountId)).month.used
      const path = goodCalls[operation].target.split('?')[0] as string
      const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
      for (const wrong of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => other !== method)) {
        for (const init of [{}, { key: null }]) {
          const reply = await call(path, { method: wrong, ...init })
          assert.deepEqual([reply.status, reply.headers.get('allow')], [405, allow], wrong)
        }
      }
      const asked = await call(path, { method: 'OPTIONS', key: null })
      assert.deepEqual([asked.status, asked.headers.get('allow')], [204, allow])
      assert.equal((await service.accounts.usageOf(accountId)).month.used, before)
    })
  }

  for (const path of ['/v1', '/v1/', '/v1/plans/', '/v2/plans', '/api/v1/plans', '/V1/plans', '/v1/products/1/2/3']) {
    test(`${path} is an unknown route, 404, and costs nothing`, async () => {
      const { call, service, accountId } = running()
      const before = (await service.accounts.usageOf(accountId)).month.used
      const reply = await call(path)
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'route_not_found'])
      assert.equal((await service.accounts.usageOf(accountId)).month.used, before)
    })
  }
})

describe('a weak ETag of what was observed', () => {
  const running = useService()

  for (const { operation, cacheControl, access } of plainGets.filter(
    ({ cacheControl }) => cacheControl !== 'no-store',
  )) {
    const cost = access === 'key' ? 1 : 0
    test(`is the same on a miss and a hit of ${operation}, and answers 304, which costs ${cost}`, async () => {
      const { call, service, accountId } = running()
      const { target } = goodCalls[operation]
      const [miss, hit] = [await call(target), await call(target)]
      const etag = miss.headers.get('etag') as string
      assert.match(etag, /^W\/"[\w-]+"$/)
      assert.deepEqual([miss.headers.get('cache-control'), hit.headers.get('etag')], [cacheControl, etag])
      const before = (await service.accounts.usageOf(accountId)).month.used
      const revalidated = await call(target, { headers: { 'if-none-match': `"other", ${etag}` } })
      assert.deepEqual([revalidated.status, revalidated.headers.get('etag')], [304, etag])
      assert.equal((await service.accounts.usageOf(accountId)).month.used - before, cost)
      assert.equal((await call(target, { headers: { 'if-none-match': '"other"' } })).status, 200)
    })
  }

  for (const { operation } of plainGets.filter(({ cacheControl }) => cacheControl === 'no-store')) {
    test(`is not made of ${operation}, which nobody may store`, async () => {
      const { headers } = await running().call(goodCalls[operation].target)
      assert.deepEqual([headers.get('etag'), headers.get('cache-control')], [null, 'no-store'])
    })
  }
})

describe('every endpoint', () => {
  test('a key in the query string is never accepted, a lower-case scheme is', async (t) => {
    const { call, key } = await startService(t)
    assert.equal((await call(`/v1/usage?api_key=${key}&access_token=${key}&key=${key}`, { key: null })).status, 401)
    assert.equal((await call('/v1/usage', { headers: { authorization: `bearer ${key}` } })).status, 200)
  })

  test('an incoming request id is kept when it is safe, else replaced', async (t) => {
    const { call } = await startService(t)
    const echo = async (id: string) =>
      (await call('/v1/plans', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    assert.equal(await echo('Shop-7.till_2'), 'Shop-7.till_2')
    for (const bad of ['with space', 'x'.repeat(129), 'semi;colon', 'a/b'])
      assert.match((await echo(bad)) ?? '', /^[0-9a-f-]{36}$/)
  })

  test('answers are compressed as the client prefers, and small ones are left alone', async (t) => {
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
    assert.equal(
      (await call('/v1/usage', { headers: { 'accept-encoding': 'gzip' } })).headers.get('content-encoding'),
      null,
    )
  })
})
