import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { setInterval } from 'node:timers/promises'
import { createSecureContext, type SecureContextOptions, Server as TlsServer } from 'node:tls'
import type { Logger } from 'pino'
import { type Config, ConfigError } from './config.ts'

/**
 * Only suites with forward secrecy and authenticated encryption, so that a key that leaks later opens nothing recorded
 * before: "intermediate" of Mozilla's guidelines, without DHE.
 */
const cipherSuites = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
]

/** @throws when it is no certificate, no key, or the two do not belong together */
const tlsOptions = (cert: string, key: string): SecureContextOptions => {
  const options = { cert, key, minVersion: 'TLSv1.2', ciphers: cipherSuites.join(':') } as const
  // An empty file, as one has that is just being written, would be taken for none.
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error('the key belongs to another certificate')
  createSecureContext(options)
  return options
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Reads the certificate and key; `null` without them. @throws ConfigError when they cannot be used */
export const readTls = ({ tls }: Config): SecureContextOptions | null => {
  if (tls === null) return null
  try {
    return tlsOptions(readFileSync(tls.certFile, 'utf8'), readFileSync(tls.keyFile, 'utf8'))
  } catch (error) {
    throw new ConfigError([
      `TLS_CERT_FILE and TLS_KEY_FILE must hold a certificate and its key in PEM form: ${messageOf(error)}.`,
    ])
  }
}

/** Reading two small files costs nothing, and sees a link that points elsewhere now, unlike a watch. */
const checkMs = 2_000

/**
 * Takes a certificate into use when its files change; connections that are open keep theirs. While the files hold none
 * that can be used, such as one that is half written, the one before stays, and the log says so once.
 * @returns stops looking
 */
export const followTlsFiles = ({ tls }: Config, server: Server, log: Logger, everyMs = checkMs): (() => void) => {
  if (tls === null || !(server instanceof TlsServer)) return () => {}
  const stopped = new AbortController()
  let [seen, failure] = ['', '']
  const check = async (): Promise<void> => {
    const isFirst = seen === ''
    try {
      const [cert, key] = await Promise.all([readFile(tls.certFile, 'utf8'), readFile(tls.keyFile, 'utf8')])
      if (cert + key === seen) return
      seen = cert + key
      server.setSecureContext(tlsOptions(cert, key))
      failure = ''
      const { subject, validTo } = new X509Certificate(cert)
      log.info({ subject, validTo }, isFirst ? 'certificate in use' : 'certificate changed')
    } catch (error) {
      const reason = messageOf(error)
      if (reason !== failure) log.warn({ reason }, 'the changed certificate cannot be used; the one before it stays')
      failure = reason
    }
  }
  const follow = async (): Promise<void> => {
    await check()
    for await (const _ of setInterval(everyMs, undefined, { ref: false, signal: stopped.signal })) await check()
  }
  follow().catch(() => {
    // It was stopped.
  })
  return () => stopped.abort()
}
