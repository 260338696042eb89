import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { ClientOptions } from '../../packages/client/src/client.ts'

// The packed client instead of the sources, when test/package/client.test.ts says where it lies.
const { CardMarketError, createClient }: typeof import('../../packages/client/src/client.ts') = await import(
  process.env.TEST_CLIENT ?? '../../packages/client/src/client.ts'
)

const messageOf = (baseUrl: string, options: Partial<ClientOptions> = {}): Promise<string> =>
  createClient({ baseUrl, retries: 0, ...options })
    .capabilities()
    .then(
      () => assert.fail('the call should have failed'),
      (error: unknown) => {
        assert.ok(error instanceof CardMarketError)
        assert.equal(error.code, 'connection_failed')
        return error.message
      },
    )

/** As a browser fails, which tells a page nothing more. */
const blocked = { fetch: () => Promise.reject(new TypeError('Failed to fetch')) }

test('a failed connection says why, where that is known', async (t) => {
  const server = createServer((_, res) => res.end('{}')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  assert.equal(
    await messageOf(`https://${address}`),
    `The service at https://${address} cannot be reached: it does not speak TLS there. Is it http://?`,
  )
  const vacant = createServer().listen(0, '127.0.0.1')
  await once(vacant, 'listening')
  const { port } = vacant.address() as AddressInfo
  await new Promise((done) => vacant.close(done))
  const base = `http://127.0.0.1:${port}`
  assert.equal(await messageOf(base), `The service at ${base} cannot be reached: ECONNREFUSED.`)
  assert.equal(await messageOf(base, blocked), `The service at ${base} cannot be reached.`)
})

test('a page of another origin is told that the service may not allow it', async (t) => {
  Object.assign(globalThis, { location: { origin: 'http://localhost:5173' } })
  t.after(() => Reflect.deleteProperty(globalThis, 'location'))
  assert.equal(
    await messageOf('http://127.0.0.1:8787', blocked),
    'The service at http://127.0.0.1:8787 cannot be reached, ' +
      'or it does not allow pages of http://localhost:5173: see its CORS_ORIGINS.',
  )
  for (const own of ['http://localhost:5173', '/api']) {
    assert.equal(await messageOf(own, blocked), `The service at ${own} cannot be reached.`)
  }
})
