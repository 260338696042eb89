import type { Capabilities } from '../../contract/capabilities.ts'
import type { Route } from '../wire/exchange.ts'
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

/** The document and the reference are loaded with their first reader. */
const loadDocument = async () => (await import('../../openapi/openapi-document.ts')).openApiDocument()

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
  const read = async () => JSON.stringify(await loadDocument())
  const readHtml = async () => (await import('../../reference/docs.ts')).docsHtml(await loadDocument())
  const readCss = async () => (await import('../../reference/docs.ts')).docsCss
  const readMarkdown = async () => (await import('../../reference/llms.ts')).llmsText(await loadDocument())
  const html = { type: 'text/html; charset=utf-8', headers: pagePolicy, read: readHtml }
  const markdown = { type: 'text/markdown; charset=utf-8', headers: forAnHour, read: readMarkdown }
  return [
    staticPage('openapi', '/openapi.json', { type: json, headers: { ...forAnHour, ...toAnyOrigin }, read }),
    staticPage('docs', '/docs', html),
    staticPage('docsStyle', '/docs/style.css', { type: 'text/css; charset=utf-8', headers: forAnHour, read: readCss }),
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
