import { extname } from 'node:path'
import { consoleTypes, readConsoleFiles, workerScript } from './console-files.ts'
import type { Route } from './exchange.ts'
import { staticPage } from './pages.ts'

/** Scripts, styles and calls of this host only, nothing inline; `blob:` shows a photo before it is sent. Pictures may come from the origins that the operator chose. */
const policyOf = (pictureOrigins: readonly string[]): string =>
  [
    "default-src 'none'; script-src 'self'; style-src 'self'",
    ["img-src 'self' blob:", ...pictureOrigins].join(' '),
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ')

// Revalidated each time and answered 304, so that an upgrade never mixes old and new files.
const revalidated = { 'cache-control': 'no-cache' }

/** For what is opened by itself; to a module or a stylesheet the policy of its page applies, and over a slow connection each header counts. */
const documentHeaders = (policy: string) => ({
  ...revalidated,
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
})

/**
 * The console at `/`, and the service worker that keeps it in browsers.
 * @param pictureOrigins other origins whose pictures it may show
 */
export const createConsolePages = (pictureOrigins: readonly string[] = []): readonly Route[] => {
  const console = readConsoleFiles()
  const policy = policyOf(pictureOrigins)
  const pages = [...console.files, ...console.aliases].map(([path, bytes]) => {
    const ending = path === '/' ? '.html' : extname(path)
    const headers = ['.js', '.css'].includes(ending) ? revalidated : documentHeaders(policy)
    return staticPage('console', path, { type: consoleTypes[ending] as string, headers, read: () => bytes })
  })
  const read = () => workerScript(console, policy)
  const worker = { type: consoleTypes['.js'] as string, headers: documentHeaders(policy), read }
  return [...pages, staticPage('serviceWorker', '/service-worker.js', worker)]
}
