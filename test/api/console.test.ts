import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { createConsolePages } from '../../src/http/console.ts'
import { startService } from '../support/service.ts'

const web = new URL('../../web/', import.meta.url)

test('the console is served at / with a policy that lets nothing in but itself', async (t) => {
  const { call } = await startService(t)
  const { status, headers, body } = await call('/', { key: null })
  assert.equal(status, 200)
  assert.match(body, /<main id="content"/)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
  assert.doesNotMatch(policy, /unsafe|https?:/)
})

test('a file is revalidated by its tag, compressed, and no other file can be had', async (t) => {
  const { address, call } = await startService(t)
  const first = await fetch(`${address}/console/main.js`, { headers: { 'accept-encoding': 'br' } })
  assert.deepEqual(
    [first.headers.get('content-encoding'), first.headers.get('cache-control'), first.headers.get('content-type')],
    ['br', 'no-cache', 'text/javascript; charset=utf-8'],
  )
  await first.text()
  const again = await call('/console/main.js', { key: null, headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  assert.equal(again.status, 304)
  for (const path of ['/console/../package.json', '/console/%2e%2e/package.json', '/console/client/client.d.ts', '/console/'])
    assert.equal((await call(path, { key: null })).status, 404, path)
})

test('all assets together weigh at most 250 KB compressed', async (t) => {
  const { address } = await startService(t)
  let bytes = 0
  for (const { path } of createConsolePages()) {
    const answer = await fetch(address + path, { headers: { 'accept-encoding': 'br' } })
    assert.equal(answer.status, 200, path)
    bytes += brotliCompressSync(Buffer.from(await answer.arrayBuffer()), { params: { 1: 4 } }).length
  }
  t.diagnostic(`${Math.round(bytes / 1024)} KiB`)
  assert.ok(bytes <= 250 * 1024, `${bytes} bytes`)
})

test('nothing in the files of the console is inline or names another host', () => {
  for (const file of readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((one) =>
    /\.(?:html|js|css|svg)$/.test(one),
  )) {
    const text = readFileSync(new URL(file, web), 'utf8').replaceAll('http://www.w3.org/2000/svg', '')
    assert.doesNotMatch(text, /https?:\/\/|style="|<script>|<style|innerHTML|\bon\w+="/, file)
  }
})
