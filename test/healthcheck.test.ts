import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../src/app/configuration/config.ts'
import { selfSigned } from './support/certificate.ts'
import { ended, spawned } from './support/process.ts'
import { startService } from './support/service.ts'
import { tempFolder } from './support/temp.ts'

const program = fileURLToPath(new URL('../bin/healthcheck.js', import.meta.url))

const check = (address: string, env: Environment = {}) =>
  ended(spawned(process.execPath, [program], { HOST: '0.0.0.0', PORT: new URL(address).port, ...env }))

test('the health check of the image is content with a service that lives, and with none that does not', async (t) => {
  const { address } = await startService(t)
  assert.equal(await check(address), 0)
  assert.equal(await check(address, { TLS_CERT_FILE: '/tls.crt' }), 1)
  assert.equal(await check('http://127.0.0.1:1'), 1)
})

test('the health check of the image speaks TLS where the service does', async (t) => {
  const pair = selfSigned(t)
  if (!pair) return t.skip('there is no openssl')
  const folder = tempFolder(t)
  const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(folder, 'tls.crt'), join(folder, 'tls.key')]
  writeFileSync(TLS_CERT_FILE, pair.cert)
  writeFileSync(TLS_KEY_FILE, pair.key, { mode: 0o600 })
  const { address } = await startService(t, { env: { TLS_CERT_FILE, TLS_KEY_FILE } })
  assert.equal(await check(address, { TLS_CERT_FILE }), 0)
})
