import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { readConsoleFiles, workerScript } from '../../src/http/console/console-files.ts'
import { useService } from '../support/service.ts'

const running = useService()

const web = new URL('../../web/', import.meta.url)

test('the console is served at / with a policy that lets nothing in but itself', async () => {
  const { call } = running()
  const { status, headers, body } = await call('/', { key: null })
  assert.equal(status, 200)
  assert.match(body, /<main id="content"/)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
  assert.doesNotMatch(policy, /unsafe|https?:/)
})

test('a file is revalidated by its tag, compressed, and no other file can be had', async () => {
  const { address, call } = running()
  const first = await fetch(`${address}/console/main.js`, { headers: { 'accept-encoding': 'br' } })
  assert.deepEqual(
    [first.headers.get('content-encoding'), first.headers.get('cache-control'), first.headers.get('content-type')],
    ['br', 'no-cache', 'text/javascript; charset=utf-8'],
  )
  await first.text()
  const again = await call('/console/main.js', {
    key: null,
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  })
  assert.equal(again.status, 304)
  for (const path of [
    '/console/../package.json',
    '/console/%2e%2e/package.json',
    '/console/client/client.d.ts',
    '/console/',
  ])
    assert.equal((await call(path, { key: null })).status, 404, path)
})

test('the service worker, manifest and icons are served as what they are', async () => {
  const { address } = running()
  const typeOf = async (path: string) => {
    const answer = await fetch(address + path)
    await answer.arrayBuffer()
    return [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]
  }
  assert.deepEqual(await typeOf('/service-worker.js'), [200, 'text/javascript; charset=utf-8', 'no-cache'])
  assert.deepEqual(await typeOf('/console/manifest.webmanifest'), [200, 'application/manifest+json', 'no-cache'])
  assert.deepEqual(await typeOf('/console/icons/icon-192.png'), [200, 'image/png', 'no-cache'])
  assert.equal((await fetch(`${address}/console/service-worker.js`)).status, 404)
})

test('the worker lists the files of the page with their hashes, and changes with the policy of the pages', () => {
  const console = readConsoleFiles()
  const shellOf = (script: string) => JSON.parse(/^globalThis\.shell = (\{.*?\n\})/s.exec(script)?.[1] ?? '')
  const [shell, other] = ["img-src 'self'", "img-src 'self' https://cdn.example.com"].map((policy) =>
    shellOf(workerScript(console, policy)),
  )
  assert.deepEqual(Object.keys(shell.files).sort(), [...console.files.keys()].sort())
  const icon = createHash('sha256')
    .update(readFileSync(new URL('icon.svg', web)))
    .digest('base64')
  assert.equal(shell.files['/console/icon.svg'], `sha256-${icon}`)
  assert.deepEqual(other.files, shell.files)
  assert.notEqual(other.version, shell.version)
  assert.deepEqual(shellOf(workerScript(readConsoleFiles(), "img-src 'self'")), shell)
})

test('all assets together weigh at most 350 KiB compressed', async (t) => {
  const { address } = running()
  let bytes = 0
  const { files, aliases } = readConsoleFiles()
  for (const path of [...files.keys(), ...aliases.keys(), '/service-worker.js']) {
    const answer = await fetch(address + path, { headers: { 'accept-encoding': 'br' } })
    assert.equal(answer.status, 200, path)
    bytes += brotliCompressSync(Buffer.from(await answer.arrayBuffer()), { params: { 1: 4 } }).length
  }
  t.diagnostic(`${Math.round(bytes / 1024)} KiB`)
  assert.ok(bytes <= 350 * 1024, `${bytes} bytes`)
})

test('nothing in the files of the console is inline or names another host', () => {
  for (const file of readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((one) =>
    /\.(?:html|js|css|svg)$/.test(one),
  )) {
    const text = readFileSync(new URL(file, web), 'utf8').replaceAll('http://www.w3.org/2000/svg', '')
    assert.doesNotMatch(text, /https?:\/\/|style="|<script>|<style|innerHTML|\bon\w+="/, file)
  }
})
