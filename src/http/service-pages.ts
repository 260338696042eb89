import type { Capabilities } from '../contract/capabilities.ts'
import { openApiDocument } from '../openapi/openapi-document.ts'
import { docsCss, docsHtml } from '../reference/docs.ts'
import { llmsText } from '../reference/llms.ts'
import type { Route } from './exchange.ts'
import { staticPage, textPage } from './pages.ts'

const json = 'application/json; charset=utf-8'
const forAnHour = { 'cache-control': 'public, max-age=3600' }
/** For pages of any other host: there is no key in it, and nothing to be done with it. */
const toAnyOrigin = { 'access-control-allow-origin': '*' }
/** As often as a page may want to know how far a pull has come. */
const forSeconds = { 'cache-control': 'public, max-age=5', ...toAnyOrigin }

/** No script, no frame, nothing from another host. */
const pagePolicy = {
  ...forAnHour,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const probe = (page: Route): Route => ({ ...page, isProbe: true })

export interface ServicePagesDependencies {
  readonly isReady: () => Promise<boolean>
  readonly capabilities: () => Promise<Capabilities>
  /** What `/readyz` tells besides, by name. */
  readonly readyDetail?: () => Readonly<Record<string, unknown>>
}

/** Pages of the service itself: what it promises and can answer, and whether it lives and can serve. */
export const createServicePages = ({
  isReady,
  capabilities,
  readyDetail = () => ({}),
}: ServicePagesDependencies): readonly Route[] => {
  const read = () => JSON.stringify(openApiDocument())
  const html = { type: 'text/html; charset=utf-8', headers: pagePolicy, read: () => docsHtml(openApiDocument()) }
  const markdown = { type: 'text/markdown; charset=utf-8', headers: forAnHour, read: () => llmsText(openApiDocument()) }
  return [
    staticPage('openapi', '/openapi.json', { type: json, headers: { ...forAnHour, ...toAnyOrigin }, read }),
    staticPage('docs', '/docs', html),
    staticPage('docsStyle', '/docs/style.css', { type: 'text/css; charset=utf-8', headers: forAnHour, read: () => docsCss }),
    staticPage('llms', '/llms.txt', markdown),
    textPage('capabilities', '/capabilities', async () => ({
      type: json,
      text: JSON.stringify(await capabilities()),
      headers: forSeconds,
    })),
    probe(textPage('healthz', '/healthz', () => ({ type: json, text: '{"status":"ok"}' }))),
    probe(
      textPage('readyz', '/readyz', async () => {
        const ready = await isReady().catch(() => false)
        return ready
          ? { type: json, text: JSON.stringify({ status: 'ready', ...readyDetail() }) }
          : { status: 503, type: json, text: '{"status":"not ready"}' }
      }),
    ),
  ]
}
