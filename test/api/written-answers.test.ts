import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { listen } from '../../src/app/lifecycle/listen.ts'
import { headerLine } from '../../src/http/wire/header-lines.ts'
import type { Answer } from '../../src/http/wire/respond.ts'
import { respond } from '../../src/http/wire/respond.ts'
import { createApiServer } from '../../src/http/wire/server.ts'
import { keepAliveMs } from '../../src/http/wire/write-answer.ts'
import { sendRaw } from '../support/raw.ts'
import { startService } from '../support/service.ts'

const start = async (t: TestContext, answer: Omit<Answer, 'headers'>) => {
  const api = createApiServer({
    routes: [
      {
        operation: 'answer',
        method: 'GET',
        path: '/answer',
        serve: ({ pending, headers }) =>
          respond(pending, { ...answer, headers: headers + headerLine('cache-control', 'no-store') }),
      },
    ],
    report: () => {},
    onDefect: assert.ifError,
    tls: null,
  })
  t.after(() => api.server.close())
  return listen(api.server, { host: '127.0.0.1', port: 0, protocol: 'http' })
}

/** What node:http makes of an answer by itself. */
const startPlain = async (t: TestContext, status: number, headers: string[], body: string) => {
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (_, res) => res.writeHead(status, headers).end(body))
  t.after(() => server.close())
  return listen(server, { host: '127.0.0.1', port: 0, protocol: 'http' })
}

const get = (headers = '') => `GET /answer HTTP/1.1\r\nHost: a\r\nx-request-id: one\r\n${headers}\r\n`
const undated = (raw: string) => raw.replace(/Date: .*\r\n/, 'Date: now\r\n')
const common = ['x-request-id', 'one', 'x-content-type-options', 'nosniff', 'cache-control', 'no-store']

describe('answers that are written past node:http', () => {
  const answer = { status: 200, rendered: { body: '{"a":1}', etag: 'W/"x"' }, tagged: true }
  const ofBody = ['content-type', 'application/json; charset=utf-8', 'etag', 'W/"x"', 'vary', 'accept-encoding']

  test('are byte for byte what node:http writes', async (t) => {
    const address = await start(t, answer)
    const plain = await startPlain(t, 200, [...common, ...ofBody, 'content-length', '7'], '{"a":1}')
    const written = undated(await sendRaw(address, get()))
    assert.equal(written, undated(await sendRaw(plain, get())))
    assert.match(written, /^HTTP\/1\.1 200 OK\r\nx-request-id: one\r\n[\s\S]+\r\n\r\n\{"a":1\}$/)
  })

  test('are that without a body too, and as refusals', async (t) => {
    const address = await start(t, answer)
    const unchanged = await startPlain(t, 304, [...common, 'etag', 'W/"x"', 'vary', 'accept-encoding'], '')
    const revalidating = get('if-none-match: W/"x"\r\n')
    assert.equal(undated(await sendRaw(address, revalidating)), undated(await sendRaw(unchanged, revalidating)))
    const refusing = await start(t, { ...answer, status: 429, tagged: false })
    const untagged = ofBody.filter((text) => text !== 'etag' && text !== 'W/"x"')
    const refused = await startPlain(t, 429, [...common, ...untagged, 'content-length', '7'], '{"a":1}')
    assert.equal(undated(await sendRaw(refusing, get())), undated(await sendRaw(refused, get())))
  })

  test('have the date of now, and leave the end of a connection to node:http', async (t) => {
    const address = await start(t, answer)
    const [, date = ''] = /Date: (.*)\r\n/.exec(await sendRaw(address, get())) ?? []
    assert.ok(Math.abs(Date.parse(date) - Date.now()) < 5_000)
    for (const last of [get('connection: close\r\n'), get().replace('1.1', '1.0')])
      assert.match(
        await sendRaw(address, last + get()),
        /^HTTP\/1\.1 200 OK\r\n[\s\S]+\r\nConnection: close\r\n\r\n\{"a":1\}$/,
      )
  })

  test('have nothing in their head that a request put there', async (t) => {
    const { address, key } = await startService(t)
    const target = '/v1/products/300004/prices?a%0d%0aset-cookie:%20b%3dc&%E2%82%AC=1'
    const raw = await sendRaw(
      address,
      `GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nx-request-id: a b\r\n` +
        `origin: https://a.example\r\n\r\n`,
    )
    assert.match(raw, /^HTTP\/1\.1 200 OK\r\nx-request-id: [0-9a-f-]{36}\r\n/)
    assert.match(raw, /\r\nx-ignored-parameters: a%0D%0Aset-cookie%3A%20b%3Dc, %E2%82%AC\r\n/)
    assert.doesNotMatch(raw, /\r\nset-cookie/i)
  })

  test('a request without a body, where one is needed, is refused as one whose body is no JSON', async (t) => {
    const { address, key } = await startService(t)
    const head =
      `POST /v1/prices HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\n\r\n`
    const raw = await sendRaw(address, head + head)
    assert.deepEqual(raw.match(/(?<=HTTP\/1\.1 )\d+|(?<="code":")\w+/g), ['400', 'invalid_body', '400', 'invalid_body'])
  })
})
