import { mintApiKey } from '../../src/accounts/api-key.ts'
import { toolCall } from './agent.ts'

/** Who sends what costs nothing. */
export interface Sender {
  readonly key: string
  /** A key whose allowances are used up. */
  readonly spentKey: string
}

export const price = '/v1/products/300004/prices'

export const requestOf = (method: string, path: string, lines: readonly string[] = [], body = ''): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...lines, '', body].join('\r\n')
const get = (path: string, ...lines: readonly string[]) => requestOf('GET', path, lines)
const bearer = (key: string) => `Authorization: Bearer ${key}`

/** A message of the Model Context Protocol; a text is sent as it stands. */
export const message = (key: string, content: unknown): string => {
  const body = typeof content === 'string' ? content : JSON.stringify(content)
  const types = ['Content-Type: application/json', 'Accept: application/json, text/event-stream']
  return requestOf('POST', '/mcp', [bearer(key), ...types, `Content-Length: ${body.length}`], body)
}
export const rpc = (method: string, params: object = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params })
const initialize = rpc('initialize', {
  ...{ protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})
const batchOf = (size: number) => Array.from({ length: size }, (_, id) => rpc('tools/list', {}, id))
const long = 'x'.repeat(300_000)
const huge = 'x'.repeat(8_000_000)
const tinyChunks = '1\r\nx\r\n'.repeat(50_000)
const priceCall = toolCall('card_prices', { productId: 300004 })

/** All that costs its sender nothing, with the status that answers it. */
export const unchargedRequests: Readonly<Record<string, readonly [status: number, make: (sender: Sender) => string]>> =
  {
    'an MCP list of tools': [200, ({ key }) => message(key, rpc('tools/list'))],
    'an MCP initialization': [200, ({ key }) => message(key, initialize)],
    'an MCP ping': [200, ({ key }) => message(key, rpc('ping'))],
    'an MCP notification': [202, ({ key }) => message(key, { jsonrpc: '2.0', method: 'notifications/initialized' })],
    'an unknown MCP method': [200, ({ key }) => message(key, rpc('cards/steal'))],
    'an MCP call with wrong arguments': [200, ({ key }) => message(key, toolCall('card_prices', { productId: 'x' }))],
    'an MCP call of no tool': [200, ({ key }) => message(key, toolCall('card_theft', {}))],
    'an MCP call without an allowance': [200, ({ spentKey }) => message(spentKey, priceCall)],
    'an MCP call of what is free': [200, ({ key }) => message(key, toolCall('card_capabilities', {}))],
    'an MCP batch of 8': [200, ({ key }) => message(key, batchOf(8))],
    'an MCP batch of 100': [400, ({ key }) => message(key, batchOf(100))],
    'an MCP message that is no JSON': [400, ({ key }) => message(key, '{x}')],
    'an MCP message without a key': [401, () => message('none', rpc('ping'))],
    'an MCP stream': [405, ({ key }) => get('/mcp', bearer(key))],
    'the end of an MCP session': [405, ({ key }) => requestOf('DELETE', '/mcp', [bearer(key)])],
    'the reference': [200, () => get('/docs')],
    'the OpenAPI document': [200, () => get('/openapi.json')],
    'the OpenAPI document, compressed': [200, () => get('/openapi.json', 'Accept-Encoding: br')],
    'the text for models': [200, () => get('/llms.txt')],
    'the capabilities': [200, () => get('/capabilities')],
    'the plans': [200, () => get('/v1/plans')],
    'a file of the console': [200, () => get('/console/main.js')],
    'a picture of the sandbox': [200, () => get('/sandbox/images/300004.svg')],
    'a probe of life': [200, () => get('/healthz')],
    'a probe of readiness': [200, () => get('/readyz')],
    'a call without a key': [401, () => get(price)],
    'a call with a damaged key': [401, ({ key }) => get(price, bearer(`${key.slice(0, -1)}-`))],
    'a call with an unknown key': [401, () => get(price, bearer(mintApiKey().key))],
    'a call without an allowance': [429, ({ spentKey }) => get(price, bearer(spentKey))],
    'an unknown path': [404, () => get('/v1/nothing')],
    'a wrong method': [405, ({ key }) => requestOf('DELETE', price, [bearer(key)])],
    'two Host headers': [400, () => get(price, 'Host: b')],
    'a long target': [414, () => get(`/v1/${'x'.repeat(9_000)}`)],
    'a large head': [431, () => get(price, `x-large: ${'x'.repeat(17_000)}`)],
    'what is not HTTP': [400, () => 'nonsense\r\n\r\n'],
    'a HEAD of a page': [200, () => requestOf('HEAD', '/docs')],
    'a preflight': [204, () => requestOf('OPTIONS', price, ['Origin: null', 'Access-Control-Request-Method: GET'])],
    'a long body to an unknown path': [404, () => requestOf('POST', '/v1/nothing', ['Content-Length: 300000'], long)],
    'a body of 8 MB without a key': [401, () => requestOf('POST', '/v1/prices', ['Content-Length: 8000000'], huge)],
    'a body of tiny chunks': [400, () => requestOf('POST', '/v1/nothing', ['Transfer-Encoding: chunked'], tinyChunks)],
    'a call on a connection of its own': [401, () => get(price, 'Connection: close')],
  }
