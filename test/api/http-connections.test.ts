import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { listen } from '../../src/app/lifecycle/listen.ts'
import { staticPage } from '../../src/http/api/pages.ts'
import type { Exchange, Route } from '../../src/http/wire/exchange.ts'
import { headerLine, headerPairs } from '../../src/http/wire/header-lines.ts'
import { type HttpLimits, httpLimits } from '../../src/http/wire/limits.ts'
import { takenBytes } from '../../src/http/wire/node-internals.ts'
import { renderBytes } from '../../src/http/wire/render.ts'
import type { RequestReport } from '../../src/http/wire/request-report.ts'
import { respond } from '../../src/http/wire/respond.ts'
import { createApiServer } from '../../src/http/wire/server.ts'
import { selfSigned } from '../support/certificate.ts'
import { sendRaw } from '../support/raw.ts'
import { startService } from '../support/service.ts'

const megabytes = 8
const large = Buffer.alloc(megabytes * 1024 * 1024, 'x')

/** Answers of its own to each caller, as large as those of no endpoint. */
const largeAnswer: Route = {
  operation: 'large',
  method: 'GET',
  path: '/large',
  serve: ({ pending, headers }) =>
    respond(pending, { status: 200, headers, rendered: renderBytes(Buffer.from(large)), tagged: false }),
}

/** As large, but a text, which is written together with its head and past node:http. */
const largeText: Route = {
  operation: 'text',
  method: 'GET',
  path: '/text',
  serve: ({ pending, headers }) =>
    respond(pending, {
      status: 200,
      headers,
      rendered: { body: large.toString('latin1'), etag: 'W/"x"' },
      tagged: true,
    }),
}

/** A client that reads nothing. */
const connectStalled = (t: TestContext, port: number, tls: object | null): Socket => {
  const socket = tls ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }) : connect(port, '127.0.0.1')
  t.after(() => socket.destroy())
  return socket.on('error', () => {}).pause()
}

const start = async (
  t: TestContext,
  limits: Partial<HttpLimits> = {},
  tls: { cert: string; key: string } | null = null,
) => {
  const reports: RequestReport[] = []
  const seen: string[] = []
  let [running, most] = [0, 0]
  const routes: Route[] = [
    largeAnswer,
    largeText,
    staticPage('page', '/page', { type: 'text/plain', headers: {}, read: () => large }),
    { operation: 'work', method: 'GET', path: '/work/{id}/{ms}', isPage: true, serve: (exchange) => work(exchange) },
  ]
  /** Answers go out in two ways, which must not differ: odd ones are written by node:http. */
  const work = async ({ params: { id, ms }, pending, res, headers }: Exchange) => {
    seen.push(String(id))
    most = Math.max(most, ++running)
    await delay(Number(ms))
    running--
    const body = `<${id}>`
    if (Number(id) % 2 === 0) {
      await respond(pending, { status: 200, headers, rendered: { body, etag: 'W/"x"' }, tagged: false })
      return
    }
    res.writeHead(200, headerPairs(headers + headerLine('content-length', body.length)))
    res.end(body)
  }
  const api = createApiServer({
    routes,
    report: (report) => void reports.push(report),
    onDefect: assert.ifError,
    tls,
    limits: { ...httpLimits, ...limits },
  })
  const protocol = tls ? 'https' : 'http'
  const address = await listen(api.server, { host: '127.0.0.1', port: 0, protocol })
  t.after(() => {
    api.server.closeAllConnections()
    api.server.close()
  })
  return { api, address, port: Number(new URL(address).port), reports, seen, most: () => most }
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, i) => i + from)
const answered = (raw: string) => [...raw.matchAll(/<(\d+)>/g)].map(([, id]) => Number(id))
const eventually = async (holds: () => boolean) => {
  for (const endMs = performance.now() + 30_000; !holds() && performance.now() < endMs; ) await delay(10)
  assert.ok(holds())
}

/** Opens a connection, sends and reads nothing. */
const sendAndNotRead = (t: TestContext, port: number, bytes: string): Socket => {
  const socket = connect(port, '127.0.0.1')
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  socket.pause()
  socket.write(bytes)
  return socket
}

