import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientOptions, Photo } from '../../packages/client/src/client.ts'
import { startOther } from '../support/other-server.ts'

// The packed client instead of the sources, when test/package/client.test.ts says where it lies.
const { createClient }: typeof import('../../packages/client/src/client.ts') = await import(
  process.env.TEST_CLIENT ?? '../../packages/client/src/client.ts'
)

const baseUrl = 'http://127.0.0.1:9'

const refusal = (code: string) => JSON.stringify({ error: { code, message: 'No.', requestId: 'r' } })

test('a number that would repeat for ever or end every call is refused with what is allowed', () => {
  const wrong: readonly (readonly [keyof ClientOptions, number])[] = [
    ...[Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5].map((value) => ['retries', value] as const),
    ...[Number.NaN, Number.POSITIVE_INFINITY, 0, -1, 2 ** 31].map((value) => ['timeoutMs', value] as const),
    ...[Number.NaN, Number.POSITIVE_INFINITY, -1].map((value) => ['maxRetryAfterMs', value] as const),
  ]
  for (const [name, value] of wrong)
    assert.throws(
      () => createClient({ baseUrl, [name]: value }),
      (error) => error instanceof TypeError && error.message.startsWith(`${name} must be a whole number from `),
      `${name} ${value}`,
    )
  createClient({ baseUrl, retries: 0, timeoutMs: 1, maxRetryAfterMs: 0 })
  createClient({ baseUrl, retries: undefined, timeoutMs: undefined })
})

test('a key with space around it is the key, and one with the word Bearer before it is told so', async () => {
  let sent: string | null = null
  const fetch = async (_: unknown, init?: RequestInit) => {
    sent = new Headers(init?.headers).get('authorization')
    return new Response('{}')
  }
  await createClient({ baseUrl, fetch, key: ' cmd_a\n' }).getUsage()
  assert.equal(sent, 'Bearer cmd_a')
  const message = 'The API key is given without the word Bearer, which the client puts before it.'
  await assert.rejects(createClient({ baseUrl, fetch, key: 'Bearer cmd_a' }).getUsage(), {
    code: 'invalid_api_key',
    message,
  })
})

test('a minute is not waited for where the month is spent too, except at its very end', async () => {
  let asked = 0
  const refusing = (monthSeconds: number) => async () => {
    asked++
    const headers = {
      'retry-after': '0',
      'ratelimit-policy': '"minute";q=30;w=60, "month";q=100',
      ratelimit: `"minute";r=0;t=48, "month";r=0;t=${monthSeconds}`,
    }
    return new Response(refusal('rate_limited'), { status: 429, headers })
  }
  const failing = { code: 'rate_limited' }
  await assert.rejects(createClient({ baseUrl, key: 'k', fetch: refusing(48 + 6000) }).getUsage(), failing)
  assert.equal(asked, 1)
  await assert.rejects(createClient({ baseUrl, key: 'k', fetch: refusing(48) }).getUsage(), failing)
  assert.equal(asked, 4)
})

test('what holds no bytes is no photo: a path, a data URL, a file that is still being read', async () => {
  const client = createClient({ baseUrl, fetch: () => assert.fail('nothing should be sent') })
  for (const photo of ['card.jpg', 'data:image/png;base64,AAAA', Promise.resolve(new Uint8Array()), null] as unknown[])
    await assert.rejects(client.identifyPhoto(photo as Photo), { name: 'TypeError', message: /await readFile\(path\)/ })
})

test('a redirect, which takes the key away or makes another call of a POST, is told with where it leads', async (t) => {
  const service = await startOther(t, (req, res) =>
    res.writeHead(req.method === 'GET' && req.url === '/v1/prices' ? 405 : 401).end(refusal('missing_api_key')),
  )
  const front = await startOther(t, (req, res) => res.writeHead(301, { location: `${service}${req.url}` }).end())
  const client = createClient({ baseUrl: front, key: 'k' })
  const message = `No. The call was redirected to ${service}: use that as baseUrl.`
  await assert.rejects(client.getUsage(), { status: 401, message })
  await assert.rejects(client.lookUpPrices({ productIds: [1] }), { status: 405, message })
})

test('a route that is not there is told with the address that was used, where that has a path', async (t) => {
  const service = await startOther(t, (_, res) => res.writeHead(404).end(refusal('route_not_found')))
  const message = `No. Is ${service}/docs the address of the service? It is what stands before /v1.`
  await assert.rejects(createClient({ baseUrl: `${service}/docs` }).listPlans(), { message })
  await assert.rejects(createClient({ baseUrl: service }).listPlans(), { message: 'No.' })
})

test('a text, a number or null in the place of an answer is none', async () => {
  for (const body of ['"ok"', '1', 'null'])
    await assert.rejects(createClient({ baseUrl, fetch: async () => new Response(body) }).listPlans(), {
      code: 'unexpected_answer',
    })
})
