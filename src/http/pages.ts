import type { Exchange } from './api-routes.ts'

/** A route outside `/v1`: needs no key and charges nothing. */
export interface Page {
  readonly operation: string
  readonly path: string
  readonly serve: (exchange: Exchange) => Promise<void> | void
}

/** All pages. */
export type PageRoutes = readonly Page[]

/** A text that a page answers with. */
export interface PageText {
  readonly status?: number
  readonly type: string
  readonly text: string | Buffer
  /** Further headers, such as `cache-control`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes a page from a function of its path parameters; `null` is 404. */
export const textPage = (
  operation: string,
  path: string,
  make: (params: Readonly<Record<string, string>>) => PageText | null | Promise<PageText | null>,
  notFound: () => Error,
): Page => ({
  operation,
  path,
  serve: async ({ req, res, params, headers }) => {
    const page = await make(params as Record<string, string>)
    if (page === null) throw notFound()
    const body = Buffer.from(page.text)
    const extra = Object.entries({ 'cache-control': 'no-store', ...page.headers }).flat()
    res.writeHead(page.status ?? 200, [...headers, ...extra, 'content-type', page.type, 'content-length', String(body.length)])
    res.end(req.method === 'HEAD' ? undefined : body)
  },
})
