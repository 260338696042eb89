import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AssembledConsole, assembleConsole } from './console-page.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const web = join(root, 'web')
const client = join(root, 'packages/client/dist')

/** Media types of what the console is made of, by the ending of a file. */
export const consoleTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.webmanifest': 'application/manifest+json',
  }),
)

/** Served at the root, since a service worker rules the paths below its own. */
const workerFile = 'service-worker.js'

/** Paths within a folder, with slashes on every platform. */
const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => consoleTypes.has(extname(file)) && !file.endsWith('.d.ts') && file !== workerFile)
    .map((file) => file.replaceAll(sep, '/'))

const require = createRequire(import.meta.url)

const litModules = ['lit-html', 'directive', 'directive-helpers', 'async-directive']
const litDirectives = ['guard', 'keyed', 'live', 'ref', 'repeat']

/** Libraries as their packages hold them, by the path that serves them. */
const libraryFiles = (): Readonly<Record<string, string>> => {
  const [uplot, lit, idb] = ['uplot', 'lit-html', 'idb'].map((name) => dirname(require.resolve(name))) as [
    string,
    string,
    string,
  ]
  const litFiles = [...litModules, ...litDirectives.map((name) => `directives/${name}`)].map((name) => `${name}.js`)
  return {
    '/console/uplot.js': join(uplot, 'uPlot.esm.js'),
    '/console/uplot.css': join(uplot, 'uPlot.min.css'),
    '/console/idb.js': join(idb, 'index.js'),
    ...Object.fromEntries(litFiles.map((file) => [`/console/lit/${file}`, join(lit, '..', file)])),
  }
}

/** Every file of the console by its served path: `web/`, the compiled client, and the libraries. */
const consolePaths = (): Readonly<Record<string, string>> => ({
  '/': join(web, 'index.html'),
  ...Object.fromEntries(filesOf(web).map((file) => [`/console/${file}`, join(web, file)])),
  ...Object.fromEntries(filesOf(client).map((file) => [`/console/client/${file}`, join(client, file)])),
  ...libraryFiles(),
})

/** The console as one version of it. */
export interface ConsoleFiles extends AssembledConsole {
  /** Source of the service worker. */
  readonly worker: string
}

/** Every file as it was written, by the path that serves it or what is made of it. */
export const readConsoleSources = (): ReadonlyMap<string, Buffer> =>
  new Map(Object.entries(consolePaths()).map(([path, file]) => [path, readFileSync(file)]))

/** Reads all files at once, so that an update of the folder below a running service mixes nothing. */
export const readConsoleFiles = (): ConsoleFiles => ({
  ...assembleConsole(readConsoleSources()),
  worker: readFileSync(join(web, workerFile), 'utf8'),
})

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('base64')

/**
 * The script of the service worker: what makes up this version, and the source that keeps it. Any byte of any file, and
 * the policy that pages are sent with, change the version.
 * @param policy security policy of the pages
 */
export const workerScript = ({ files, worker }: ConsoleFiles, policy: string): string => {
  const hashes = Object.fromEntries([...files].map(([path, bytes]) => [path, `sha256-${sha256(bytes)}`]))
  const version = sha256(JSON.stringify([hashes, policy, worker])).slice(0, 16)
  return `globalThis.shell = ${JSON.stringify({ version, files: hashes }, null, 1)}\n${worker}`
}
