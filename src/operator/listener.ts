import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { ServiceMetrics } from '../telemetry/service-metrics.ts'
import type { Overview } from './overview.ts'
import { renderPage } from './page.ts'
import { type OverviewQuery, readQuery } from './query.ts'

export interface OperatorServerOptions {
  readonly metrics: Pick<ServiceMetrics, 'collect'>
  readonly overview: (query: OverviewQuery) => Promise<Overview>
  readonly host: string
  readonly logger: Logger
}

interface Answer {
  readonly type: string
  readonly text: string
}

const text = 'text/plain; charset=utf-8'

/** Nothing but this listener's own style and script; no page may frame it. */
const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

/** Colors and type are those of the console. */
const style = (): string => ['../../web/styles/base.css', 'assets/page.css', 'assets/figures.css'].map(read).join('\n')

/** A quantile beyond the last bucket, as Prometheus writes it: `null` would be unknown. */
const writeInfinity = (_: string, value: unknown): unknown => (value === Number.POSITIVE_INFINITY ? '+Inf' : value)

const isLoopback = (name: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(name)

const nameOf = ({ headers }: IncomingMessage): string =>
  (headers.host ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')

/**
 * Whether a page of another host could not have led here by its own name (DNS rebinding). On loopback these are the
 * names of this machine; elsewhere addresses, which no name server gives away, and names without a dot or that this
 * machine calls itself.
 */
const isOwnName = (name: string, listensOn: string): boolean => {
  if (isLoopback(name) || name === listensOn.toLowerCase()) return true
  return (
    !isLoopback(listensOn) &&
    name !== '' &&
    (isIP(name) !== 0 || !name.includes('.') || name === hostname().toLowerCase())
  )
}

/**
 * Whether `/metrics` may be asked for under a name: on loopback as the page is; elsewhere under any, since scrapers ask
 * by names of services that this machine does not know. What it holds names no account.
 */
const isScrapedAs = (name: string, listensOn: string): boolean => !isLoopback(listensOn) || isOwnName(name, listensOn)

/**
 * Whether a page of another host has a browser ask, as a picture or a frame: it could not read the answer, yet have it
 * be put together as often as it likes. A link may lead here.
 */
const isOfAnotherPage = ({ headers }: IncomingMessage): boolean => {
  const site = headers['sec-fetch-site']
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-dest'] !== 'document'
}

/**
 * Creates the server of the metrics address: `/metrics` for Prometheus, the operator's page at `/`, and the same as
 * `/status.json`. Nobody is asked who he is.
 */
export const createOperatorServer = ({ metrics, overview, host, logger }: OperatorServerOptions): Server => {
  const pages: Readonly<Record<string, (query: OverviewQuery) => Promise<Answer>>> = {
    '/': async (query) => ({ type: 'text/html; charset=utf-8', text: renderPage(await overview(query), query) }),
    '/status.json': async (query) => ({
      type: 'application/json; charset=utf-8',
      text: JSON.stringify(await overview(query), writeInfinity),
    }),
    '/style.css': async () => ({ type: 'text/css; charset=utf-8', text: style() }),
    '/refresh.js': async () => ({ type: 'text/javascript; charset=utf-8', text: read('assets/refresh.js') }),
  }

  return createServer(async (req, res) => {
    const answer = (status: number, body: Answer, headers: Readonly<Record<string, string>> = {}) => {
      const length = Buffer.byteLength(body.text)
      res.writeHead(status, { 'content-type': body.type, 'content-length': length, ...headers })
      res.end(req.method === 'HEAD' ? undefined : body.text)
    }
    const refuse = (status: number, line: string, headers = {}) =>
      answer(status, { type: text, text: `${line}\n` }, headers)
    // Scrapers send parameters with the path.
    const [path = '', parameters] = (req.url ?? '').split('?', 2)
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined
    if (path !== '/metrics' && page === undefined)
      return refuse(404, 'Here are GET /, GET /status.json and GET /metrics.')
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return refuse(405, 'Only GET and HEAD are taken.', { allow: 'GET, HEAD' })
    const isKnown = page === undefined ? isScrapedAs : isOwnName
    if (!isKnown(nameOf(req), host))
      return refuse(421, "This is not shown under that name; ask for it by this machine's address.", pageHeaders)
    if (isOfAnotherPage(req)) return refuse(403, 'No other page may ask for this one.', pageHeaders)
    if (page === undefined)
      try {
        const registry = await metrics.collect()
        return answer(200, { type: registry.contentType, text: await registry.metrics() })
      } catch (error) {
        logger.error({ err: error }, 'metrics could not be collected')
        return refuse(500, 'The metrics could not be collected; the log says why.')
      }
    try {
      answer(200, await page(readQuery(new URLSearchParams(parameters))), pageHeaders)
    } catch (error) {
      logger.error({ err: error }, 'the page of the operator could not be made')
      refuse(500, 'The page could not be made; the log says why.', pageHeaders)
    }
  })
}
