import assert from 'node:assert/strict'
import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { httpLimits } from '../../src/http/wire/limits.ts'
import { connectAgent, toolCall } from '../support/agent.ts'
import { type RunningService, startService } from '../support/service.ts'
import { message, price, rpc, unchargedRequests } from '../support/uncharged-requests.ts'

/** Sends bytes on a connection of their own. */
const send = (t: { after: (done: () => void) => void }, { address }: RunningService, bytes: string) => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  let received = ''
  const status = new Promise<number>((resolve) => {
    socket.setEncoding('latin1').on('data', (part: string) => {
      received += part
      resolve(Number(received.slice(9, 12)))
    })
  })
  return { status, isAnswered: () => received !== '', end: () => socket.destroy() }
}

/** A budget that one request of a new connection uses up. */
const tight = { share: 0.05, burstMs: 0.1 }

const startTight = async (t: Parameters<typeof startService>[0]) => {
  const clock = { now: 0 }
  const limits = { ...httpLimits, uncharged: tight, probes: tight }
  const service = await startService(t, { limits, loopNow: () => clock.now })
  const { key } = await service.issue()
  const { key: spentKey } = await service.issue({ requestsPerMinute: 1_000, monthlyRequests: 1 })
  await service.call(price, { key: spentKey })
  const pay = async () => assert.equal((await service.call(price)).status, 200)
  return { clock, service, sender: { key, spentKey }, pay }
}

describe('what costs its sender nothing draws on a budget of loop time, and then waits while others are served', () => {
  for (const [kind, [status, make]] of Object.entries(unchargedRequests))
    test(kind, async (t) => {
      const { clock, service, sender, pay } = await startTight(t)
      const bytes = make(sender)
      await pay()
      assert.equal(await send(t, service, bytes).status, status, 'the first is within the budget')
      await pay()
      const second = send(t, service, bytes)
      for (let count = 0; count < 5; count++) await pay()
      assert.ok(!second.isAnswered(), 'the second waits, and whoever pays does not')
      clock.now += 0.5
      for (let count = 0; count < 2; count++) await pay()
      assert.ok(!second.isAnswered(), 'while others pay the budget fills slowly')
      clock.now += 4_000
      assert.equal(await second.status, status, 'time has filled the budget')
    })
})

test('what waited for more than five seconds is 503 with Retry-After, in the form that its client reads', async (t) => {
  const { clock, service, sender, pay } = await startTight(t)
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify(rpc('ping'))
  assert.equal((await service.call('/docs')).status, 200)
  await pay()
  const page = service.call('/capabilities')
  const late = fetch(`${service.address}/mcp`, {
    ...{ method: 'POST', body, headers: { ...headers, authorization: `Bearer ${sender.key}` } },
  })
  while (service.service.api.running() < 2) await pay()
  clock.now += 5_001
  const response = await late
  // Refusing it has used up what the time has filled.
  clock.now += 4_000
  const { jsonrpc, id, error } = (await response.json()) as {
    jsonrpc: string
    id: null
    error: { code: number; data: object }
  }
  assert.deepEqual([response.status, response.headers.get('retry-after'), jsonrpc, id], [503, '1', '2.0', null])
  const requestId = response.headers.get('x-request-id')
  assert.deepEqual([error.code, error.data], [-32_000, { code: 'service_busy', requestId, retryAfterSeconds: 1 }])
  const { status, headers: told, body: refusal } = await page
  assert.deepEqual([status, told.get('retry-after'), refusal.error.code], [503, '1', 'service_busy'])
})

test('an agent that goes away while its call waits is charged nothing', async (t) => {
  const { clock, service, pay } = await startTight(t)
  const { key, accountId } = await service.issue()
  await pay()
  const free = message(key, toolCall('card_prices', { productId: 'x' }))
  assert.equal(await send(t, service, free).status, 200)
  await pay()
  const closed = new Promise((resolve) => {
    service.service.api.server.once('connection', (socket) => socket.once('close', resolve))
  })
  const gone = send(t, service, message(key, toolCall('card_prices', { productId: 300004 })))
  while (service.service.api.running() < 1) await pay()
  gone.end()
  await closed
  service.reports.length = 0
  clock.now += 4_000
  while (!service.reports.some(({ operation }) => operation === 'mcp')) await pay()
  assert.equal(service.reports.find(({ operation }) => operation === 'mcp')?.code, 'client_gone')
  assert.equal((await service.service.accounts.usageOf(accountId)).month.used, 0)
})

describe('at a usual pace nobody waits, while others pay and before any time has filled the budget', () => {
  const start = async (t: Parameters<typeof startService>[0], limits = httpLimits) => {
    const service = await startService(t, { limits, loopNow: () => 0 })
    await service.call(price)
    return service
  }
  const keyed = (service: RunningService, key: string | null, target = price) => service.call(target, { key })

  test('an agent that connects, lists its tools and calls them', async (t) => {
    const { call } = await connectAgent(t, await start(t), { transport: 'http' })
    for (let count = 0; count < 20; count++)
      assert.equal((await call('card_prices', { productId: 300004 })).isFailed, false)
  })

  test('a page that loads two hundred files over six connections', async (t) => {
    const service = await start(t)
    const agent = new Agent({ keepAlive: true, maxSockets: 6 })
    t.after(() => agent.destroy())
    const load = (path: string) =>
      new Promise<number>((resolve, reject) => {
        const onAnswer = (res: IncomingMessage) => res.resume().on('end', () => resolve(res.statusCode ?? 0))
        httpGet(service.address + path, { agent }, onAnswer).on('error', reject)
      })
    const files = Array.from({ length: 200 }, () => '/console/main.js')
    assert.deepEqual([...new Set(await Promise.all(files.map(load)))], [200])
  })

  test('a hundred apps behind the address of one proxy, also with a wrong key among them', async (t) => {
    const service = await start(t)
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => [
        (await keyed(service, service.key)).status,
        (await keyed(service, at === 50 ? 'wrong' : null, '/capabilities')).status,
        (await keyed(service, at === 50 ? 'wrong' : service.key)).status,
      ]),
    )
    assert.deepEqual(statuses.filter(([, , last]) => last !== 200).length, 1)
  })

  test('an app that calls again after 429', async (t) => {
    const service = await start(t)
    const { key } = await service.issue({ requestsPerMinute: 1 })
    const statuses: number[] = []
    for (let count = 0; count < 50; count++) statuses.push((await keyed(service, key)).status)
    assert.deepEqual([statuses[0], ...new Set(statuses.slice(1))], [200, 429])
  })

  test('probes of health, however much of other requests waits', async (t) => {
    const service = await start(t, { ...httpLimits, uncharged: tight })
    assert.equal((await keyed(service, null, '/docs')).status, 200)
    const waiting = keyed(service, null, '/docs')
    waiting.catch(() => {})
    for (let count = 0; count < 50; count++)
      for (const path of ['/healthz', '/readyz']) assert.equal((await keyed(service, null, path)).status, 200)
  })
})
