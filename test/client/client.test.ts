import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client, CardMarketError as ClientError } from '../../packages/client/src/client.ts'
import type { operations } from '../../packages/client/src/operations.ts'
import { startOther } from '../support/other-server.ts'
import { passNextWait } from '../support/passing-waits.ts'
import { dataUrlOf, png } from '../support/pictures.ts'
import { useService } from '../support/service.ts'
import { fakeClock } from '../support/temp.ts'

// The packed client instead of the sources, when test/package/client.test.ts says where it lies.
const { CardMarketError, createClient, confidentMatch }: typeof import('../../packages/client/src/client.ts') =
  await import(process.env.TEST_CLIENT ?? '../../packages/client/src/client.ts')

/** The one service of all tests, and its clock, which goes forward alone. */
const clock = fakeClock('2026-11-21T09:30:00.000Z')
const service = useService({ now: clock.read })

const failure = async (call: Promise<unknown>): Promise<ClientError> => {
  try {
    await call
  } catch (error) {
    assert.ok(error instanceof CardMarketError, String(error))
    return error
  }
  return assert.fail('the call should have failed')
}

/** A `fetch` whose answers bear the date of another clock. */
const dated =
  (nowMs: () => number): typeof fetch =>
  async (...call) => {
    const response = await fetch(...call)
    const headers = new Headers(response.headers)
    headers.set('date', new Date(nowMs()).toUTCString())
    return new Response(await response.arrayBuffer(), { status: response.status, headers })
  }

const photo = png(1, 1)

const calls: { readonly [K in keyof typeof operations]: (client: Client) => Promise<unknown> } = {
  listPlans: (client) => client.listPlans(),
  getUsage: (client) => client.getUsage(),
  listCategories: (client) => client.listCategories(),
  listSets: (client) => client.listSets({ category: 'pokemon' }),
  searchProducts: (client) => client.searchProducts({ q: 'Flabébé & more', limit: 3 }),
  identify: (client) => client.identify({ q: 'Charizard 4/102' }),
  identifyImage: (client) => client.identifyPhoto(photo, { setHint: 'Base Set' }),
  getProduct: (client) => client.getProduct({ productId: 300004, range: 'month' }),
  getDetails: (client) => client.getDetails({ productId: 300004 }),
  getPrices: (client) => client.getPrices({ productId: 300004 }),
  getHistory: (client) => client.getHistory({ productId: 300004, range: 'annual' }),
  getListings: (client) => client.getListings({ productId: 300004, condition: 'Near Mint' }),
  getImage: (client) => client.getImage({ productId: 300004 }),
  lookUpPrices: (client) => client.lookUpPrices({ productIds: [300004], skuIds: [1] }),
}

test('what the service can answer is told without a key; one of an older version without the page fails', async (t) => {
  const { address } = service()
  const { data, remaining, allowance, requestId } = await createClient({ baseUrl: address }).capabilities()
  assert.deepEqual([data.source, data.data.prices.offered, data.data.asOf.offered], ['sandbox', true, false])
  assert.deepEqual(remaining, { minute: null, month: null })
  assert.equal(allowance, null)
  assert.notEqual(requestId, '')
  const older = await startOther(t, (_, res) => {
    res.writeHead(404, { 'content-type': 'application/json' })
    res.end('{"error":{"code":"route_not_found","message":"No."}}')
  })
  assert.equal((await failure(createClient({ baseUrl: older }).capabilities())).code, 'route_not_found')
  const gone = await failure(createClient({ baseUrl: 'http://127.0.0.1:9/api', retries: 0 }).capabilities())
  assert.match(gone.message, /The service at http:\/\/127\.0\.0\.1:9\/api cannot be reached/)
})

test('the id of a refused call is in its body too, for who may not read the header', async (t) => {
  const hidden = await startOther(t, (_, res) => {
    res.writeHead(404, { 'content-type': 'application/json' })
    res.end('{"error":{"code":"product_not_found","message":"No.","requestId":"r-1"}}')
  })
  const { code, requestId } = await failure(createClient({ baseUrl: hidden, key: 'k' }).getPrices({ productId: 1 }))
  assert.deepEqual([code, requestId], ['product_not_found', 'r-1'])
})

