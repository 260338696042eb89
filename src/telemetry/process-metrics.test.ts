import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { selfSigned } from '../../test/support/certificate.ts'
import { readMetrics } from '../../test/support/read-metrics.ts'
import { tempFolder } from '../../test/support/temp.ts'
import { type ProcessMetricsOptions, watchProcess } from './process-metrics.ts'

const start = (options: Partial<ProcessMetricsOptions>) => {
  const registry = new Registry()
  watchProcess({ registry, isReady: async () => true, certFile: null, memoryLimit: () => 0, ...options })
  return async () => Object.fromEntries(readMetrics(await registry.metrics()).map(({ name, value }) => [name, value]))
}

test('a process that can serve is ready; one that cannot, or cannot tell, is not', async () => {
  assert.deepEqual(await start({})(), { card_market_ready: 1 })
  assert.deepEqual(await start({ isReady: async () => false })(), { card_market_ready: 0 })
  assert.deepEqual(await start({ isReady: () => Promise.reject(new Error('locked')) })(), { card_market_ready: 0 })
})

test('a limit of memory is told where there is one', async () => {
  assert.equal((await start({ memoryLimit: () => 1024 ** 3 })()).card_market_memory_limit_bytes, 1024 ** 3)
  assert.equal((await start({ memoryLimit: () => 2 ** 63 })()).card_market_memory_limit_bytes, undefined)
})

test('the end of the certificate is told, and missing while the file cannot be read', async (t) => {
  const pair = selfSigned(t)
  if (pair === null) return t.skip('there is no openssl')
  const certFile = join(tempFolder(t), 'cert.pem')
  writeFileSync(certFile, pair.cert)
  const read = start({ certFile })
  const inDays =
    (((await read()).card_market_tls_certificate_expiry_timestamp_seconds as number) - Date.now() / 1000) / 86_400
  assert.ok(inDays > 0.9 && inDays <= 1, String(inDays))
  rmSync(certFile)
  assert.equal((await read()).card_market_tls_certificate_expiry_timestamp_seconds, undefined)
})
