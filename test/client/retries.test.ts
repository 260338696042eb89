import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CardMarketError as ClientError, ClientOptions, Retry } from '../../packages/client/src/client.ts'
import { startOther } from '../support/other-server.ts'
import { passNextWait } from '../support/passing-waits.ts'

const { CardMarketError, createClient, ties }: typeof import('../../packages/client/src/client.ts') = await import(
  process.env.TEST_CLIENT ?? '../../packages/client/src/client.ts'
)

/**
 * Calls a server that always answers the same. @returns the failure, how often it was asked, and what `onRetry` was
 * told
 */
const callOf = async (
  t: TestContext,
  [status, code, headers = {}]: readonly [number, string, Record<string, string>?],
  options: Partial<ClientOptions> = {},
) => {
  let asked = 0
  const baseUrl = await startOther(t, (_, res) => {
    asked++
    res
      .writeHead(status, headers)
      .end(code === '' ? 'Bad gateway' : JSON.stringify({ error: { code, message: 'No.', requestId: 'r' } }))
  })
  const told: Retry[] = []
  const onRetry = (retry: Retry) => {
    told.push(retry)
    passNextWait(retry.waitMs)
  }
  const client = createClient({ baseUrl, onRetry, ...options })
  const error: ClientError = await client.listPlans().then(
    () => assert.fail('the call should have failed'),
    (reason) => reason,
  )
  assert.ok(error instanceof CardMarketError)
  return { error, asked, told }
}

test('a failure that may pass is repeated twice, later each time, and the app is told', async (t) => {
  const { error, asked, told } = await callOf(t, [502, 'upstream_unavailable'])
  assert.deepEqual([error.code, asked], ['upstream_unavailable', 3])
  assert.deepEqual(
    told.map(({ attempt, operationId, error: { code } }) => [attempt, operationId, code]),
    [1, 2].map((attempt) => [attempt, 'listPlans', 'upstream_unavailable']),
  )
  for (const [i, { waitMs }] of told.entries()) {
    assert.ok(waitMs >= 250 * 2 ** i && waitMs <= 500 * 2 ** i, String(waitMs))
    assert.ok(Number.isInteger(waitMs), 'whole milliseconds, to be shown to people')
  }
  assert.equal((await callOf(t, [504, ''], { retries: 1 })).asked, 2, 'of a proxy too')
})

test('Retry-After is kept where it is given, and a longer one than agreed is not waited for', async (t) => {
  for (const [status, code] of [
    [429, 'rate_limited'],
    [502, 'upstream_rate_limited'],
    [503, 'service_busy'],
  ] as const) {
    const { asked, told } = await callOf(t, [status, code, { 'retry-after': '0' }])
    assert.deepEqual([asked, told.map(({ waitMs }) => waitMs)], [3, [0, 0]], code)
    assert.equal((await callOf(t, [status, code, { 'retry-after': '61' }])).asked, 1, code)
  }
})

test('what stays as it is is never repeated', async (t) => {
  for (const answer of [
    [400, 'invalid_parameter'],
    [401, 'invalid_api_key'],
    [404, 'product_not_found'],
    [429, 'quota_exceeded', { 'retry-after': '0' }],
    [500, 'internal_error'],
    [502, 'not_offered_by_source'],
    [503, 'service_unavailable'],
  ] as const)
    assert.equal((await callOf(t, answer)).asked, 1, answer[1])
  assert.equal((await callOf(t, [502, 'upstream_timeout'], { retries: 0 })).asked, 1)
})

test('where failures are not to be repeated, only what the service gives a time for is', async (t) => {
  const options = { retryFailures: false }
  assert.equal((await callOf(t, [502, 'upstream_unavailable'], options)).asked, 1)
  assert.equal((await callOf(t, [502, 'upstream_rate_limited', { 'retry-after': '0' }], options)).asked, 1)
  assert.equal((await callOf(t, [503, 'service_busy', { 'retry-after': '0' }], options)).asked, 3)
})

