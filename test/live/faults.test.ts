import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, describe, test } from 'node:test'
import type { Environment } from '../../src/app/configuration/config.ts'
import { type Fault, faultNames } from '../emulator/faults.ts'
import { untrustedCertificate } from '../emulator/untrusted-certificate.ts'
import { listen } from '../support/other-server.ts'
import { posted } from '../support/posted.ts'
import { sampled } from '../support/scaled.ts'
import { type Reply, type RunningService, startService } from '../support/service.ts'
import { startLive, startLiveEmulator } from './live-service.ts'

/** The longest a client may wait, whatever the source does. */
const patienceMs = 9_000

const timeout = 'upstream_timeout'
const unavailable = 'upstream_unavailable'
const limited = 'upstream_rate_limited'
const invalid = 'upstream_invalid_response'

const codeOf: Readonly<Record<Fault, string | null>> = {
  reset: unavailable,
  resetMiddle: unavailable,
  silent: timeout,
  drip: timeout,
  429: limited,
  '429RetryAfter': limited,
  403: limited,
  500: unavailable,
  503: unavailable,
  html: invalid,
  cut: invalid,
  errors: invalid,
  problem: invalid,
  wrongSchema: invalid,
  empty: invalid,
  huge: invalid,
  gzipBomb: invalid,
  wrongLength: unavailable,
  redirect: invalid,
  otherProduct: invalid,
  nan: invalid,
  foreign: invalid,
  // Amounts that cannot be are unknown; nothing else in the answer is in doubt.
  nanText: null,
  overflow: null,
  negative: null,
}

const statusOf: Partial<Record<Fault, number>> = {
  429: 429,
  '429RetryAfter': 429,
  403: 403,
  500: 500,
  503: 503,
  redirect: 302,
}

/** What stands in the place of details without a product in it is how a source says that there is none. */
const notFound = 'product_not_found'
const detailsCodeOf: Readonly<Partial<Record<Fault, string>>> = {
  problem: notFound,
  wrongSchema: notFound,
  empty: notFound,
}

let cells = 0
after(() => process.stdout.write(`# fault matrix: ${cells} cells of fault and route\n`))

/** Milliseconds in which a busy machine did not let this process run; they are not counted. */
let heldUpMs = 0
let tickedAt = performance.now()
const ticker = setInterval(() => {
  const instant = performance.now()
  heldUpMs += Math.max(0, instant - tickedAt - 40)
  tickedAt = instant
}, 20)
after(() => clearInterval(ticker))

/** Calls a route and checks that it took no longer than a client's patience. */
const cell = async ({ call }: RunningService, target: string, init: RequestInit = {}): Promise<Reply> => {
  const startedAt = performance.now() - heldUpMs
  const reply = await call(target, init)
  const tookMs = performance.now() - heldUpMs - startedAt
  assert.ok(tookMs < patienceMs, `${target} took ${tookMs} ms`)
  cells++
  return reply
}

const assertFailed = (reply: Reply, code: string, what: string) =>
  assert.deepEqual([reply.status, reply.body.error?.code], [code === notFound ? 404 : 502, code], what)

const amountFields =
  /^(?:(?:market|item|shipping|total)Price|lowestPrice(?:WithShipping)?|(?:low|high)SalePrice(?:WithShipping)?)$/

/** Fails when any amount anywhere is not null. */
const assertNoAmounts = (value: unknown, path: string): void => {
  if (typeof value !== 'object' || value === null) return
  for (const [key, field] of Object.entries(value)) {
    if (amountFields.test(key)) assert.equal(field, null, `${path}.${key}`)
    else assertNoAmounts(field, `${path}.${key}`)
  }
}

const productRoutes = ['', '/details', '/prices', '/history', '/listings', '/image'].map(
  (section) => `/v1/products/300004${section}`,
)
const catalogRoutes = [
  '/v1/categories/pokemon/sets',
  '/v1/search?q=pikachu',
  '/v1/identify?q=Pikachu%2058/102',
  '/v1/categories',
] as const

