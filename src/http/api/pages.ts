import { ServiceError } from '../../contract/errors.ts'
import type { Route } from '../wire/exchange.ts'
import { headerLines, headerPairs } from '../wire/header-lines.ts'
import { type Rendered, renderBytes } from '../wire/render.ts'
import { respond } from '../wire/respond.ts'

export interface PageText {
  readonly status?: number
  readonly type: string
  readonly text: string | Buffer
  /** Further headers, such as `cache-control`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes a free route outside `/v1` from a function of its path parameters; `null` is 404. */
export const textPage = (
  operation: string,
  path: string,
  render: (params: Readonly<Record<string, string>>) => PageText | null | Promise<PageText | null>,
): Route => ({
  operation,
  method: 'GET',
  isPage: true,
  path,
  serve: async ({ req, res, params, headers }) => {
    const page = await render(params as Record<string, string>)
    if (page === null) throw new ServiceError('route_not_found', 'There is no such page.')
    const body = Buffer.from(page.text)
    const own = {
      'cache-control': 'no-store',
      ...page.headers,
      'content-type': page.type,
      'content-length': String(body.length),
    }
    res.writeHead(page.status ?? 200, headerPairs(headers + headerLines(own)))
    res.end(req.method === 'HEAD' ? undefined : body)
  },
})

export interface StaticPage {
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  /** Called when the page is first wanted: a service that nobody looks at starts no slower. */
  readonly read: () => string | Buffer | Promise<string | Buffer>
}

/** Makes a route for what is the same as long as the process lives: compressed once, with a tag to revalidate it. */
export const staticPage = (operation: string, path: string, { type, headers, read }: StaticPage): Route => {
  let rendered: Rendered | null = null
  const extra = headerLines(headers)
  return {
    operation,
    method: 'GET',
    isPage: true,
    path,
    serve: async ({ pending, headers: common }) => {
      rendered ??= renderBytes(Buffer.from(await read()))
      await respond(pending, { status: 200, headers: common + extra, rendered, tagged: true, type })
    },
  }
}
