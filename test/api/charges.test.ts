import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { info } from '../../src/openapi/info.ts'
import { drawCard, encode } from '../support/photos/drawn.ts'
import { bodyOf } from '../support/photos/mutate.ts'
import { readRaw, sendRaw } from '../support/raw.ts'
import { useService } from '../support/service.ts'

const metering = info.description.split('\n\n').find((paragraph) => paragraph.startsWith('**Metering.**')) ?? ''
/** What the document says is charged, and what it says costs nothing. */
const [chargedText = '', freeText = ''] = metering.split('Nothing is charged')

describe('what the document says of charges is what happens', () => {
  const running = useService()

  /** Sends a request with the key of the account. @returns status and code of its answer, and what it was charged */
  const send = async (line: string, { headers = '', body = '', key = running().key } = {}) => {
    const { address, service, accountId } = running()
    const used = async () => (await service.accounts.usageOf(accountId)).month.used
    const before = await used()
    const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    const authorization = key === '' ? '' : `Authorization: Bearer ${key}\r\n`
    const head = `${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${authorization}${length}${headers}\r\n`
    const { status, code } = readRaw(await sendRaw(address, head + body))
    return { answer: code === null ? String(status) : `${status} ${code}`, cost: (await used()) - before }
  }

  test('charged: every answer to a valid key, whatever it says', async () => {
    // Reading photos is turned off here.
    const photo = bodyOf(await encode(drawCard(0, 250), 'image/png')).toString()
    const etag = (await running().call('/v1/products/300004/details')).headers.get('etag')
    const cases: readonly (readonly [line: string, answer: string, rest?: Parameters<typeof send>[1]])[] = [
      ['GET /v1/products/300004/prices', '200'],
      ['GET /v1/products/300004/details', '304', { headers: `If-None-Match: ${etag}\r\n` }],
      ['GET /v1/products/0x/prices', '400 invalid_parameter'],
      ['POST /v1/prices', '400 invalid_body', { body: '{' }],
      ['GET /v1/products/1/prices', '404 product_not_found'],
      ['GET /v1/products/990006/image', '404 image_not_found'],
      ['GET /v1/products/990001/prices', '502 upstream_unavailable'],
      ['GET /v1/products/990009/prices', '502 upstream_rate_limited'],
      ['POST /v1/identify-image', '503 service_unavailable', { body: photo }],
    ]
    for (const [line, answer, rest] of cases) {
      assert.deepEqual(await send(line, rest), { answer, cost: 1 }, line)
      assert.ok(answer === '200' || chargedText.includes(answer.slice(0, 3)), answer)
    }
  })

  test('free: what is refused before the key is looked at, and a key that may not call', async () => {
    const cases: readonly (readonly [line: string, answer: string, rest?: Parameters<typeof send>[1]])[] = [
      ['GET /v1/usage', '401 missing_api_key', { key: '' }],
      ['GET /v1/usage', '401 invalid_api_key', { key: 'cmd_no' }],
      ['GET /v1/no-such', '404 route_not_found'],
      ['DELETE /v1/usage', '405 method_not_allowed'],
      ['GET /v1/usage#x', '400 invalid_request'],
      [`GET /v1/search?q=${'a'.repeat(9_000)}`, '414 uri_too_long'],
      ['GET /v1/usage', '431 headers_too_large', { headers: `X-Long: ${'a'.repeat(20_000)}\r\n` }],
      ['BREW /v1/usage', '501 not_implemented'],
    ]
    for (const [line, answer, rest] of cases) {
      assert.deepEqual(await send(line, rest), { answer, cost: 0 }, line.slice(0, 40))
      assert.ok(freeText.includes(answer.slice(0, 3)), answer)
    }
  })
})
