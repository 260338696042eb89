import type { IncomingMessage } from 'node:http'
import { type HeaderLines, hasHeader, headerLine, headerLines } from './header-lines.ts'

/** What scripts of another origin may read of an answer beside its body. */
const exposed =
  'x-request-id, x-ratelimit-remaining, x-monthly-remaining, retry-after, ratelimit, ratelimit-policy, ' +
  'x-ignored-parameters, etag, link, date'

/** What scripts of another origin may send; the last three belong to MCP. */
const sendable = 'authorization, content-type, x-request-id, if-none-match, mcp-protocol-version, mcp-method, mcp-name'

/** Chromium keeps the answer to a preflight no longer, whatever is said. */
const preflightSeconds = '7200'

/** Headers of any answer, also a refusal, that let a page of another origin read it (CORS, Fetch standard). */
export type CrossOriginHeaders = (req: IncomingMessage) => HeaderLines

/**
 * Lets pages of these origins, and of no other, call routes that take a key. A key is sent as a header of its own,
 * never by the browser itself, so no credentials are allowed.
 */
export const createCrossOriginHeaders = (origins: readonly string[]): CrossOriginHeaders => {
  if (origins.length === 0) return () => ''
  const allowed = new Set(origins)
  return ({ url = '', headers: { origin } }) => {
    if (!url.startsWith('/v1/') && url !== '/mcp' && !url.startsWith('/mcp?')) return ''
    // Whoever keeps an answer must not give it to a page of another origin than the one that asked.
    const vary = headerLine('vary', 'origin')
    return origin !== undefined && allowed.has(origin)
      ? vary + headerLines({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed })
      : vary
  }
}

/** Headers of the answer to `OPTIONS` beside `Allow`: what a browser of an allowed origin needs to send a key. */
export const preflightHeaders = ({ headers }: IncomingMessage, own: HeaderLines, allow: string): HeaderLines =>
  headers['access-control-request-method'] !== undefined && hasHeader(own, 'access-control-allow-origin')
    ? headerLines({
        'access-control-allow-methods': allow,
        'access-control-allow-headers': sendable,
        'access-control-max-age': preflightSeconds,
      })
    : ''