test('every operation is called by its own route, and each answer tells what remains', async () => {
  const { address, key, reports } = service()
  const client = createClient({ baseUrl: `${address}/`, key, retries: 0 })
  for (const [operation, call] of Object.entries(calls)) {
    const result = await call(client).catch((error: ClientError) => error)
    assert.equal(reports.at(-1)?.operation, operation)
    // Photo reading is turned off here, and says so.
    if (result instanceof CardMarketError)
      assert.deepEqual([operation, result.code], ['identifyImage', 'service_unavailable'])
  }
  const { data, requestId, remaining } = await client.getUsage()
  assert.deepEqual(remaining, { minute: data.minute.remaining, month: data.month.remaining })
  assert.match(requestId ?? '', /^[\w-]{8,}$/)
  assert.deepEqual((await client.listPlans()).remaining, { minute: null, month: null })
})

test('each answer, refusals too, tells the allowance: limits, what is left, and when it is full again', async () => {
  clock.now = Date.parse('2026-11-21T09:30:12.700Z')
  const { address, issue } = service()
  const { key } = await issue({ requestsPerMinute: 2, monthlyRequests: 3 })
  // The service under test lives on another day than the socket, which writes `Date`.
  const client = createClient({ baseUrl: address, key, retries: 0, fetch: dated(clock.read) })
  const minute = { limit: 2, resetsAt: '2026-11-21T09:31:00.000Z' }
  const month = { limit: 3, resetsAt: '2026-12-01T00:00:00.000Z' }
  const first = await client.getUsage()
  assert.deepEqual(first.allowance, { minute: { ...minute, remaining: 1 }, month: { ...month, remaining: 2 } })
  const unknown = await failure(client.getPrices({ productId: 5 }))
  assert.deepEqual(unknown.allowance, { minute: { ...minute, remaining: 0 }, month: { ...month, remaining: 1 } })
  const limited = await failure(client.getUsage())
  assert.deepEqual([limited.code, limited.allowance], ['rate_limited', unknown.allowance])
  clock.now += 60_000
  await client.getUsage()
  const spent = await failure(client.getUsage())
  assert.deepEqual([spent.code, spent.allowance?.month], ['quota_exceeded', { ...month, remaining: 0 }])
  assert.equal((await client.listPlans()).allowance, null)
  assert.equal((await failure(createClient({ baseUrl: address }).getUsage())).allowance, null)
})

test('an allowance is dated by the clock of the answer, else of this machine, and is null when it is odd', async () => {
  const policy = '"minute";q=30;w=60, "month";q=10000'
  const state = '"minute";r=27;t=48, "month";r=9588;t=829848'
  const allowanceOf = async (headers: Record<string, string>) => {
    const answering = async () => new Response('{}', { headers })
    return (await createClient({ baseUrl: 'http://127.0.0.1:9', fetch: answering }).listPlans()).allowance
  }
  const date = 'Sat, 21 Nov 2026 09:29:12 GMT'
  const known = {
    minute: { limit: 30, remaining: 27, resetsAt: '2026-11-21T09:30:00.000Z' },
    month: { limit: 10_000, remaining: 9_588, resetsAt: '2026-12-01T00:00:00.000Z' },
  }
  assert.deepEqual(await allowanceOf({ 'ratelimit-policy': policy, ratelimit: state, date }), known)
  // A photo was read for long after its unit was taken, and clocks differ: the month says where both windows end.
  for (const other of [
    'Sat, 21 Nov 2026 09:29:47 GMT',
    'Sat, 21 Nov 2026 09:28:02 GMT',
    'Sat, 21 Nov 2026 10:31:00 GMT',
  ])
    assert.deepEqual(await allowanceOf({ 'ratelimit-policy': policy, ratelimit: state, date: other }), known, other)
  const newYear = { 'ratelimit-policy': policy, ratelimit: '"minute";r=27;t=1, "month";r=9588;t=1' }
  const atNewYear = await allowanceOf({ ...newYear, date: 'Fri, 01 Jan 2027 00:00:06 GMT' })
  assert.deepEqual([atNewYear?.minute.resetsAt, atNewYear?.month.resetsAt], Array(2).fill('2027-01-01T00:00:00.000Z'))
  const thisMonth = new Date()
  thisMonth.setUTCMonth(thisMonth.getUTCMonth() + 1, 1)
  const untilMs = thisMonth.setUTCHours(0, 0, 0, 0) - Date.now()
  const undated = await allowanceOf({
    'ratelimit-policy': policy,
    ratelimit: `"minute";r=27;t=48, "month";r=9588;t=${48 + Math.floor(untilMs / 60_000) * 60}`,
  })
  assert.equal(undated?.month.resetsAt, thisMonth.toISOString())
  const odd: Record<string, string>[] = [
    {},
    { ratelimit: state },
    { 'ratelimit-policy': policy },
    { 'ratelimit-policy': policy, ratelimit: state, date: 'yesterday' },
    { 'ratelimit-policy': policy, ratelimit: '"minute";r=27;t=48, "month";r=9588;t=829849', date },
    { 'ratelimit-policy': policy, ratelimit: '"minute";r=27;t=48, "month";r=9588;t=47', date },
    { 'ratelimit-policy': policy, ratelimit: '"minute";r=-1;t=48, "month";r=9588;t=829848' },
    { 'ratelimit-policy': policy, ratelimit: '"minute";r=2.5;t=48, "month";r=9588;t=829848' },
    { 'ratelimit-policy': policy, ratelimit: `${state}, "day";r=1;t=1` },
    { 'ratelimit-policy': '"minute";q=30;w=10, "month";q=10000', ratelimit: state },
    { 'ratelimit-policy': '"month";q=10000, "minute";q=30;w=60', ratelimit: state },
    { 'ratelimit-policy': policy, ratelimit: '"minute";r=9999999999999;t=48, "month";r=9588;t=829848' },
  ]
  for (const headers of odd) assert.equal(await allowanceOf(headers), null, JSON.stringify(headers))
})

