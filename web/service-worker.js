/*
 * Keeps the console in the browser: a reload asks for nothing but this script, and without a connection it opens too. The service puts `globalThis.shell` before it.
 * Each version lies whole in a cache of its own, and a page gets all its files from the one that it was opened with.
 */

/** @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} WorkEvent */
/** @typedef {WorkEvent & { request: Request, clientId: string, respondWith: (answer: Promise<Response>) => void }} FetchEvent */

/**
 * @typedef {object} Scope the compiler knows pages only
 * @property {ServiceWorkerRegistration} registration
 * @property {{ matchAll: (options: object) => Promise<readonly { readonly id: string }[]> }} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(event: string, listener: (event: never) => void) => void} addEventListener
 */

/**
 * @typedef {object} State
 * @property {string | null} version the one in charge
 * @property {Readonly<Record<string, string>>} older versions of open pages that were opened with another, by client
 */

const global = /** @type {{ readonly shell: { readonly version: string, readonly files: Readonly<Record<string, string>> } }} */ (
  /** @type {unknown} */ (globalThis)
)
const worker = /** @type {Scope} */ (/** @type {unknown} */ (self))
const { version, files } = global.shell

const prefix = 'console '
const stateCache = 'console-state'
const statePath = '/console/.state'

/** @returns {Promise<State>} */
const readState = async () => (await caches.match(statePath, { cacheName: stateCache }))?.json() ?? { version: null, older: {} }

/** @type {Promise<State> | null} */
let known = null
const state = () => {
  known ??= readState()
  return known
}

/** @param {readonly string[]} versions */
const dropAllBut = async (versions) => {
  const { installing, waiting } = worker.registration
  // One of the others is being filled, or about to be used.
  if (installing || waiting) return
  const names = versions.map((one) => prefix + one)
  for (const name of await caches.keys()) if (name.startsWith(prefix) && !names.includes(name)) await caches.delete(name)
}

/** Notes which open pages an older version has to serve on, and drops the versions that none needs. */
const settle = async () => {
  const before = await state()
  const pages = await worker.clients.matchAll({ includeUncontrolled: true })
  const versions = pages.map(({ id }) => [id, before.older[id] ?? before.version])
  /** @type {State} */
  const after = { version, older: Object.fromEntries(versions.filter(([, of]) => of !== null && of !== version)) }
  await (await caches.open(stateCache)).put(statePath, Response.json(after))
  known = Promise.resolve(after)
  await dropAllBut([version, ...Object.values(after.older)])
}

/** As pages of older versions are closed, their files go too. */
const forgetClosed = async () => {
  const { older } = await state()
  if (Object.keys(older).length > 0) await settle()
}

/**
 * A file of this version and no other: the browser refuses what does not have these bytes.
 * @param {string} path
 * @param {string} integrity
 */
const fetchFile = async (path, integrity) => {
  // The page itself comes with the policy, which no hash covers; the rest the browser may have from the first visit.
  const fresh = () => fetch(path, { cache: 'reload', integrity })
  return path === '/' ? fresh() : fetch(path, { cache: 'force-cache', integrity }).catch(fresh)
}

/** A file that is missing ends the installation, and the worker before goes on. */
const install = async () => {
  const cache = await caches.open(prefix + version)
  const keep = async (/** @type {[string, string]} */ [path, integrity]) => {
    const answer = await fetchFile(path, integrity)
    if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status}`)
    await cache.put(path, answer)
  }
  await Promise.all(Object.entries(files).map(keep))
}

/** Caches once opened, since a page asks for a hundred files at once. @type {Map<string, Promise<Cache>>} */
const opened = new Map()

/** @param {string} of */
const cacheOf = (of) => {
  const known = opened.get(of)
  if (known) return known
  const cache = caches.open(prefix + of)
  opened.set(of, cache)
  return cache
}

/** @param {FetchEvent} event */
const answer = async ({ request, clientId }) => {
  const { older } = await state()
  const of = request.mode === 'navigate' ? version : (older[clientId] ?? version)
  const { pathname } = new URL(request.url)
  return (await (await cacheOf(of)).match(pathname, { ignoreVary: true })) ?? fetch(request)
}

/** @param {Request} request */
const isOfConsole = ({ method, url, headers }) => {
  const { origin, pathname } = new URL(url)
  const isPath = pathname === '/' || pathname.startsWith('/console/')
  return isPath && method === 'GET' && origin === location.origin && !headers.has('authorization')
}

worker.addEventListener('install', (/** @type {WorkEvent} */ event) => event.waitUntil(install()))

worker.addEventListener('activate', (/** @type {WorkEvent} */ event) => event.waitUntil(settle()))

worker.addEventListener('fetch', (/** @type {FetchEvent} */ event) => {
  const { request } = event
  if (!isOfConsole(request)) return
  event.respondWith(answer(event).catch(() => fetch(request)))
})

worker.addEventListener('message', (/** @type {WorkEvent & MessageEvent} */ event) => {
  if (event.data === 'take over') event.waitUntil(worker.skipWaiting())
  if (event.data === 'opened') event.waitUntil(forgetClosed())
})
