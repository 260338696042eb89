import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Route } from './exchange.ts'
import { staticPage } from './pages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const web = join(root, 'web')
const client = join(root, 'packages/client/dist')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Scripts, styles and calls of this host only, nothing inline; `blob:` shows a photo before it is sent. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headers = {
  // Revalidated each time and answered 304, so that an upgrade never mixes old and new files.
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
}

const pageOf = (path: string, file: string): Route =>
  staticPage('console', path, { type: types[extname(file)] as string, headers, read: () => readFileSync(file) })

/** Paths within a folder, with slashes on every platform. */
const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => extname(file) in types && !file.endsWith('.d.ts'))
    .map((file) => file.replaceAll(sep, '/'))

/** The console at `/`: the files of `web/`, the compiled client, and the chart library from its package. */
export const createConsolePages = (): readonly Route[] => {
  const uplot = dirname(createRequire(import.meta.url).resolve('uplot'))
  return [
    pageOf('/', join(web, 'index.html')),
    ...filesOf(web).map((file) => pageOf(`/console/${file}`, join(web, file))),
    ...filesOf(client).map((file) => pageOf(`/console/client/${file}`, join(client, file))),
    pageOf('/console/uplot.js', join(uplot, 'uPlot.esm.js')),
    pageOf('/console/uplot.css', join(uplot, 'uPlot.min.css')),
  ]
}
