import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from '../../src/app/lifecycle/listen.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { createApiRoutes } from '../../src/http/api/api-routes.ts'
import { createBodyBudget } from '../../src/http/api/body-budget.ts'
import { httpLimits } from '../../src/http/wire/limits.ts'
import { createApiServer } from '../../src/http/wire/server.ts'
import { readRaw, sendRaw } from '../support/raw.ts'
import { type RunningService, startService } from '../support/service.ts'

const head = (path: string, key: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** The routes of a running service behind a server with a budget and limits of its own, so that nothing takes 5 s. */
const serve = async (t: { after: (done: () => unknown) => void }, { service }: RunningService, budgetBytes: number) => {
  const { lookUpPrices, identifyImage } = endpoints
  const handlers = { lookUpPrices: async () => ({}), identifyImage: async () => ({}) } as never
  const routes = createApiRoutes(
    { lookUpPrices, identifyImage },
    handlers,
    service.accounts,
    createBodyBudget(budgetBytes),
  )
  const limits = { ...httpLimits, bodyIdleTimeoutMs: 1_200 }
  const { server } = createApiServer({ routes, report: () => {}, onDefect: assert.ifError, tls: null, limits })
  t.after(() => server.close())
  return listen(server, { host: '127.0.0.1', port: 0, protocol: 'http' })
}

test('photo bodies that stall are refused early and uncharged, while another account is served', async (t) => {
  const service = await startService(t)
  const address = await serve(t, service, 64 * 1024 * 1024)
  const stalled = Array.from({ length: 40 }, () =>
    sendRaw(address, `${head('/v1/identify-image', service.key, 8_300_000)}{"imageDataUrl":"`, 2_000),
  )
  await delay(300)
  const other = await service.issue()
  for (const [path, body] of [
    ['/v1/prices', '{"productIds":[300004]}'],
    ['/v1/identify-image', `{"imageDataUrl":"${'a'.repeat(5_000_000)}"}`],
  ] as const)
    assert.equal(readRaw(await sendRaw(address, head(path, other.key, body.length) + body)).status, 200, path)
  const answers = (await Promise.all(stalled)).map(readRaw)
  const refused = answers.filter(({ code }) => code === 'service_busy')
  assert.equal(refused.length, 36)
  assert.ok(refused.every(({ status, head: headers }) => status === 503 && /\r\nretry-after: 1\b/.test(headers)))
  const late = answers.filter(({ code }) => code !== 'service_busy')
  // What comes next on such a connection would be the rest of the body.
  assert.ok(late.every(({ head: headers }) => /\r\nconnection: close\b/i.test(headers)))
  assert.deepEqual(
    late.map(({ status, code }) => [status, code]),
    Array(4).fill([408, 'request_timeout']),
  )
  assert.equal((await service.service.accounts.usageOf(service.accountId)).month.used, 4)
})

test('small bodies count too, and once the stalled ones have timed out others are taken', async (t) => {
  const service = await startService(t)
  const address = await serve(t, service, 1024 * 1024)
  const send = () => sendRaw(address, `${head('/v1/prices', service.key, 60_000)}{"productIds":`, 2_000)
  const answers = (await Promise.all(Array.from({ length: 30 }, send))).map(readRaw)
  const codes = answers.map(({ code }) => code).sort()
  assert.deepEqual(codes, [...Array(8).fill('request_timeout'), ...Array(22).fill('service_busy')])
  assert.equal(readRaw(await send()).code, 'request_timeout')
})