test('an error carries its code, status and request id', async () => {
  const { address, key } = service()
  const client = createClient({ baseUrl: address, key, retries: 0 })
  const unknown = await failure(client.getPrices({ productId: 5 }))
  assert.deepEqual([unknown.code, unknown.status], ['product_not_found', 404])
  assert.ok(unknown.requestId && unknown.message)
  const down = await failure(client.getProduct({ productId: 990001 }))
  assert.deepEqual([down.code, down.status], ['upstream_unavailable', 502])
  const stranger = await failure(createClient({ baseUrl: address }).getUsage())
  assert.equal(stranger.code, 'missing_api_key')
})

test('a minute that is used up is waited for, within the bound and never beyond it', async () => {
  clock.now = Date.parse('2026-11-21T09:40:59.200Z')
  const { address, issue } = service()
  const { key } = await issue({ requestsPerMinute: 1 })
  const pass = (ms: number) => {
    clock.now += ms
  }
  const client = createClient({ baseUrl: address, key, onRetry: ({ waitMs }) => passNextWait(waitMs, pass) })
  await client.getUsage()
  assert.equal((await client.getUsage()).remaining.minute, 0)
  assert.equal(clock.now, Date.parse('2026-11-21T09:41:00.200Z'))
  const bounded = await failure(createClient({ baseUrl: address, key, maxRetryAfterMs: 5_000 }).getUsage())
  assert.equal(bounded.code, 'rate_limited')
  assert.ok((bounded.retryAfterSeconds ?? 0) > 5)
})

test('a month that is used up is never retried', async () => {
  clock.now = Date.parse('2026-11-30T23:59:59.500Z')
  const { address, issue, reports } = service()
  const { key } = await issue({ monthlyRequests: 1 })
  const client = createClient({ baseUrl: address, key })
  await client.getUsage()
  const before = reports.length
  const refused = await failure(client.getUsage())
  assert.deepEqual([refused.code, refused.retryAfterSeconds], ['quota_exceeded', 1])
  assert.equal(reports.length, before + 1)
})

test('a key that no header can carry is an invalid key, not a lost connection', async () => {
  const { address, reports } = service()
  const before = reports.length
  for (const key of ['cmd_…', 'cmd_a\nb', 'cmd_a b']) {
    const error = await failure(createClient({ baseUrl: address, key }).getUsage())
    assert.deepEqual([error.code, error.status], ['invalid_api_key', 401])
    assert.ok(!error.message.includes(key))
  }
  assert.equal(reports.length, before)
})

test('503 is retried by its Retry-After and given up after the agreed number', async (t) => {
  let asked = 0
  const busy = await startOther(t, (_, res) => {
    asked++
    res.writeHead(503, { 'retry-after': '0' }).end('{"error":{"code":"service_busy","message":"Busy."}}')
  })
  const error = await failure(createClient({ baseUrl: busy, retries: 3 }).listPlans())
  assert.deepEqual([error.code, asked], ['service_busy', 4])
})

test('what is not an answer of the service is told apart', async (t) => {
  const other = await startOther(t, (req, res) => {
    if (req.url?.startsWith('/v1/plans')) res.end('<h1>Welcome</h1>')
  })
  assert.equal((await failure(createClient({ baseUrl: other }).listPlans())).code, 'unexpected_answer')
  assert.equal((await failure(createClient({ baseUrl: other, timeoutMs: 100 }).getUsage())).code, 'timed_out')
  const nobody = createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 })
  assert.equal((await failure(nobody.listPlans())).code, 'connection_failed')
})

