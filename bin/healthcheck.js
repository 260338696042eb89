// Says by its exit status whether the service of this container is alive, over the protocol that it speaks.
import { get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'

const { HOST, PORT = '8787', TLS_CERT_FILE } = process.env
const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST

/** @type {import('node:https').RequestOptions} */
const request = {
  host,
  port: PORT,
  path: '/healthz',
  timeout: 2_000,
  // The certificate names the public address, and this is the loopback.
  rejectUnauthorized: false,
}

const asked = (TLS_CERT_FILE ? getSecure : getPlain)(request, (response) => {
  response.resume()
  process.exitCode = response.statusCode === 200 ? 0 : 1
})
asked.on('timeout', () => asked.destroy(new Error('no answer in time')))
asked.on('error', () => {
  process.exitCode = 1
})
