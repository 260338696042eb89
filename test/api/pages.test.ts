import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Reference, Response } from '../../src/openapi/document.ts'
import { openApiDocument } from '../../src/openapi/openapi-document.ts'
import { useService } from '../support/service.ts'

describe('pages that never change', () => {
  const running = useService()

  for (const path of ['/openapi.json', '/docs', '/docs/style.css', '/llms.txt', '/console/uplot.js'])
    test(`${path} is compressed, tagged, revalidated and the same in each form`, async () => {
      const get = (headers: Record<string, string>) => fetch(running().address + path, { headers })
      const texts = []
      for (const encoding of ['identity', 'gzip', 'br']) {
        const response = await get({ 'accept-encoding': encoding })
        assert.equal(response.headers.get('content-encoding'), encoding === 'identity' ? null : encoding)
        assert.equal(response.headers.get('vary'), 'accept-encoding')
        texts.push(await response.text())
        const etag = response.headers.get('etag') as string
        assert.match(etag, /^W\/"/)
        assert.equal((await get({ 'accept-encoding': encoding, 'if-none-match': etag })).status, 304)
      }
      assert.ok((texts[0] as string).length > 1_000)
      assert.equal(new Set(texts).size, 1)
      const head = await fetch(running().address + path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
      assert.equal(Number(head.headers.get('content-length')), Buffer.byteLength(texts[0] as string))
    })

  test('every header of an answer stands in the document, and every unconditional one of it is sent', async () => {
    const { paths, components } = openApiDocument()
    const ofTransfer = ['date', 'connection', 'keep-alive', 'content-type', 'content-length', 'content-encoding']
    const { call, address } = running()
    for (const [path, target, status] of [
      ['/openapi.json', '/openapi.json', 200],
      ['/docs', '/docs', 200],
      ['/llms.txt', '/llms.txt', 200],
      ['/capabilities', '/capabilities', 200],
      ['/healthz', '/healthz', 200],
      ['/readyz', '/readyz', 200],
      ['/v1/plans', '/v1/plans?unlisted', 200],
      ['/v1/usage', '/v1/usage?unlisted', 200],
      ['/v1/products/{productId}/prices', '/v1/products/300004/prices?unlisted', 200],
      ['/v1/products/{productId}/prices', '/v1/products/299999/prices?unlisted', 404],
    ] as const) {
      const { headers } = target.startsWith('/v1') ? await call(target) : await fetch(address + target)
      const answer = paths[path]?.get?.responses[status] as Response | Reference
      const response = '$ref' in answer ? components.responses[answer.$ref.split('/').at(-1) as string] : answer
      const written = Object.keys(response?.headers ?? {}).map((name) => name.toLowerCase())
      const sent = [...headers.keys()].filter((name) => !ofTransfer.includes(name))
      assert.deepEqual(sent.sort(), written.sort(), target)
    }
  })
})