const checkRoutes = async (running: RunningService, routes: readonly string[], fault: Fault, code: string | null) => {
  const replies = await Promise.all(routes.map((route) => cell(running, route)))
  // These hold neither amounts nor the id of anything asked for, so nothing in them is wrong.
  const spared: readonly string[] =
    fault === 'otherProduct' ? catalogRoutes : fault === 'nan' || fault === 'foreign' ? ['/v1/categories'] : []
  for (const [index, route] of routes.entries()) {
    const reply = replies[index] as Reply
    if (code === null || spared.includes(route)) {
      assert.equal(reply.status, 200, route)
      if (code === null && !/history|prices$|300004$/.test(route)) assertNoAmounts(reply.body, route)
    } else assertFailed(reply, code, route)
  }
}

const checkBatch = async (running: RunningService, code: string | null) => {
  const [ofProduct, mixed] = await Promise.all([
    cell(running, '/v1/prices', posted({ productIds: [300004] })),
    cell(running, '/v1/prices', posted({ productIds: [300004], skuIds: [30000101] })),
  ])
  if (code === null) {
    assert.equal(ofProduct.status, 200)
    return
  }
  const status = code === notFound ? 'not_found' : 'unavailable'
  if (code === notFound) assert.deepEqual([ofProduct.status, ofProduct.body.results[0].code], [200, code])
  else assertFailed(ofProduct, code, 'batch')
  // The SKU is another host's business, so its row is there.
  const rows = (mixed.body.results ?? []) as { status: string; code: string }[]
  assert.deepEqual(
    rows.map((row) => [row.status, row.code]),
    [
      [status, code],
      ['ok', 'ok'],
    ],
  )
}

const checkSection = async (
  running: RunningService,
  productId: number,
  section: string,
  fault: Fault,
  code: string | null,
) => {
  const key = { prices: 'marketPrices', history: 'marketHistory', listings: 'listings' }[section] as string
  const [snapshot, alone] = await Promise.all([
    cell(running, `/v1/products/${productId}`),
    cell(running, `/v1/products/${productId}/${section}`),
  ])
  assert.equal(snapshot.status, 200, JSON.stringify(snapshot.body))
  const { [key]: status, ...others } = snapshot.body.sections
  for (const [name, other] of Object.entries(others) as [string, { status: string }][])
    assert.equal(other.status, 'ok', `${name} beside ${section}`)
  if (code === null) {
    assert.equal(status.status, 'ok')
    assertNoAmounts(snapshot.body[key], section)
    return
  }
  assert.equal(snapshot.body[key], null)
  assert.deepEqual([status.status, status.code], ['unavailable', code])
  assert.equal(
    status.upstreamStatus === (statusOf[fault] ?? null) || status.upstreamStatus === 200,
    true,
    `${status.upstreamStatus}`,
  )
  if (section === 'listings') assert.equal(snapshot.body.featuredListing, null)
  assertFailed(alone, code, section)
}

/** Faults that are about time: their tests mostly wait, so many run side by side. */
const isSlow = (fault: Fault): boolean => codeOf[fault] === timeout

