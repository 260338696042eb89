import { byId, h, show } from './dom.js'
import { connectionNotice } from './error-notice.js'
import { count } from './format.js'
import { hasKey, remaining, session, useKey } from './session.js'
import { followSource } from './source-note.js'
import { searchView } from './views/search.js'

/**
 * What one address shows. `open` runs each time it is shown, `onkey` when the key changes meanwhile, `close` when another view takes its place.
 * @typedef {object} View
 * @property {string} title
 * @property {HTMLElement} element
 * @property {() => unknown} [open]
 * @property {() => unknown} [onkey]
 * @property {() => unknown} [close]
 */

/** @typedef {(route: { readonly id: string | null }) => View} CreateView */

/** @type {Readonly<Record<string, () => Promise<CreateView>>>} */
const views = {
  search: async () => searchView,
  identify: async () => (await import('./views/identify.js')).identifyView,
  photo: async () => (await import('./views/photo.js')).photoView,
  product: async () => (await import('./views/product.js')).productView,
  batch: async () => (await import('./views/batch.js')).batchView,
  try: async () => (await import('./views/try.js')).tryView,
  usage: async () => (await import('./views/usage.js')).usageView,
}

const main = byId('content', HTMLElement)
const keyButton = byId('key-button', HTMLButtonElement)
const keyDialog = byId('key-dialog', HTMLDialogElement)
const keyInput = byId('key', HTMLInputElement)

/** Views that are created for each id; the others are kept as they were left, so that nothing entered is lost. */
const viewsWithId = ['product', 'try']

/** @type {Map<string, View>} */
const kept = new Map()
let isFirst = true
/** @type {View | null} */
let shown = null

const readRoute = () => {
  const [path = ''] = location.hash.replace(/^#\/?/, '').split('?')
  const [name = '', id = null] = path.split('/')
  return { name: Object.hasOwn(views, name) ? name : 'search', id }
}

/** @returns {View} */
const notLoaded = () => ({
  title: 'Not loaded',
  element: h(
    'section',
    {},
    h('h1', {}, 'Not loaded'),
    connectionNotice(() => showRoute()),
  ),
})

/** @param {ReturnType<typeof readRoute>} route */
const viewOf = async ({ name, id }) => {
  const before = kept.get(name)
  if (before) return before
  const createView = await views[name]?.().catch(() => null)
  if (!createView) return notLoaded()
  const view = createView({ id })
  if (!viewsWithId.includes(name)) kept.set(name, view)
  return view
}

const showRoute = async () => {
  const { hash } = location
  const { name, id } = readRoute()
  const view = await viewOf({ name, id })
  // The address changed while the view was loading.
  if (location.hash !== hash) return
  if (shown !== view) shown?.close?.()
  shown = view
  show(main, view.element)
  document.title = `${view.title} – Card Market Data`
  for (const link of document.querySelectorAll('nav a'))
    if (link.getAttribute('href') === `#/${name}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  if (!isFirst) {
    main.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }
  isFirst = false
  view.open?.()
}

const showKey = () => {
  keyButton.classList.toggle('missing', !hasKey())
  if (!hasKey()) show(keyButton, 'Enter API key')
  else if (!remaining || remaining.minute === null) show(keyButton, 'API key set')
  else
    show(
      keyButton,
      h('span', { class: 'hidden' }, 'API key. Requests left: '),
      count(remaining.minute),
      h('span', { class: 'unit' }, ' this minute'),
      ` · ${count(remaining.month)}`,
      h('span', { class: 'unit' }, ' this month'),
    )
}

keyButton.addEventListener('click', () => {
  keyInput.value = ''
  keyDialog.showModal()
})
byId('key-cancel', HTMLButtonElement).addEventListener('click', () => keyDialog.close())
byId('key-forget', HTMLButtonElement).addEventListener('click', () => {
  useKey('', false)
  keyDialog.close()
})
byId('key-form', HTMLFormElement).addEventListener('submit', () => {
  useKey(keyInput.value, byId('key-keep', HTMLInputElement).checked)
  keyInput.value = ''
})
session.addEventListener('key', () => {
  showKey()
  shown?.onkey?.()
})
session.addEventListener('remaining', showKey)
window.addEventListener('hashchange', showRoute)
showKey()
await showRoute()
performance.mark('interactive')
followSource()

/** Loads the other views while the browser is idle, so that they work after the connection is lost. */
const fetchViews = () => {
  for (const load of Object.values(views)) load().catch(() => {})
}
if ('requestIdleCallback' in window) requestIdleCallback(fetchViews)
else setTimeout(fetchViews, 1_000)
