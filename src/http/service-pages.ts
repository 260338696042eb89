import { openApiDocument } from '../openapi/openapi-document.ts'
import { docsCss, docsHtml } from '../reference/docs.ts'
import { llmsText } from '../reference/llms.ts'
import type { Route } from './exchange.ts'
import { textPage } from './pages.ts'

const json = 'application/json; charset=utf-8'
const forAnHour = { 'cache-control': 'public, max-age=3600' }

/** No script, no frame, nothing from another host. */
const pagePolicy = {
  ...forAnHour,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/** Pages of the service itself: what it promises, and whether it lives and can serve. */
export const createServicePages = ({ isReady }: { readonly isReady: () => Promise<boolean> }): readonly Route[] => {
  const document = openApiDocument()
  const text = JSON.stringify(document)
  const reference = docsHtml(document)
  const llms = llmsText(document)
  return [
    textPage('openapi', '/openapi.json', () => ({ type: json, text, headers: forAnHour })),
    textPage('docs', '/docs', () => ({ type: 'text/html; charset=utf-8', text: reference, headers: pagePolicy })),
    textPage('docsStyle', '/docs/style.css', () => ({ type: 'text/css; charset=utf-8', text: docsCss, headers: forAnHour })),
    textPage('llms', '/llms.txt', () => ({ type: 'text/markdown; charset=utf-8', text: llms, headers: forAnHour })),
    textPage('healthz', '/healthz', () => ({ type: json, text: '{"status":"ok"}' })),
    textPage('readyz', '/readyz', async () => {
      const ready = await isReady().catch(() => false)
      return ready ? { type: json, text: '{"status":"ready"}' } : { status: 503, type: json, text: '{"status":"not ready"}' }
    }),
  ]
}
