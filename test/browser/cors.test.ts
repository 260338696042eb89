import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { skip, startForSuite } from './browser.ts'

const client = new URL('../../packages/client/dist/', import.meta.url)

/** An app of somebody else on another port: a page, and the client as it is published. */
const app = createServer(({ url = '/' }, res) => {
  const isScript = /^\/[\w-]+\.js$/.test(url)
  res.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
  res.end(isScript ? readFileSync(new URL(url.slice(1), client)) : '<!doctype html><title>App</title>')
})

/** The origin of that app, once it listens. */
const listening = async (): Promise<string> => {
  if (!app.listening) await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(app.address() as AddressInfo).port}`
}

after(() => {
  app.closeAllConnections()
  app.close()
})

/**
 * What the page of the app learns from two calls, a refused one and a photo; a price's answer is asked for again with
 * its tag, and an agent's message has the headers of its protocol.
 */
const script = (baseUrl: string, key: string) => `(async () => {
  const { createClient } = await import('/client.js')
  const client = createClient({ baseUrl: '${baseUrl}', key: '${key}', retries: 0 })
  const told = (error) => [error.code, error.status, error.requestId !== null]
  const { data, requestId, remaining, allowance } = await client.getPrices({ productId: 300004 })
  const refused = await client.getPrices({ productId: 1 }).catch(told)
  const unknown = await createClient({ baseUrl: '${baseUrl}', retries: 0 }).getUsage().catch(told)
  const list = await client.lookUpPrices({ productIds: [300004] })
  const headers = { authorization: 'Bearer ${key}' }
  const first = await fetch('${baseUrl}/v1/products/300004/prices', { headers, cache: 'no-store' })
  const etag = first.headers.get('etag')
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'card_usage', arguments: {} } }
  const mcp = { 'mcp-protocol-version': '2025-06-18', 'mcp-method': message.method, 'mcp-name': 'card_usage' }
  const agent = await fetch('${baseUrl}/mcp', {
    method: 'POST',
    headers: { ...headers, ...mcp, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  const known = { ...headers, 'if-none-match': etag }
  const again = await fetch('${baseUrl}/v1/products/300004/prices', { headers: known, cache: 'no-store' })
  return {
    prices: data.prices.length > 0,
    hasId: requestId !== '',
    remaining: typeof remaining.minute,
    resets: typeof allowance?.minute.resetsAt,
    refused,
    unknown,
    list: list.data.results.length,
    again: again.status,
    agent: agent.type,
  }
})()`

describe('an app on another port that the operator has named', { skip }, () => {
  const env: Record<string, string> = {}
  const its = startForSuite({ env }, [], async () => {
    env.CORS_ORIGINS = await listening()
  })

  test('works in Chromium with the published client: answers, refusals, allowances, and a tag', async () => {
    const page = await its.browser.newPage()
    await page.goto(await listening())
    assert.deepEqual(await page.evaluate(script(its.service.address, its.service.key)), {
      prices: true,
      hasId: true,
      remaining: 'number',
      resets: 'string',
      refused: ['product_not_found', 404, true],
      unknown: ['missing_api_key', 401, true],
      list: 1,
      again: 304,
      agent: 'cors',
    })
    await page.close()
  })
})

describe('an app on another port that nobody has named', { skip }, () => {
  const its = startForSuite({}, [], listening)

  test('is kept from every route with a key by Chromium, and reads what takes none', async () => {
    const page = await its.browser.newPage()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.goto(await listening())
    const learnt = await page.evaluate(`(async () => {
      const { createClient } = await import('/client.js')
      const client = createClient({ baseUrl: '${its.service.address}', key: '${its.service.key}', retries: 0 })
      const told = (error) => error.code
      return [
        await client.getUsage().catch(told),
        await client.lookUpPrices({ productIds: [300004] }).catch(told),
        (await client.listPlans()).data.plans.length,
        (await client.capabilities()).data.source,
      ]
    })()`)
    assert.deepEqual(learnt, ['connection_failed', 'connection_failed', 3, 'sandbox'])
    assert.match(said.join('\n'), /blocked by CORS policy/)
    assert.deepEqual(
      its.service.reports.filter(({ operation }) => operation !== 'options').map(({ operation }) => operation),
      ['listPlans', 'capabilities'],
      'no call with a key is sent, so none is charged',
    )
    await page.close()
  })
})