describe('connections', () => {
  test('requests sent together are answered one at a time, all of them and in order', async (t) => {
    const { address, most, reports } = await start(t)
    const raw = await sendRaw(
      address,
      ids(500)
        .map((id) => get(`/work/${id}/0`))
        .join(''),
      2_000,
    )
    assert.deepEqual(answered(raw), ids(500))
    assert.deepEqual([most(), reports.length], [1, 500])
  })

  test('a body and 100-continue wait for their turn too', async (t) => {
    const { address, key } = await startService(t)
    const body = '{"productIds":[300004]}'
    const post = (expect: string) =>
      `POST /v1/prices HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\n${expect}Content-Length: ${body.length}\r\n\r\n`
    const whole = post('') + body
    const raw = await sendRaw(
      address,
      [whole + whole + post('Expect: 100-continue\r\n'), body.slice(0, 5), body.slice(5) + whole],
      1_000,
    )
    assert.deepEqual(raw.match(/(?<=HTTP\/1\.1 )\d+/g), ['200', '200', '100', '200', '200'])
  })

  test('whoever leaves is not charged for what still waited, and nothing of it is begun', async (t) => {
    const { address, key, service, accountId, reports } = await startService(t)
    const slow = `GET /v1/products/990008 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`
    const socket = sendAndNotRead(t, Number(new URL(address).port), slow.repeat(10))
    await eventually(() => service.api.running() === 1)
    socket.resetAndDestroy()
    await eventually(() => service.api.isIdle())
    assert.deepEqual([reports.length, (await service.accounts.usageOf(accountId)).month.used], [1, 1])
  })

  test('nothing of a connection is begun behind an answer that ends it', async (t) => {
    const { address, seen, api } = await start(t)
    const closing = [get('/work/1/0', 'Connection: close\r\n'), 'GET /work/2/0 HTTP/1.0\r\n\r\n']
    for (const [i, first] of closing.entries()) {
      const raw = await sendRaw(address, first + get('/work/8/0') + get('/work/9/0'))
      assert.deepEqual(answered(raw), [i + 1])
    }
    api.drain()
    assert.deepEqual(answered(await sendRaw(address, get('/work/3/20') + get('/work/9/0'))), [3])
    assert.deepEqual(seen, ['1', '2', '3'])
    assert.ok(api.isIdle())
  })

  test('too many that wait cost those who send most; who sends a few behind each other is served', async (t) => {
    const { address, port, reports, seen } = await start(t, { waitingRequests: 100 })
    for (let i = 0; i < 5; i++) sendAndNotRead(t, port, get('/work/0/1000') + get('/work/0/0').repeat(80))
    await eventually(() => seen.length === 5)
    assert.deepEqual(
      answered(
        await sendRaw(
          address,
          ids(10, 1)
            .map((id) => get(`/work/${id}/0`))
            .join(''),
        ),
      ),
      ids(10, 1),
    )
    await eventually(() => reports.some(({ code }) => code === 'service_busy'))
    assert.equal(reports.find(({ code }) => code === 'service_busy')?.status, 503)
    const raw = await sendRaw(address, get('/work/1/50') + get('/work/2/0').repeat(2_000))
    assert.match(raw, /HTTP\/1\.1 503 .*"code":"service_busy"/s)
    assert.match(raw, /retry-after: 1/)
  })

  test('a client that takes nothing of its answer is cut and logged so, over TLS too', async (t) => {
    const certificate = selfSigned(t)
    const check = async (path: string, tls: typeof certificate): Promise<void> => {
      const { port, reports } = await start(t, { stallMs: 400 }, tls)
      connectStalled(t, port, tls).write(get(path).repeat(20))
      await eventually(() => reports.length > 0)
      assert.deepEqual([reports[0]?.status, reports[0]?.code], [499, 'client_stalled'])
    }
    await Promise.all(['/page', '/text'].flatMap((path) => [check(path, null), check(path, certificate)]))
  })

  test('a client that takes nothing is cut after the time that is documented, not after twice that', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const certificate = selfSigned(t)
    for (const tls of [null, certificate]) {
      const { port, reports, api } = await start(t, {}, tls)
      const accepted = once(api.server, tls ? 'secureConnection' : 'connection') as Promise<[Socket]>
      connectStalled(t, port, tls).write(get('/text').repeat(4))
      const [served] = await accepted
      await eventually(() => served.writableLength > 0)
      const tenth = httpLimits.stallMs / 10
      let passedMs = 0
      let taken: number | null = -1
      while (reports.length === 0 && passedMs <= 2 * httpLimits.stallMs) {
        // What the kernel still takes for its own buffers counts as taken.
        if (taken !== takenBytes(served)) passedMs = 0
        taken = takenBytes(served)
        t.mock.timers.tick(tenth)
        passedMs += tenth
        await nextTurn()
      }
      assert.deepEqual([reports[0]?.status, reports[0]?.code], [499, 'client_stalled'])
      assert.ok(passedMs >= httpLimits.stallMs && passedMs <= httpLimits.stallMs + 2 * tenth, `${passedMs} ms`)
    }
  })

  test('a client that takes its answer slowly gets all of it', async (t) => {
    const check = async (path: string): Promise<void> => {
      const { port, reports } = await start(t, { stallMs: 1_000 })
      const socket = connect(port, '127.0.0.1')
      t.after(() => socket.destroy())
      socket.write(get(path))
      let taken = 0
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        taken += chunk.length
        if (taken > large.length) break
        await delay(10)
      }
      await eventually(() => reports.length > 0)
      assert.equal(reports[0]?.status, 200)
    }
    await Promise.all([check('/page'), check('/text')])
  })

  test('work and an idle connection may take longer than a client may take nothing', async (t) => {
    const { port } = await start(t, { stallMs: 200 })
    const socket = connect(port, '127.0.0.1')
    t.after(() => socket.destroy())
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.write(get('/work/1/700'))
    await eventually(() => Buffer.concat(chunks).includes('<1>'))
    await delay(700)
    socket.write(get('/work/2/0'))
    await eventually(() => Buffer.concat(chunks).includes('<2>'))
  })

  test('while too much is unsent calls are refused, pages are answered, and all are once it is taken', async (t) => {
    const { api, address, port, reports } = await start(t, { unsentBytes: 1024 * 1024 })
    const first = sendAndNotRead(t, port, get('/large'))
    await eventually(() => api.running() === 1)
    const refused = await fetch(`${address}/large`)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
    assert.equal(((await refused.json()) as { error: { code: string } }).error.code, 'service_busy')
    assert.equal(await (await fetch(`${address}/work/1/0`)).text(), '<1>')
    assert.equal((await (await fetch(`${address}/page`)).arrayBuffer()).byteLength, large.length)
    first.resume()
    await eventually(() => reports.some(({ operation, status }) => operation === 'large' && status === 200))
    assert.equal((await fetch(`${address}/large`)).status, 200)
  })

  test('a large page is one text for all who read it slowly', async (t) => {
    const { port, reports } = await start(t)
    const before = process.memoryUsage.rss()
    for (let i = 0; i < 50; i++) sendAndNotRead(t, port, get('/page').repeat(20))
    await delay(500)
    assert.deepEqual(reports, [])
    assert.ok(process.memoryUsage.rss() - before < 100 * 1024 * 1024)
  })
})