test('an aborted call ends with the reason of its signal, also while it waits to try again', async (t) => {
  const busy = await startOther(t, (_, res) => {
    res.writeHead(503, { 'retry-after': '50' }).end('{"error":{"code":"service_busy","message":"Busy."}}')
  })
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error('enough')), 50)
  await assert.rejects(createClient({ baseUrl: busy }).listPlans({}, { signal: controller.signal }), /enough/)
  await assert.rejects(createClient({ baseUrl: busy }).listPlans({}, { signal: controller.signal }), /enough/)
  const late = new AbortController()
  const aborting: typeof fetch = async (...call) => {
    const response = await fetch(...call)
    const text = await response.text()
    queueMicrotask(() => late.abort(new Error('meanwhile')))
    return new Response(text, response)
  }
  const startedMs = performance.now()
  const client = createClient({ baseUrl: busy, fetch: aborting })
  await assert.rejects(client.listPlans({}, { signal: late.signal }), /meanwhile/)
  assert.ok(performance.now() - startedMs < 5_000)
})

test('pages are read one after the other until nothing is left', async () => {
  const { address, key, reports } = service()
  const client = createClient({ baseUrl: address, key })
  const { data } = await client.searchProducts({ q: 'pikachu' })
  const ids = new Set<number>()
  for await (const { productId } of client.eachProduct({ q: 'pikachu', limit: 2 })) ids.add(productId)
  assert.equal(ids.size, data.total)
  const again: number[] = []
  for await (const { productId } of client.eachProduct({ q: 'pikachu', limit: undefined })) again.push(productId)
  assert.deepEqual(new Set(again), ids, 'a limit that is not given is not another one')
  const before = reports.length
  for await (const offer of client.eachOffer({ productId: 990010 })) if (offer.listingId >= 0) break
  assert.equal(reports.length, before + 1)
  let offers = 0
  for await (const _ of client.eachOffer({ productId: 990010 })) offers += 1
  assert.equal(offers, 4_200)
})

test('only a candidate that fits alone and well is sure', async () => {
  const { address, key } = service()
  const client = createClient({ baseUrl: address, key })
  const sureOf = async (q: string) => confidentMatch((await client.identify({ q })).data)?.productId ?? null
  assert.equal(await sureOf('Charizard 4/102 Base Set'), 300004)
  assert.equal(await sureOf('Charizard'), null, 'several fit alike')
  assert.equal(await sureOf('Magmar 20/108'), null, 'the only Magmar has another number')
  assert.equal(await sureOf('Nonsense Xyzzy'), null, 'none fits')
})

test('a photo is named by its bytes, whatever it was called, and sent with the set and line given', async (t) => {
  const seen: { readonly imageDataUrl: string }[] = []
  const other = await startOther(t, (req, res) => {
    let text = ''
    req.on('data', (chunk) => {
      text += chunk
    })
    req.on('end', () => {
      seen.push(JSON.parse(text))
      res.end('{}')
    })
  })
  const client = createClient({ baseUrl: other })
  const large = Buffer.alloc(100_000, 7)
  large.set([0xff, 0xd8, 0xff])
  await client.identifyPhoto(photo)
  await client.identifyPhoto(new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }))
  await client.identifyPhoto(large)
  await client.identifyPhoto(photo, { setHint: 'base-set', category: 'pokemon' })
  const pngUrl = dataUrlOf(photo)
  assert.deepEqual(seen, [
    { imageDataUrl: pngUrl },
    { imageDataUrl: pngUrl },
    { imageDataUrl: `data:image/jpeg;base64,${large.toString('base64')}` },
    { imageDataUrl: pngUrl, setHint: 'base-set', category: 'pokemon' },
  ])
})

test('an answer names the fields of its cards that the service left out', async () => {
  const { address, key } = service()
  const client = createClient({ baseUrl: address, key })
  const cards = [{ q: 'Charizard 4/102', set: 'base-set', 'condtion, é': 'LP' }]
  assert.deepEqual((await client.lookUpPrices({ cards })).ignored, ['cards.0.condtion, é'])
  assert.deepEqual((await client.lookUpPrices({ cards: [{ q: 'Charizard 4/102' }] })).ignored, [])
  const garbled = async () => new Response('{}', { headers: { 'x-ignored-parameters': '%zz, limt' } })
  assert.deepEqual((await createClient({ baseUrl: address, fetch: garbled }).listPlans()).ignored, ['%zz', 'limt'])
})