const testFault = (fault: Fault): void => {
  const code = codeOf[fault]
  // Only what is about time needs the true timeout; the rest must not depend on how busy the machine is.
  const env = isSlow(fault) ? {} : { UPSTREAM_TIMEOUT_MS: '7500' }

  test(`${fault} on details and catalogue`, async (t) => {
    // One service for each, since all of it together may be ten failures, after which the host is no longer asked.
    const [ofProduct, ofCatalog, forBatch] = await Promise.all([
      startLive(t, env),
      startLive(t, env),
      startLive(t, env),
    ])
    for (const { emulator } of [ofProduct, ofCatalog, forBatch]) emulator.plan([{ fault, host: 'search' }])
    await Promise.all([
      checkRoutes(ofProduct, productRoutes, fault, detailsCodeOf[fault] ?? code),
      checkRoutes(ofCatalog, catalogRoutes, fault, code),
      checkBatch(forBatch, detailsCodeOf[fault] ?? code),
    ])
  })

  test(`${fault} on one section`, async (t) => {
    const together = await startLive(t, env)
    const products = { prices: 300001, history: 300002, listings: 300005 }
    const check = async ([section, productId]: [string, number]) => {
      // A host that asks us to slow down for one product is not asked for the others either.
      const running = code === limited ? await startLive(t, env) : together
      if (running !== together) running.emulator.plan([{ fault, route: section }])
      await checkSection(running, productId, section, fault, code)
    }
    together.emulator.plan(Object.entries(products).map(([route, productId]) => ({ fault, route, productId })))
    await Promise.all(Object.entries(products).map(check))
  })
}

/** What happens to a host as a whole, before any answer. */
const testHosts = (): void => {
  test('a picture host that fails is 502; 403 means missing', async (t) => {
    const expected = {
      reset: unavailable,
      silent: timeout,
      429: limited,
      500: unavailable,
      503: unavailable,
      redirect: invalid,
    }
    await Promise.all(
      Object.entries(expected).map(async ([fault, code]) => {
        const running = await startLive(t)
        running.emulator.turn({ imageCount: false })
        running.emulator.plan([{ fault: fault as Fault, host: 'images' }])
        assertFailed(await cell(running, '/v1/products/300004/image'), code, fault)
      }),
    )
  })

  const onEveryHost = (url: string): Environment => ({
    MARKET_SOURCE: 'tcgplayer',
    CATALOG_SOURCE: 'tcgplayer',
    TCGPLAYER_SEARCH_URL: url,
    TCGPLAYER_API_URL: url,
    TCGPLAYER_GATEWAY_URL: url,
    TCGPLAYER_HISTORY_URL: url,
  })

  const silentListener = async (t: { after: (done: () => void) => void }): Promise<number> => {
    const open = new Set<{ destroy: () => void }>()
    const server = createServer((socket) => void open.add(socket.on('error', () => {})))
    t.after(() => {
      for (const socket of open) socket.destroy()
    })
    return listen(t, server)
  }

  const unreachable: Readonly<Record<string, (t: Parameters<typeof silentListener>[0]) => Promise<[string, string]>>> =
    {
      refused: async () => ['http://127.0.0.1:9', unavailable],
      'unknown name': async () => ['http://no-such-host.invalid', unavailable],
      'connection that is never made': async (t) => [`https://127.0.0.1:${await silentListener(t)}`, timeout],
      'certificate that nobody vouches for': async (t) => {
        const { urls } = await startLiveEmulator(t, { tls: untrustedCertificate })
        return [urls.search, unavailable]
      },
    }

  for (const [name, start] of Object.entries(unreachable)) {
    test(`${name}, on every route and on one section`, async (t) => {
      const [url, code] = await start(t)
      const onSection = async (section: string, variable: string, productId: number) =>
        checkSection(await startLive(t, { [variable]: url }), productId, section, 'reset', code)
      await Promise.all([
        startService(t, { env: onEveryHost(url) }).then((running) =>
          checkRoutes(running, [...productRoutes, ...catalogRoutes], 'reset', code),
        ),
        onSection('prices', 'TCGPLAYER_GATEWAY_URL', 300001),
        onSection('history', 'TCGPLAYER_HISTORY_URL', 300002),
      ])
    })
  }
}

describe('whatever the source does, an answer is right, null or 502 in time', { concurrency: 2 }, () => {
  describe('faults', { concurrency: 2 }, () => {
    for (const fault of sampled(faultNames)) if (!isSlow(fault)) testFault(fault)
  })

  describe('faults that take their time', { concurrency: 8 }, () => {
    for (const fault of sampled(faultNames)) if (isSlow(fault)) testFault(fault)
    testHosts()
  })
})
