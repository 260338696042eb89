import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { hostname } from 'node:os'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { listen } from '../../test/support/other-server.ts'
import { createMetrics } from '../telemetry/request-metrics.ts'
import { createOperatorServer, type OperatorServerOptions } from './listener.ts'

const silent = pino({ level: 'silent' })

const start = async (t: TestContext, options: Partial<OperatorServerOptions> = {}, running = () => 3) => {
  const { registry } = createMetrics({ running })
  const overview = async () => {
    throw new Error('no overview here')
  }
  const server = createOperatorServer({
    metrics: { collect: async () => registry },
    overview,
    host: '127.0.0.1',
    logger: silent,
    ...options,
  })
  const port = await listen(t, server)
  return { port, address: `http://127.0.0.1:${port}` }
}

/** Asks under a name of its own, as a browser does that was led here by it. */
const askAs = async (port: number, host: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
  const call = request({ host: '127.0.0.1', port, path, headers: { host, connection: 'close', ...headers } }).end()
  const [response] = await once(call, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode as number, text, headers: response.headers }
}

test('a collector that fails is answered 500 and logged, and the next look is answered', async (t) => {
  const lines: string[] = []
  let isBroken = true
  const running = () => {
    if (isBroken) throw new Error('broken collector')
    return 3
  }
  const { address } = await start(t, { logger: pino({}, { write: (line: string) => void lines.push(line) }) }, running)
  assert.equal((await fetch(`${address}/metrics`, { headers: { connection: 'close' } })).status, 500)
  assert.match(lines.join(), /"level":50.*broken collector/)
  isBroken = false
  const mended = await fetch(`${address}/metrics`, { headers: { connection: 'close' } })
  assert.equal(mended.status, 200)
  assert.match(await mended.text(), /card_market_http_requests_running 3/)
})

test('a scraper may send parameters, and what else is asked is told what the listener takes', async (t) => {
  const { address } = await start(t)
  const call = async (path: string, method = 'GET') => {
    const response = await fetch(address + path, { method, headers: { connection: 'close' } })
    return [response.status, response.headers.get('allow'), (await response.text()).length > 0]
  }
  assert.deepEqual(await call('/metrics?module=x'), [200, null, true])
  assert.deepEqual(await call('/metrics', 'HEAD'), [200, null, false])
  assert.deepEqual(await call('/metrics', 'POST'), [405, 'GET, HEAD', true])
  assert.deepEqual(await call('/', 'POST'), [405, 'GET, HEAD', true])
  assert.deepEqual(await call('/constructor'), [404, null, true])
})

test('on loopback the page is shown under names of this machine alone, and so are the metrics', async (t) => {
  const { port } = await start(t)
  for (const host of ['localhost', `localhost:${port}`, '127.0.0.1:9999', '[::1]:9464', 'LOCALHOST'])
    for (const path of ['/style.css', '/metrics?module=x'])
      assert.equal((await askAs(port, host, path)).status, 200, host)
  const evil = ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.evil.example']
  for (const host of [...evil, '10.0.0.1']) {
    for (const path of ['/', '/status.json', '/style.css', '/refresh.js', '/metrics', '/metrics?module=x']) {
      const { status, text } = await askAs(port, host, path)
      assert.deepEqual([status, text.split('\n').length], [421, 2], `${host}${path}`)
    }
  }
})

test('elsewhere the page is shown under addresses and local names, which no other host can take', async (t) => {
  const { port } = await start(t, { host: '0.0.0.0' })
  const statusUnder = async (host: string) => (await askAs(port, host, '/style.css')).status
  for (const host of ['10.0.0.7:9464', '[fd00::7]:9464', 'localhost', 'api:9464', hostname()])
    assert.equal(await statusUnder(host), 200, host)
  for (const host of ['evil.example', '10.0.0.7.evil.example', '10.0.0'])
    assert.equal(await statusUnder(host), 421, host)
  for (const host of ['card-market.shop.svc.cluster.local:9464', '10.0.0.7:9464', 'cards.example'])
    assert.equal((await askAs(port, host, '/metrics')).status, 200, `a scraper asks by ${host}`)
})

test('a page of another host that is open in the same browser cannot have it work', async (t) => {
  const { port } = await start(t)
  const statusOf = async (site: string, mode: string, dest: string) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
    const [page, metrics] = await Promise.all(
      ['/style.css', '/metrics'].map((path) => askAs(port, 'localhost', path, headers)),
    )
    assert.equal(page?.status, metrics?.status)
    return page?.status
  }
  for (const site of ['cross-site', 'same-site'])
    for (const [mode, dest] of [
      ['no-cors', 'image'],
      ['no-cors', 'empty'],
      ['cors', 'empty'],
      ['navigate', 'iframe'],
    ] as const)
      assert.equal(await statusOf(site, mode, dest), 403, `${site} ${mode} ${dest}`)
  assert.equal(await statusOf('cross-site', 'navigate', 'document'), 200, 'a link may lead here')
  assert.equal(await statusOf('same-origin', 'cors', 'empty'), 200)
  assert.equal(await statusOf('none', 'navigate', 'document'), 200)
})

test('a page that cannot be made is 500 in one line, logged, and tells nothing of the defect', async (t) => {
  const lines: string[] = []
  const { port } = await start(t, { logger: pino({}, { write: (line: string) => void lines.push(line) }) })
  const { status, text, headers } = await askAs(port, 'localhost', '/')
  assert.equal(status, 500)
  assert.ok(!text.includes('no overview here'))
  assert.match(lines.join(), /"level":50.*no overview here/)
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
  assert.equal(headers['cache-control'], 'no-store')
})
