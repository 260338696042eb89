import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from '../../src/app/lifecycle/listen.ts'
import type { CallContext } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { createApiRoutes } from '../../src/http/api/api-routes.ts'
import { httpLimits } from '../../src/http/wire/limits.ts'
import { createApiServer } from '../../src/http/wire/server.ts'
import { readRaw, sendRaw } from '../support/raw.ts'
import { checkReply, startService } from '../support/service.ts'
import { tempFolder } from '../support/temp.ts'

describe('the HTTP layer', () => {
  test('what the parser refuses is answered in our form with a request id, and the process serves on', async (t) => {
    const { address, call } = await startService(t)
    const get = 'GET /v1/plans HTTP/1.1\r\n'
    const cases: [string, number, string][] = [
      ['NONSENSE\r\n\r\n', 400, 'invalid_request'],
      [`${get}Host: a\r\nbad header\r\n\r\n`, 400, 'invalid_request'],
      [`${get}Host: a\r\nHost: b\r\n\r\n`, 400, 'invalid_request'],
      [`${get}\r\n`, 400, 'invalid_request'],
      [`GET /v1/zz%zz HTTP/1.1\r\nHost: a\r\n\r\n`, 404, 'route_not_found'],
      [`GET /v1/categories/%zz/sets HTTP/1.1\r\nHost: a\r\n\r\n`, 401, 'missing_api_key'],
      [`${get}Host: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`, 400, 'invalid_request'],
      [`${get}Host: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'invalid_request'],
      [`${get}Host: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
      [`${get}Host: a\r\n${'a: b\r\n'.repeat(1_000)}\r\n`, 431, 'headers_too_large'],
      [`GET /v1/plans?${'x'.repeat(60_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414, 'uri_too_long'],
      [`GET /v1/plans?${'x'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414, 'uri_too_long'],
      [`GET /v1/plans HTTP/9.9\r\nHost: a\r\n\r\n`, 505, 'http_version_not_supported'],
      [`GET /v1/plans HTTP/2.0\r\nHost: a\r\n\r\n`, 505, 'http_version_not_supported'],
      [`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`, 505, 'http_version_not_supported'],
      [`GET /v1/plans HTTP/x\r\nHost: a\r\n\r\n`, 400, 'invalid_request'],
      [`BREW /v1/plans HTTP/1.1\r\nHost: a\r\n\r\n`, 501, 'not_implemented'],
      [`get /v1/plans HTTP/1.1\r\nHost: a\r\n\r\n`, 501, 'not_implemented'],
      [`CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n`, 501, 'not_implemented'],
      [`GET * HTTP/1.1\r\nHost: a\r\n\r\n`, 400, 'invalid_request'],
      [`GET ftp://a/v1/plans HTTP/1.1\r\nHost: a\r\n\r\n`, 400, 'invalid_request'],
      [`GET http://user:pw@a/v1/plans HTTP/1.1\r\nHost: a\r\n\r\n`, 400, 'invalid_request'],
    ]
    for (const [bytes, status, code] of cases) {
      const answer = readRaw(await sendRaw(address, bytes))
      assert.deepEqual([answer.status, answer.code], [status, code], bytes.slice(0, 60))
      assert.match(answer.head, /x-request-id: /)
      assert.match(answer.head, /content-type: application\/json/)
    }
    assert.equal((await call('/v1/plans')).status, 200)
  })

  test('HTTP/1.0 needs no Host, and broken bytes behind a request do not take its answer', async (t) => {
    const { address, key, reports } = await startService(t)
    assert.equal(readRaw(await sendRaw(address, 'GET /healthz HTTP/1.0\r\n\r\n')).status, 200)
    const usage = `GET /v1/usage HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`
    for (const [broken, status] of [
      ['GARBAGE\r\n\r\n', 400],
      ['BREW / HTTP/1.1\r\n\r\n', 501],
      ['CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 501],
    ] as const) {
      const raw = await sendRaw(address, `${usage}${usage}${broken}`)
      assert.deepEqual(raw.match(/(?<=HTTP\/1\.1 )\d+/g), ['200', '200', String(status)])
    }
    assert.deepEqual(
      reports.map(({ status }) => status),
      [200, 200, 200, 400, 200, 200, 501, 200, 200, 501],
    )
  })

  test('what is sent on after a refusal is not read for long', async (t) => {
    const { address } = await startService(t)
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    // A reset ends it as well as a close does.
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      'POST /v1/identify-image HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
        'Content-Length: 900000000\r\n\r\n',
    )
    const [answer] = (await once(socket, 'data')) as [Buffer]
    assert.equal(readRaw(answer.toString()).status, 401)
    const sending = setInterval(() => socket.write('x'.repeat(1_000)), 20)
    t.after(() => clearInterval(sending))
    const startedMs = performance.now()
    await closed
    assert.ok(performance.now() - startedMs < 4_000)
  })

  test('an absolute request target and a connection kept for several requests are understood', async (t) => {
    const { address, key } = await startService(t)
    const one = `GET ${address}/v1/usage HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`
    const raw = await sendRaw(address, one + one.replace(`${address}/v1/usage`, '/v1/nope'))
    assert.deepEqual(raw.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 404'])
  })

  test('the key is charged before a body is read, and only who may send gets 100-continue', async (t) => {
    const { address, key, service, accountId } = await startService(t)
    const head = (token: string) =>
      `POST /v1/identify-image HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: 5000000\r\nExpect: 100-continue\r\n\r\n`
    assert.equal(readRaw(await sendRaw(address, head('wrong'))).status, 401)
    assert.match(await sendRaw(address, head(key)), /^HTTP\/1\.1 100/)
    assert.equal((await service.accounts.usageOf(accountId)).month.used, 1)
  })

  test('a body over the limit is refused by its declared length and by its bytes, without reading on', async (t) => {
    const { address, key } = await startService(t)
    const head = (path: string, rest: string) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\n${rest}\r\n\r\n`
    const declared = await sendRaw(address, head('/v1/identify-image', 'Content-Length: 99000000'))
    assert.deepEqual([readRaw(declared).status, readRaw(declared).code], [400, 'image_too_large'])
    const chunked = await sendRaw(address, [
      head('/v1/prices', 'Transfer-Encoding: chunked'),
      ...Array(endpoints.lookUpPrices.bodyLimitBytes / 4096 + 4).fill(`1000\r\n${'x'.repeat(4096)}\r\n`),
    ])
    assert.deepEqual([readRaw(chunked).status, readRaw(chunked).code], [400, 'invalid_body'])
  })

  test('slow headers and slow bodies are cut in their time while others are served', async (t) => {
    const limits = { ...httpLimits, headersTimeoutMs: 1_000, requestTimeoutMs: 1_500 }
    const { service, call, key } = await startService(t)
    const handlers = { lookUpPrices: async () => ({}) } as never
    const routes = createApiRoutes({ lookUpPrices: endpoints.lookUpPrices }, handlers, service.accounts)
    const { server } = createApiServer({ routes, report: () => {}, onDefect: assert.ifError, tls: null, limits })
    const address = await listen(server, { host: '127.0.0.1', port: 0, protocol: 'http' })
    t.after(() => server.close())
    const slowHead = sendRaw(address, 'GET /v1/plans HTTP/1.1\r\nHost: a\r\nX: ', 5_000)
    const slowBody = sendRaw(
      address,
      `POST /v1/prices HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"pro`,
      5_000,
    )
    assert.equal((await call('/v1/plans')).status, 200)
    const startedMs = performance.now()
    const answers = [readRaw(await slowHead), readRaw(await slowBody)]
    assert.ok(performance.now() - startedMs < 4_000)
    assert.deepEqual(
      answers.map(({ status, code }) => [status, code]),
      [
        [408, 'request_timeout'],
        [408, 'request_timeout'],
      ],
    )
  })

  test('the time that a photo is read is not taken from the time for the source', async (t) => {
    const { key, service } = await startService(t)
    const lateAfter = async ({ signal }: { signal: AbortSignal }) => {
      const before = signal.aborted
      await delay(600)
      return { isLate: !before && signal.aborted } as never
    }
    const { identifyImage, lookUpPrices } = endpoints
    const handlers = {
      identifyImage: (_: unknown, __: unknown, call: CallContext) => lateAfter(call),
      lookUpPrices: (_: unknown, __: unknown, call: CallContext) => lateAfter(call),
    }
    const routes = createApiRoutes({ identifyImage, lookUpPrices }, handlers, service.accounts)
    // Long enough for a machine that is held up to begin the call within it.
    const limits = { ...httpLimits, deadlineMs: 400 }
    const { server } = createApiServer({ routes, report: () => {}, onDefect: assert.ifError, tls: null, limits })
    const address = await listen(server, { host: '127.0.0.1', port: 0, protocol: 'http' })
    t.after(() => server.close())
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' }
    const answers = []
    for (const [path, body] of [
      ['/v1/identify-image', { imageDataUrl: '' }],
      ['/v1/prices', { productIds: [300004] }],
    ] as const)
      answers.push(await (await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })).json())
    assert.deepEqual(answers, [{ isLate: false }, { isLate: true }])
  })

  test('a client that goes away in the middle of its call leaves nothing behind and is no outage', async (t) => {
    const { address, key, service, reports } = await startService(t)
    const { port } = new URL(address)
    for (let i = 0; i < 20; i++) {
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`GET /v1/products/990008 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`)
      await delay(5)
      socket.destroy()
    }
    for (let i = 0; i < 100 && !service.api.isIdle(); i++) await delay(20)
    assert.ok(service.api.isIdle())
    assert.ok(reports.every(({ status, code, error }) => status === 499 && code === 'client_gone' && error === null))
  })

  test('a call that needs its source after the stop is 503 shutting_down at once and refunded', async (t) => {
    const { call, service, accountId } = await startService(t)
    service.api.abort()
    const startedMs = performance.now()
    const { status, headers, body } = await call('/v1/products/990008')
    assert.deepEqual([status, body.error?.code, headers.get('retry-after')], [503, 'shutting_down', '1'])
    assert.ok(performance.now() - startedMs < 2_000)
    assert.equal((await service.accounts.usageOf(accountId)).month.used, 0)
  })

  test('a handler that first looks for its client once that is gone finds its signal aborted', async (t) => {
    const { key, service } = await startService(t)
    const { promise: seen, resolve } = Promise.withResolvers<boolean>()
    const gone = Promise.withResolvers<void>()
    const { lookUpPrices } = endpoints
    const handlers = {
      lookUpPrices: async (_: unknown, __: unknown, call: CallContext) => {
        socket.resetAndDestroy()
        await gone.promise
        resolve(call.signal.aborted)
        return {} as never
      },
    }
    const routes = createApiRoutes({ lookUpPrices }, handlers, service.accounts)
    const { server } = createApiServer({ routes, report: () => {}, onDefect: assert.ifError, tls: null })
    server.on('connection', (one) => one.once('close', () => gone.resolve()))
    const { port } = new URL(await listen(server, { host: '127.0.0.1', port: 0, protocol: 'http' }))
    t.after(() => server.close())
    const socket = connect(Number(port), '127.0.0.1')
    const body = '{"productIds":[300004]}'
    socket.write(
      `POST /v1/prices HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    assert.equal(await seen, true)
  })

  test('a defect in reporting a request ends its connection alone, and is passed on to be logged', async (t) => {
    const defects: unknown[] = []
    const report = () => {
      throw new Error('defect')
    }
    const { server } = createApiServer({ routes: [], report, onDefect: (error) => defects.push(error), tls: null })
    const address = await listen(server, { host: '127.0.0.1', port: 0, protocol: 'http' })
    t.after(() => server.close())
    for (let i = 0; i < 2; i++) await sendRaw(address, 'GET /v1/nope HTTP/1.1\r\nHost: a\r\n\r\n')
    assert.deepEqual(defects.map(String), ['Error: defect', 'Error: defect'])
  })

  test('health, readiness and the pages answer without a key, and readiness ends when draining', async (t) => {
    const { address, service, key } = await startService(t)
    const pages = {
      '/healthz': 'application/json',
      '/readyz': 'application/json',
      '/openapi.json': 'application/json',
      '/docs': 'text/html',
      '/docs/style.css': 'text/css',
      '/llms.txt': 'text/markdown',
    }
    for (const [path, type] of Object.entries(pages)) {
      const response = await fetch(address + path)
      assert.equal(response.status, 200, path)
      assert.ok(response.headers.get('content-type')?.startsWith(type), path)
      checkReply('GET', path, response.status, response.headers, await response.text())
    }
    const before = await fetch(`${address}/v1/plans`)
    assert.notEqual(before.headers.get('connection'), 'close')
    service.api.drain()
    assert.equal((await fetch(`${address}/readyz`)).status, 503)
    assert.equal((await fetch(`${address}/healthz`)).status, 200)
    const during = await fetch(`${address}/v1/usage`, { headers: { authorization: `Bearer ${key}` } })
    assert.deepEqual([during.status, during.headers.get('connection')], [200, 'close'])
  })

  test('no answer to a key allows another origin, names its software, or is shared by a cache', async (t) => {
    const { address, key } = await startService(t)
    for (const path of ['/v1/plans', '/v1/usage', '/v1/products/300004', '/v1/nope', '/docs']) {
      const { headers } = await fetch(address + path, {
        headers: { authorization: `Bearer ${key}`, origin: 'https://evil.example' },
      })
      assert.equal(headers.get('access-control-allow-origin'), path === '/v1/plans' ? '*' : null)
      assert.equal(headers.get('x-powered-by'), null)
      assert.equal(headers.get('server'), null)
      if (path.startsWith('/v1/') && path !== '/v1/plans')
        assert.match(headers.get('cache-control') ?? '', /^(private|no-store)/)
    }
  })

  test('every request is reported once, with account and key id, and never with the key or the query', async (t) => {
    const { call, key, keyId, accountId, reports } = await startService(t)
    await call('/v1/search?q=canary-query', { headers: { 'x-request-id': 'r1' } })
    await call('/v1/usage', { key: `${key}x`, headers: { 'x-request-id': 'r2' } })
    await call('/v1/products/990001', { headers: { 'x-request-id': 'r3' } })
    const text = JSON.stringify(reports)
    assert.deepEqual(
      reports.map(({ requestId, operation, status, code }) => [requestId, operation, status, code]),
      [
        ['r1', 'searchProducts', 200, null],
        ['r2', 'getUsage', 401, 'invalid_api_key'],
        ['r3', 'getProduct', 502, 'upstream_unavailable'],
      ],
    )
    assert.deepEqual([reports[0]?.accountId, reports[0]?.keyId, reports[1]?.accountId], [accountId, keyId, null])
    assert.ok(!text.includes(key) && !text.includes('canary'))
  })

  test('with a certificate it speaks HTTPS from TLS 1.2 on', async (t) => {
    const folder = tempFolder(t)
    const [cert, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    try {
      const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes', '-x509', '-newkey', 'rsa:2048']
      execFileSync('openssl', ['req', ...subject, '-out', cert, '-keyout', keyFile], { stdio: 'ignore' })
    } catch {
      return t.skip('no openssl on this machine to make a certificate with')
    }
    const { address } = await startService(t, { env: { TLS_CERT_FILE: cert, TLS_KEY_FILE: keyFile } })
    const { port } = new URL(address)
    const ask = (options: object) =>
      new Promise<number | string>((resolve) => {
        const req = request(
          { host: '127.0.0.1', port, path: '/v1/plans', rejectUnauthorized: false, ...options },
          (res) => {
            res.resume()
            resolve(res.statusCode ?? 0)
          },
        )
        req.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
        req.end()
      })
    assert.equal(await ask({}), 200)
    assert.equal(await ask({ minVersion: 'TLSv1.3' }), 200)
    assert.notEqual(await ask({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }), 200)
  })
})
