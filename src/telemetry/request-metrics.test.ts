import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { createMetrics } from './request-metrics.ts'

test('a collector that fails is answered 500 and logged, and the next look is answered', async (t) => {
  const lines: string[] = []
  let isBroken = true
  const running = () => {
    if (isBroken) throw new Error('broken collector')
    return 3
  }
  const server = createMetrics({ running, logger: pino({}, { write: (line: string) => void lines.push(line) }) }).createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`
  assert.equal((await fetch(address, { headers: { connection: 'close' } })).status, 500)
  assert.match(lines.join(), /"level":50.*broken collector/)
  isBroken = false
  const mended = await fetch(address, { headers: { connection: 'close' } })
  assert.equal(mended.status, 200)
  assert.match(await mended.text(), /card_market_http_requests_running 3/)
})

test('a scraper may send parameters, and what else is asked is told what the listener takes', async (t) => {
  const server = createMetrics({ running: () => 0, logger: pino({ level: 'silent' }) }).createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const call = async (path: string, method = 'GET') => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
    const response = await fetch(address, { method, headers: { connection: 'close' } })
    return [response.status, response.headers.get('allow'), (await response.text()).length > 0]
  }
  assert.deepEqual(await call('/metrics?module=x'), [200, null, true])
  assert.deepEqual(await call('/metrics', 'HEAD'), [200, null, false])
  assert.deepEqual(await call('/metrics', 'POST'), [405, 'GET, HEAD', true])
  assert.deepEqual(await call('/'), [404, null, true])
})
