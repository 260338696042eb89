import { openApiDocument } from '../openapi/openapi-document.ts'
import { docsCss, docsHtml } from '../reference/docs.ts'
import { llmsText } from '../reference/llms.ts'
import type { Route } from './exchange.ts'
import { staticPage, textPage } from './pages.ts'

const json = 'application/json; charset=utf-8'
const forAnHour = { 'cache-control': 'public, max-age=3600' }

/** No script, no frame, nothing from another host. */
const pagePolicy = {
  ...forAnHour,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const probe = (page: Route): Route => ({ ...page, isProbe: true })

/** Pages of the service itself: what it promises, and whether it lives and can serve. */
export const createServicePages = ({ isReady }: { readonly isReady: () => Promise<boolean> }): readonly Route[] => {
  const read = () => JSON.stringify(openApiDocument())
  const html = { type: 'text/html; charset=utf-8', headers: pagePolicy, read: () => docsHtml(openApiDocument()) }
  const markdown = { type: 'text/markdown; charset=utf-8', headers: forAnHour, read: () => llmsText(openApiDocument()) }
  return [
    staticPage('openapi', '/openapi.json', { type: json, headers: forAnHour, read }),
    staticPage('docs', '/docs', html),
    staticPage('docsStyle', '/docs/style.css', { type: 'text/css; charset=utf-8', headers: forAnHour, read: () => docsCss }),
    staticPage('llms', '/llms.txt', markdown),
    probe(textPage('healthz', '/healthz', () => ({ type: json, text: '{"status":"ok"}' }))),
    probe(
      textPage('readyz', '/readyz', async () => {
        const ready = await isReady().catch(() => false)
        return ready ? { type: json, text: '{"status":"ready"}' } : { status: 503, type: json, text: '{"status":"not ready"}' }
      }),
    ),
  ]
}
