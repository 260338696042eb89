import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { memoizeByKey } from '../../concurrency/memoize.ts'
import { ServiceError } from '../../contract/errors.ts'
import type { HttpLimits } from './limits.ts'

/** How often a header was sent; Node keeps only the first of some. `name` is in lower case. */
export const countHeader = (req: IncomingMessage, name: string): number => {
  const { rawHeaders } = req
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i] as string
    if (header.length === name.length && header.toLowerCase() === name) count++
  }
  return count
}

const invalid = (message: string) => new ServiceError('invalid_request', message)

const authority = /^(?:\[([^\]]*)\]|(?:[\w.~-]|%[0-9a-f]{2})+)(?::\d{0,5})?$/i

/**
 * Whether a text is a host, with or without a port, as names are on the web: RFC 3986 also allows `!$&'()*+,;=` in one,
 * which no name has. Nearly all requests name the same.
 */
const isAuthority = memoizeByKey(
  (text: string): boolean => {
    const match = authority.exec(text)
    return match !== null && (match[1] === undefined || isIPv6(match[1]))
  },
  { maxEntries: 64 },
)

/**
 * The path and query that are asked for; `*` for the service as a whole. An `https` target on a plain port came through
 * a proxy that ends TLS.
 */
const targetOf = (url: string, method: string | undefined): string => {
  // The parser lets it pass; controls, blanks and bytes beyond ASCII it refuses itself.
  if (url.includes('#'))
    throw invalid('The request target has a fragment, which a client keeps to itself; within a value, # is %23.')
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return url
  const [, host, rest = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(url) ?? []
  if (host === undefined || !isAuthority(host))
    throw invalid('The request target is neither a path nor an http address.')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * HTTP/1.0 knew no Host, and simple health probes still send none; an empty one names no host either (RFC 9112, 3.2 and
 * 3.3).
 */
const checkHost = (req: IncomingMessage) => {
  const { host } = req.headers
  if (host === undefined ? req.httpVersion !== '1.0' : countHeader(req, 'host') > 1)
    throw invalid('Send exactly one Host header.')
  if (host && !isAuthority(host)) throw invalid('The Host header is not a host, with or without a port.')
}

/** Only `chunked` is understood, once and last; HTTP/1.0 did not know it (RFC 9112, 6.1 and 6.3). */
const checkTransferEncoding = (value: string, httpVersion: string) => {
  if (httpVersion === '1.0') throw invalid('HTTP/1.0 has no Transfer-Encoding.')
  // No trimming by JavaScript's idea of blanks, which is wider than that of HTTP.
  const codings = value.split(',').map((coding) => /^[ \t]*chunked[ \t]*$/i.test(coding))
  if (codings.indexOf(true) !== codings.length - 1) throw invalid('The last Transfer-Encoding must be chunked.')
  if (codings.length > 1) throw new ServiceError('not_implemented', 'Of transfer codings only chunked is understood.')
}

/**
 * Checks what the parser lets pass of a request's head. @returns the path and query that are asked for
 * @throws ServiceError `invalid_request`, `not_implemented`, `http_version_not_supported` or `uri_too_long`
 */
export const checkHead = (req: IncomingMessage, { targetBytes }: HttpLimits): string => {
  if (req.httpVersionMajor !== 1) throw new ServiceError('http_version_not_supported', 'Send HTTP/1.1 or HTTP/1.0.')
  checkHost(req)
  const transferEncoding = req.headers['transfer-encoding']
  if (transferEncoding !== undefined) checkTransferEncoding(transferEncoding, req.httpVersion)
  const target = targetOf(req.url as string, req.method)
  if (target.length > targetBytes)
    throw new ServiceError('uri_too_long', `The request target exceeds ${targetBytes} bytes.`)
  return target
}
