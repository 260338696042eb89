import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createCrossOriginHeaders } from '../../src/http/wire/cross-origin.ts'
import { httpLimits } from '../../src/http/wire/limits.ts'
import { createApiServer } from '../../src/http/wire/server.ts'
import { listen } from '../support/other-server.ts'
import { useService } from '../support/service.ts'

const shop = 'https://shop.example.com'
const price = '/v1/products/300004/prices'

const ofCors = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'))

describe('a page of another origin, where none is named', () => {
  const running = useService()

  test('may call no route that takes a key, and read those that take none', async () => {
    const headers = {
      origin: shop,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    const preflight = await running().call(price, { method: 'OPTIONS', headers, key: null })
    assert.deepEqual([preflight.status, ofCors(preflight.headers)], [204, {}])
    const vary = 'accept-encoding'
    const [answered, refused] = [
      await running().call(price, { headers }),
      await running().call(price, { headers, key: null }),
    ]
    assert.deepEqual(ofCors(answered.headers), { vary: `authorization, ${vary}` })
    assert.deepEqual(ofCors(refused.headers), { vary })
    const plans = await running().call('/v1/plans', { headers })
    assert.deepEqual(ofCors(plans.headers), { vary: 'accept-encoding', 'access-control-allow-origin': '*' })
    const picture = await fetch(`${running().address}/sandbox/images/300004.svg`, { headers })
    assert.deepEqual([picture.status, picture.headers.get('access-control-allow-origin')], [200, '*'])
  })
})

describe('a page of an origin that the operator names', () => {
  const running = useService({ env: { CORS_ORIGINS: `${shop},http://localhost:5173` } })
  const from = (origin: string, headers: Record<string, string> = {}) => ({ headers: { origin, ...headers } })

  const exposed = [
    ...['x-request-id', 'x-ratelimit-remaining', 'x-monthly-remaining', 'retry-after', 'ratelimit'],
    ...['ratelimit-policy', 'x-ignored-parameters', 'etag', 'link', 'date'],
  ].join(', ')
  const readable = (origin: string, vary = 'origin, accept-encoding') => ({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposed,
    vary,
  })

  test('is told before the call what it may send, without a key and uncharged', async () => {
    const { call, service, accountId } = running()
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    }
    const { status, headers } = await call('/v1/prices', { method: 'OPTIONS', key: null, ...from(shop, asked) })
    assert.deepEqual(
      [status, headers.get('access-control-allow-methods'), headers.get('access-control-max-age')],
      [204, 'POST, OPTIONS', '7200'],
    )
    const sendable = headers.get('access-control-allow-headers')?.split(', ') ?? []
    for (const name of ['authorization', 'content-type', 'x-request-id', 'if-none-match'])
      assert.ok(sendable.includes(name), name)
    assert.equal(headers.get('access-control-allow-origin'), shop)
    assert.equal(headers.get('access-control-allow-credentials'), null)
    assert.equal(headers.get('vary'), 'origin')
    assert.equal((await service.accounts.usageOf(accountId)).month.used, 0)
    const plain = await call('/v1/prices', { method: 'OPTIONS', key: null, ...from(shop) })
    assert.deepEqual(
      [plain.headers.get('allow'), plain.headers.get('access-control-allow-methods')],
      ['POST, OPTIONS', null],
    )
  })

  test('may speak the Model Context Protocol as the official client does, in every revision', async (t) => {
    const { address, key } = running()
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
    for (const path of ['/mcp', '/mcp?a=1']) {
      const { status, headers } = await running().call(path, { method: 'OPTIONS', key: null, ...from(shop, asked) })
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [204, shop], path)
      assert.equal(
        headers.get('access-control-allow-headers'),
        'authorization, content-type, x-request-id, if-none-match, mcp-protocol-version, mcp-method, mcp-name',
      )
    }
    const allowed = new Set([
      'accept',
      ...((await running().call('/mcp', { method: 'OPTIONS', key: null, ...from(shop, asked) })).headers
        .get('access-control-allow-headers')
        ?.split(', ') ?? []),
    ])
    for (const mode of ['legacy', 'auto'] as const) {
      const sent = new Set<string>()
      const agent = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
      const transport = new StreamableHTTPClientTransport(new URL('/mcp', address), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
        fetch: (url, init) => {
          for (const [name] of new Headers(init?.headers)) sent.add(name)
          return fetch(url, init)
        },
      })
      await agent.connect(transport)
      t.after(() => agent.close())
      await agent.callTool({ name: 'card_usage', arguments: {} })
      assert.deepEqual(
        [...sent].filter((name) => !allowed.has(name)),
        [],
        mode,
      )
      assert.ok(sent.has('mcp-protocol-version'), mode)
    }
  })

  test('may read every answer: success, 304, 400, 401, 404, 405 and 429', async () => {
    const { call, issue } = running()
    const first = await call(price, from(shop))
    const ofKey = readable(shop, 'origin, authorization, accept-encoding')
    assert.deepEqual([first.status, ofCors(first.headers)], [200, ofKey])
    const etag = first.headers.get('etag') as string
    const again = await call(price, from(shop, { 'if-none-match': etag }))
    assert.deepEqual([again.status, ofCors(again.headers)], [304, ofKey])
    for (const [target, key, status] of [
      ['/v1/search?limit=x', undefined, 400],
      [price, null, 401],
      ['/v1/products/1/prices', undefined, 404],
      ['/v1/nope', undefined, 404],
      ['/v1/prices', undefined, 405],
    ] as const) {
      const { status: got, headers } = await call(target, {
        ...from('http://localhost:5173'),
        ...(key === null && { key }),
      })
      assert.deepEqual([got, ofCors(headers)], [status, readable('http://localhost:5173')], target)
    }
    const { key } = await issue({ requestsPerMinute: 1 })
    await call(price, { key })
    const limited = await call(price, { key, ...from(shop) })
    assert.deepEqual([limited.status, ofCors(limited.headers)], [429, readable(shop)])
    const plans = await call('/v1/plans', from(shop))
    assert.deepEqual([plans.status, ofCors(plans.headers)], [200, readable(shop)])
  })

  test('is compared exactly: another origin may read nothing, and caches are told that origins differ', async () => {
    const { call, address } = running()
    for (const origin of [
      'https://evil.example',
      `${shop}.evil.example`,
      `${shop}:8443`,
      'http://shop.example.com',
      'null',
      `${shop}, x`,
    ]) {
      const { status, headers } = await call(price, from(origin))
      assert.deepEqual([status, ofCors(headers)], [200, { vary: 'origin, authorization, accept-encoding' }], origin)
      const asked = from(origin, { 'access-control-request-method': 'GET' })
      const preflight = await call(price, { method: 'OPTIONS', key: null, ...asked })
      assert.deepEqual([preflight.status, ofCors(preflight.headers)], [204, { vary: 'origin' }], origin)
    }
    assert.deepEqual(ofCors((await call('/v1/plans', from('https://evil.example'))).headers), {
      'access-control-allow-origin': '*',
      vary: 'origin, accept-encoding',
    })
    assert.equal((await fetch(`${address}/docs`, from(shop))).headers.get('access-control-allow-origin'), null)
  })
})

test('a page of a named origin may read that the service has too much to do', async (t) => {
  const { server } = createApiServer({
    routes: [],
    report: () => {},
    onDefect: assert.ifError,
    tls: null,
    limits: { ...httpLimits, callsInFlight: 0 },
    crossOrigin: createCrossOriginHeaders([shop]),
  })
  const port = await listen(t, server)
  const busy = await fetch(`http://127.0.0.1:${port}/v1/usage`, { headers: { origin: shop } })
  assert.deepEqual([busy.status, busy.headers.get('access-control-allow-origin')], [503, shop])
  const { error } = (await busy.json()) as { error: { requestId: string } }
  assert.equal(error.requestId, busy.headers.get('x-request-id'))
})
