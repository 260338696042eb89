import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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
})
