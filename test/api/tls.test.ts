import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { startService } from '../support/service.ts'
import { tempFolder } from '../support/temp.ts'

/** Makes a certificate for a name, and its key. */
const certify = (folder: string, name: string, algorithm: readonly string[]): void => {
  mkdirSync(folder, { recursive: true })
  const subject = ['-subj', `/CN=${name}`, '-days', '1', '-nodes', '-x509', '-newkey', ...algorithm]
  const files = ['-out', join(folder, 'tls.crt'), '-keyout', join(folder, 'tls.key')]
  execFileSync('openssl', ['req', ...subject, ...files], { stdio: 'ignore' })
}

const rsa = ['rsa:2048']
const elliptic = ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']

const canCertify = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
const skip = canCertify ? undefined : 'no openssl on this machine to make a certificate with'

const tlsCheckMs = 50

const serveWith = async (t: TestContext, folder: string) => {
  const env = { TLS_CERT_FILE: join(folder, 'tls.crt'), TLS_KEY_FILE: join(folder, 'tls.key') }
  const { address } = await startService(t, { env, tlsCheckMs })
  return Number(new URL(address).port)
}

/** Shakes hands. @returns the socket, or `null` when the server refuses */
const shakeHands = (port: number, options: object = {}): Promise<TLSSocket | null> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => resolve(socket))
    socket.on('error', () => resolve(null))
  })

/** The name in the certificate that a new connection is shown. */
const nameAt = async (port: number): Promise<string | undefined> => {
  const socket = await shakeHands(port)
  const name = (socket?.getPeerCertificate() as PeerCertificate | undefined)?.subject.CN
  socket?.destroy()
  return typeof name === 'string' ? name : undefined
}

const untilNamed = async (port: number, name: string): Promise<void> => {
  for (let attempt = 0; attempt < 500 && (await nameAt(port)) !== name; attempt++) await delay(20)
  assert.equal(await nameAt(port), name)
}

describe('HTTPS', { skip }, () => {
  for (const [kind, algorithm] of Object.entries({ RSA: rsa, ECDSA: elliptic })) {
    test(`with an ${kind} key only TLS 1.3, and 1.2 with forward secrecy and AEAD, are spoken`, async (t) => {
      const folder = tempFolder(t)
      certify(folder, 'localhost', algorithm)
      const port = await serveWith(t, folder)
      const old = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }
      const modern = [{}, { minVersion: 'TLSv1.3' }, { ...old, ciphers: `ECDHE-${kind}-AES128-GCM-SHA256` }]
      modern.push({ ...old, ciphers: `ECDHE-${kind}-CHACHA20-POLY1305` })
      for (const options of modern) {
        const socket = await shakeHands(port, options)
        assert.ok(socket, JSON.stringify(options))
        socket.destroy()
      }
      const weak = [
        'AES128-SHA',
        'AES256-SHA256',
        'AES128-GCM-SHA256',
        `ECDHE-${kind}-AES128-SHA`,
        `ECDHE-${kind}-AES256-SHA384`,
      ]
      for (const cipher of weak)
        assert.equal(await shakeHands(port, { ...old, ciphers: `${cipher}:@SECLEVEL=0` }), null, cipher)
      const ancient = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }
      assert.equal(await shakeHands(port, ancient), null)
    })
  }

  test('a certificate that is written anew is used for the next connection, and open ones go on', async (t) => {
    const folder = tempFolder(t)
    certify(folder, 'first', elliptic)
    const port = await serveWith(t, folder)
    const kept = await shakeHands(port)
    certify(folder, 'second', elliptic)
    await untilNamed(port, 'second')
    kept?.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [answer] = await new Promise<[Buffer]>((resolve) =>
      kept?.once('data', (...data) => resolve(data as [Buffer])),
    )
    assert.match(String(answer), /^HTTP\/1\.1 200/)
    kept?.destroy()
  })

  test('a pair of which half is written, or that is missing for a while, leaves the one before in use', async (t) => {
    const [folder, next] = [tempFolder(t), tempFolder(t)]
    certify(folder, 'first', rsa)
    certify(next, 'second', rsa)
    const port = await serveWith(t, folder)
    const key = readFileSync(join(folder, 'tls.key'))
    copyFileSync(join(next, 'tls.key'), join(folder, 'tls.key'))
    await delay(5 * tlsCheckMs)
    assert.equal(await nameAt(port), 'first', 'a key of another certificate')
    for (const file of ['tls.crt', 'tls.key']) {
      const written = readFileSync(join(folder, file))
      writeFileSync(join(folder, file), '')
      await delay(5 * tlsCheckMs)
      assert.equal(await nameAt(port), 'first', `${file} just being written`)
      writeFileSync(join(folder, file), written)
    }
    writeFileSync(join(folder, 'tls.crt'), readFileSync(join(next, 'tls.crt')).subarray(0, 500))
    rmSync(join(folder, 'tls.key'))
    await delay(5 * tlsCheckMs)
    assert.equal(await nameAt(port), 'first', 'half a certificate')
    writeFileSync(join(folder, 'tls.key'), key)
    for (const file of ['tls.crt', 'tls.key']) copyFileSync(join(next, file), join(folder, file))
    await untilNamed(port, 'second')
  })

  const noLinks = process.platform === 'win32' ? 'making links needs a privilege here' : undefined

  test('a folder whose link is set anew, as Kubernetes renews a secret, is followed', { skip: noLinks }, async (t) => {
    const root = tempFolder(t)
    for (const [at, name] of ['first', 'second'].entries()) certify(join(root, `..${at}`), name, elliptic)
    symlinkSync('..0', join(root, '..data'))
    for (const file of ['tls.crt', 'tls.key']) symlinkSync(join('..data', file), join(root, file))
    const port = await serveWith(t, root)
    assert.equal(await nameAt(port), 'first')
    symlinkSync('..1', join(root, '..new'))
    renameSync(join(root, '..new'), join(root, '..data'))
    await untilNamed(port, 'second')
  })
})