test('a connection that fails is tried again, and what onRetry throws ends the call', async (t) => {
  let asked = 0
  const baseUrl = await startOther(t, (req, res) => {
    if (asked++ === 0) req.socket.destroy()
    else res.end('{"plans":[]}')
  })
  const told: string[] = []
  const onRetry = ({ error: { code }, waitMs }: Retry) => {
    told.push(code)
    passNextWait(waitMs)
  }
  const client = createClient({ baseUrl, onRetry })
  assert.deepEqual((await client.listPlans()).data, { plans: [] })
  assert.deepEqual([asked, told], [2, ['connection_failed']])
  asked = 0
  const stopping = createClient({
    baseUrl,
    onRetry: () => {
      throw new Error('stop')
    },
  })
  await assert.rejects(stopping.listPlans(), /^Error: stop$/)
})

test('a wrong address of the service is refused at once, with what is allowed', () => {
  for (const [given, said] of [
    [undefined, /; it is undefined\.$/],
    ['', /does not begin with http/],
    [
      'localhost:8787',
      /^baseUrl must be the address of the service, .*"localhost:8787" is none, since it does not begin with http/,
    ],
    ['/cards', /does not begin with http/],
    ['ftp://cards.example.com', /does not begin with http/],
    ['http://', /is none, since/],
    ['http://a b', /it is no address/],
    ['https://user:secret@cards.example.com', /holds a name or a password/],
    ['https://cards.example.com/?v=1', /more than a path/],
    ['https://cards.example.com/#top', /more than a path/],
  ] as const) {
    assert.throws(
      () => createClient({ baseUrl: given as string }),
      (error: Error) => error instanceof TypeError && said.test(error.message) && !error.message.includes('secret'),
      String(given),
    )
  }
})

test('an address with a slash, a path, or the /v1 of its routes at its end leads to the service', async (t) => {
  const seen: string[] = []
  const base = await startOther(t, (req, res) => {
    seen.push(req.url as string)
    res.end('{"plans":[]}')
  })
  for (const end of ['/', '/v1', '/v1/', '/mcp', '/cards/', '/cards/v1'])
    await createClient({ baseUrl: base + end }).listPlans()
  assert.deepEqual(seen, ['/v1/plans', '/v1/plans', '/v1/plans', '/v1/plans', '/cards/v1/plans', '/cards/v1/plans'])
})

test('in a page a path of its own origin will do', async (t) => {
  const scope = globalThis as { location?: unknown }
  scope.location = { origin: 'https://app.example.com' }
  t.after(() => {
    delete scope.location
  })
  const asked: string[] = []
  const fetch = async (url: unknown) => {
    asked.push(String(url))
    return new Response('{"plans":[]}')
  }
  for (const baseUrl of ['/cards', '']) await createClient({ baseUrl, fetch }).listPlans()
  assert.deepEqual(asked, ['/cards/v1/plans', '/v1/plans'])
  assert.throws(() => createClient({ baseUrl: '//evil.example' }), TypeError)
})

test('a web page in the place of an answer, and a key that was not given, are said to be so', async (t) => {
  const site = await startOther(t, (_, res) =>
    res.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Shop</h1>'),
  )
  await assert.rejects(createClient({ baseUrl: `${site}/shop` }).listPlans(), {
    code: 'unexpected_answer',
    message:
      `The address ${site}/shop answers with a web page (HTTP 404): ` +
      'it is not that of the service, or something stands between.',
  })
  const { error } = await callOf(t, [401, 'missing_api_key'])
  assert.deepEqual([error.message, error.requestId], ['No API key was sent: give it as key to createClient.', 'r'])
  assert.equal((await callOf(t, [401, 'missing_api_key'], { key: 'k' })).error.message, 'No.')
})

test('to choose from are the candidates about as good as the best, or all where the best fits badly', () => {
  const scored = (...scores: number[]) =>
    scores.map((matchScore) => ({ matchScore })) as unknown as Parameters<typeof ties>[0]['candidates']
  const scoresOf = (ambiguous: boolean, ...scores: number[]) =>
    ties({ ambiguous, candidates: scored(...scores) }).map(({ matchScore }) => matchScore)
  assert.deepEqual(scoresOf(true, 80, 80, 78, 70), [80, 80, 78])
  assert.deepEqual(scoresOf(false, 80, 40), [])
  assert.deepEqual(scoresOf(true), [])
  assert.deepEqual(scoresOf(false, 42, 20), [42, 20], 'none is certain, so that all are to be chosen from')
  assert.deepEqual(scoresOf(false), [])
})
