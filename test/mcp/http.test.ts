import assert from 'node:assert/strict'
import { connect as connectSocket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { connectAgent, headersOf, postMessage, spentOn, toolCall, useAgents } from '../support/agent.ts'
import { startService } from '../support/service.ts'

const { running, connect } = useAgents()

test('without a key, or with one that is none, a message is refused as every call is', async () => {
  const service = running()
  const init = { method: 'POST', body: JSON.stringify(toolCall('card_usage', {})) }
  for (const [headers, code, challenge] of [
    [{}, 'missing_api_key', 'Bearer'],
    [{ authorization: 'Bearer nonsense' }, 'invalid_api_key', 'Bearer error="invalid_token"'],
  ] as const) {
    const response = await fetch(`${service.address}/mcp`, {
      ...init,
      headers: { 'content-type': 'application/json', ...headers },
    })
    assert.deepEqual([response.status, response.headers.get('www-authenticate')], [401, challenge])
    const { error } = (await response.json()) as { error: { code: string } }
    assert.equal(error.code, code)
  }
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const response = await fetch(`${service.address}/mcp`, { method, headers: headersOf(service.key) })
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST, OPTIONS'])
  }
  assert.deepEqual(spentOn(service), [])
})

test('a key revoked in the middle of a session ends it at the next message, free or charged', async (t) => {
  const service = running()
  const { keyId, key } = await service.issue()
  const { agent, call } = await connectAgent(t, { address: service.address, key }, { transport: 'http' })
  assert.equal((await call('card_prices', { productId: 300004 })).isFailed, false)
  await service.service.accounts.revokeKey(keyId)
  await assert.rejects(call('card_prices', { productId: 300004 }), /401|revoked|Unauthorized/i)
  await assert.rejects(agent.listTools(), /401|revoked|Unauthorized/i)
})

test('twenty agents at once are charged exactly what they call, and what they are refused costs nothing', async (t) => {
  // Of its own, so that no minute ends amid it.
  const service = await startService(t)
  const { key, accountId } = await service.issue({ requestsPerMinute: 150, monthlyRequests: 10_000 })
  const agents = await Promise.all(
    Array.from({ length: 20 }, () => connectAgent(t, { address: service.address, key }, { transport: 'http' })),
  )
  const replies = await Promise.all(
    agents.flatMap(({ call }) => [
      ...Array.from({ length: 8 }, () => call('card_prices', { productId: 300004 })),
      call('card_prices', { productId: 'wrong' }),
      call('card_capabilities'),
    ]),
  )
  const codes = Map.groupBy(replies, ({ code }) => code)
  assert.deepEqual(
    [codes.get(null)?.length, codes.get('rate_limited')?.length, codes.get('invalid_arguments')?.length],
    [150 + 20, 10, 20],
  )
  const left = replies.flatMap(({ answer }) => answer?.requestsLeft?.minute ?? [])
  assert.deepEqual(
    left.sort((a, b) => a - b),
    Array.from({ length: 150 }, (_, index) => index),
    'each unit once',
  )
  assert.equal((await service.service.accounts.usageOf(accountId)).minute.used, 150)
})

test('the log names the message and its call with one id; only the call counts for the account', async () => {
  const service = running()
  const { call } = await connect({ transport: 'http' })
  service.reports.length = 0
  await call('card_prices', { productId: 300004 })
  const [made, message] = service.reports
  assert.deepEqual(
    [made?.operation, made?.method, made?.accountId, made?.status],
    ['getPrices', 'MCP', service.accountId, 200],
  )
  assert.deepEqual(
    [message?.operation, message?.method, message?.accountId, message?.status],
    ['mcp', 'POST', null, 200],
  )
  assert.equal(made?.requestId, message?.requestId)
  await call('card_prices', { productId: 5 })
  assert.deepEqual([service.reports.at(-2)?.status, service.reports.at(-2)?.code], [404, 'product_not_found'])
})

test('a page of another origin may not call, unless the operator names it', async (t) => {
  const service = await startService(t, { env: { CORS_ORIGINS: 'https://shop.example' } })
  const statusFrom = async (origin: string) => {
    const response = await postMessage(service, JSON.stringify(toolCall('card_usage', {})), { origin })
    const text = await response.text()
    if (response.status === 403) {
      const { code, requestId } = JSON.parse(text).error
      assert.deepEqual([code, requestId], ['origin_not_allowed', response.headers.get('x-request-id')])
    }
    return response.status
  }
  assert.deepEqual(
    await Promise.all(
      ['https://shop.example', service.address, 'https://evil.example', 'null', 'http://localhost:1'].map(statusFrom),
    ),
    [200, 200, 403, 403, 403],
  )
  assert.deepEqual(
    service.reports.filter(({ status }) => status === 403).map(({ code, error }) => [code, error]),
    Array(3).fill(['origin_not_allowed', null]),
  )
})

