import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spentOn, useAgents } from '../support/agent.ts'
import { bestRun } from '../support/best-run.ts'
import { findSlowness } from '../support/machine-speed.ts'

const { running, connect } = useAgents()
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

test('a message that is long, or has many entries, is refused or answered without others waiting for it', async () => {
  const service = running()
  const maxMs = 1_000 * (await findSlowness())
  const { agent } = await connect({ transport: 'http' })
  const many = (make: (at: number) => string, count: number) =>
    Array.from({ length: count }, (_, at) => make(at)).join(',')
  const withArguments = (name: string, input: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{${input}}}}`
  const withMeta = (meta: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{${meta}}}}`
  const field = (at: number) => `"field${at}":0`
  for (const [body, status] of [
    [withArguments('card_usage', many(field, 500_000)), 400],
    [withArguments('card_usage', many(field, 4_900)), 200],
    [withArguments('card_price_list', `"cards":[${many(() => '0', 4_000_000)}]`), 400],
    [withArguments('card_price_list', `"cards":[{"q":"x",${many(field, 4_900)}}]`), 200],
    [withMeta(many(field, 500_000)), 400],
    [withMeta(many(field, 4_900)), 200],
  ] as const) {
    const post = async () => {
      const startedMs = performance.now()
      const response = await fetch(`${service.address}/mcp`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${service.key}` },
        body,
      })
      await response.text()
      assert.equal(response.status, status, body.slice(0, 120))
      return performance.now() - startedMs
    }
    const isInTime = (ms: number) => ms < maxMs
    const ms = await bestRun(3, post, isInTime)
    assert.ok(isInTime(ms), `${body.slice(0, 120)}: ${ms} of at most ${maxMs} ms`)
  }
  assert.ok((await agent.listTools()).tools.length > 0)
  assert.deepEqual(spentOn(service), [])
})
