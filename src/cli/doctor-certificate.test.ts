import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { selfSigned } from '../../test/support/certificate.ts'
import { tempFolder } from '../../test/support/temp.ts'
import { readConfig } from '../app/configuration/config.ts'
import { dayMs } from '../time/units.ts'
import { checkCertificate } from './doctor-certificate.ts'

test('a certificate is told with its end, late, past or not belonging to its key', async (t) => {
  const [ours, other] = [selfSigned(t), selfSigned(t)]
  if (ours === null || other === null) return t.skip('no openssl here')
  const folder = tempFolder(t)
  const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(TLS_CERT_FILE, ours.cert)
  writeFileSync(TLS_KEY_FILE, ours.key)
  const config = await readConfig({ TLS_CERT_FILE, TLS_KEY_FILE })
  const at = (days: number) => checkCertificate(config, Date.now() + days * dayMs)
  const soon = await at(0)
  assert.deepEqual([soon?.state, /ends on 20.*, in 0 days/.test(soon?.detail ?? '')], ['warning', true])
  assert.deepEqual([(await at(-12))?.state, (await at(-14))?.state, (await at(2))?.state], ['warning', 'ok', 'error'])
  writeFileSync(TLS_KEY_FILE, other.key)
  const unfit = await at(-14)
  assert.deepEqual([unfit?.state, unfit?.fix], ['error', 'correct TLS_CERT_FILE and TLS_KEY_FILE'])
  assert.equal(await checkCertificate(await readConfig({}), Date.now()), null)
})