test('a body that is no message is refused and costs nothing', async () => {
  const service = running()
  const post = async (body: string, headers: object = {}) => {
    const response = await postMessage(service, body, headers)
    return { status: response.status, text: await response.text() }
  }
  const many = Array.from({ length: 9 }, (_, id) => toolCall('card_usage', {}, id))
  assert.match((await post(JSON.stringify(many))).text, /more than 8 messages/)
  assert.equal((await post('{"jsonrpc":')).status, 400)
  assert.equal((await post('[]')).status, 400)
  assert.equal((await post('{}', { 'content-type': 'text/plain' })).status, 400)
  assert.equal((await post('x'.repeat(9_000_000))).status, 400)
  const unknown = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }))
  assert.match(unknown.text, /-326/)
  assert.deepEqual(spentOn(service), [])
})

test('a large text that is no picture is judged as it was sent, and costs nothing', async () => {
  const service = running()
  const { call } = await connect({ transport: 'http' })
  const long = 'Charizard '.repeat(7_000)
  for (const [tool, input, problem] of [
    ['card_identify', { q: long }, /q must be a text of at most 120 characters/],
    ['card_price_list', { cards: [{ q: long }] }, /cards\.0\.q must be a text of at most 120 characters/],
    ['card_identify_photo', { imageDataUrl: long }, /imageDataUrl must be as described/],
  ] as const) {
    const { code, text } = await call(tool, input)
    assert.deepEqual([code, problem.test(text)], ['invalid_arguments', true], text)
  }
  assert.deepEqual(spentOn(service), [])
})

for (const mode of ['legacy', 'auto'] as const)
  test(`an agent that closes its call frees what the call holds, which is no defect (${mode})`, async (t) => {
    const service = running()
    const { agent } = await connectAgent(t, service, { transport: 'http', mode })
    while (service.service.api.running() > 0) await delay(20)
    service.reports.length = 0
    const used = async () => (await service.service.accounts.usageOf(service.accountId)).month.used
    const before = await used()
    const controller = new AbortController()
    // Never answers.
    const slow = agent.callTool(
      { name: 'card_prices', arguments: { productId: 990008 } },
      { signal: controller.signal },
    )
    slow.catch(() => {})
    while ((await used()) === before) await delay(20)
    const stopped = performance.now()
    // The older revisions cancel by a message of its own, which finds no call where there are no sessions.
    if (mode === 'auto') controller.abort(new Error('no longer wanted'))
    else await agent.close()
    await assert.rejects(slow)
    while (service.reports.length < 2) await delay(20)
    assert.ok(performance.now() - stopped < 5_000, 'the call ended with the connection')
    assert.deepEqual(
      service.reports.map(({ operation, status, code, error }) => [operation, status, code, error]).sort(),
      [
        ['getPrices', 499, 'client_gone', null],
        ['mcp', 499, 'client_gone', null],
      ],
    )
  })

test('an agent that reads nothing harms nobody', async (t) => {
  const service = await startService(t)
  const { call } = await connectAgent(t, service, { transport: 'http', mode: 'auto' })
  const { hostname, port } = new URL(service.address)
  const socket = connectSocket(Number(port), hostname)
  t.after(() => socket.destroy())
  socket.pause()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const head = Object.entries({ host: hostname, ...headersOf(service.key), 'content-length': body.length }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const message = `POST /mcp HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`
  for (let count = 0; count < 200; count++) socket.write(message)
  await delay(300)
  assert.equal((await call('card_prices', { productId: 300004 })).isFailed, false)
})

test('a service that stops ends its calls with an answer that says so, and refunds them', async (t) => {
  const service = await startService(t)
  const { call } = await connectAgent(t, service, { transport: 'http' })
  const slow = call('card_prices', { productId: 990007 })
  await delay(200)
  service.service.api.drain()
  service.service.api.abort()
  const { code, text } = await slow
  assert.equal(code, 'shutting_down')
  assert.match(text, /try again/i)
  assert.equal((await service.service.accounts.usageOf(service.accountId)).month.used, 0)
})
