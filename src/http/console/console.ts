import { extname } from 'node:path'
import { ServiceError } from '../../contract/errors.ts'
import { staticPage } from '../api/pages.ts'
import type { Exchange, Route } from '../wire/exchange.ts'
import { consoleTypes, readConsoleFiles, workerScript } from './console-files.ts'

/**
 * Scripts, styles and calls of this host only, nothing inline; `blob:` shows a photo before it is sent. Pictures may
 * come from the origins that the operator chose.
 */
const policyOf = (pictureOrigins: readonly string[]): string =>
  [
    "default-src 'none'; script-src 'self'; style-src 'self'",
    ["img-src 'self' blob:", ...pictureOrigins].join(' '),
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'",
  ].join('; ')

// Revalidated each time and answered 304, so that an upgrade never mixes old and new files.
const revalidated = { 'cache-control': 'no-cache' }

/**
 * For what is opened by itself; to a module or a stylesheet the policy of its page applies, and over a slow connection
 * each header counts.
 */
const documentHeaders = (policy: string) => ({
  ...revalidated,
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
})

const workerPath = '/service-worker.js'

/** Every page of the console by its path. */
const readPages = (pictureOrigins: readonly string[]): ReadonlyMap<string, Route> => {
  const console = readConsoleFiles()
  const policy = policyOf(pictureOrigins)
  const pages = [...console.files, ...console.aliases].map(([path, bytes]) => {
    const ending = path === '/' ? '.html' : extname(path)
    const headers = ['.js', '.css'].includes(ending) ? revalidated : documentHeaders(policy)
    return staticPage('console', path, { type: consoleTypes.get(ending) as string, headers, read: () => bytes })
  })
  const read = () => workerScript(console, policy)
  const worker = { type: consoleTypes.get('.js') as string, headers: documentHeaders(policy), read }
  return new Map([...pages, staticPage('serviceWorker', workerPath, worker)].map((page) => [page.path, page]))
}

/**
 * The console at `/`, and the service worker that keeps it in browsers. Its 200 files are read and put together when
 * the first of them is asked for: a service that nobody looks at starts no slower.
 * @param pictureOrigins other origins whose pictures it may show
 */
export const createConsolePages = (pictureOrigins: readonly string[] = []): readonly Route[] => {
  let pages: ReadonlyMap<string, Route> | null = null
  const route = (
    operation: string,
    path: string,
    pathOf: (params: Exchange['params']) => string = () => path,
  ): Route => ({
    operation,
    method: 'GET',
    isPage: true,
    path,
    serve: async (exchange) => {
      pages ??= readPages(pictureOrigins)
      const page = pages.get(pathOf(exchange.params))
      if (page === undefined) throw new ServiceError('route_not_found', 'There is no such page.')
      await page.serve(exchange)
    },
  })
  return [
    route('console', '/'),
    route('console', '/console/*', (params) => `/console/${params['*']}`),
    route('serviceWorker', workerPath),
  ]
}
