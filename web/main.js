import { html, nothing, render } from '/console/lit/lit-html.js'
import { followDoor } from './door/door.js'
import { plural } from './format.js'
import { readRoute } from './route.js'
import { hasKey, session } from './session.js'
import { keyForm } from './shell/key-form.js'
import { followNav } from './shell/nav.js'
import { followShortcuts } from './shell/shortcuts.js'
import { followSource } from './shell/source-note.js'
import { stack } from './stack/open-stack.js'
import { totalsOf } from './stack/row-state.js'
import { createSide } from './stack-view/side.js'
import { createStackView } from './stack-view/stack-view.js'
import { byId } from './ui/by-id.js'
import { connectionNotice } from './ui/error-notice.js'

/** @import { Route } from './route.js' */

/**
 * What one address shows. `open` runs each time it is shown or its address changes, `onkey` when the key changes meanwhile, `close` when another view takes its place.
 * @typedef {object} View
 * @property {string} title
 * @property {HTMLElement} element
 * @property {boolean} [isWide] whether it takes the place of the stack at its side
 * @property {boolean} [isNotice] whether it stands in for the view of the address
 * @property {(route: Route) => unknown} [open]
 * @property {() => unknown} [onkey]
 * @property {() => unknown} [close]
 */

/** @typedef {(route: Route) => View} CreateView */

/** @type {Readonly<Record<string, () => Promise<CreateView>>>} */
const views = {
  '': async () => createStackView,
  stacks: async () => (await import('./stack-view/stacks-view.js')).createStacksView,
  search: async () => (await import('./door/search-view.js')).createSearchView,
  camera: async () => (await import('./camera/camera-view.js')).createCameraView,
  product: async () => (await import('./product/product-view.js')).createProductView,
  usage: async () => (await import('./usage/usage-view.js')).createUsageView,
  try: async () => (await import('./try/try-view.js')).createTryView,
}

/** Views that are created for each id; the others are kept as they were left. */
const viewsWithId = ['product', 'try']

const main = byId('content', HTMLElement)
const side = createSide(byId('stack-side', HTMLElement))

/** @type {Map<string, View>} */
const kept = new Map()
/** @type {View | null} */
let shown = null
/** @type {string | null} */
let shownPath = null
let isFirst = true

/**
 * A page without data: what it says is its own.
 * @param {string} title
 * @param {unknown} content
 * @returns {View}
 */
const pageOf = (title, content) => {
  const element = document.createElement('section')
  render(content, element)
  return { title, element, isNotice: true }
}

/** What a key that went leaves behind. */
const waitingForKey = () => {
  const { waiting } = totalsOf(stack.current().rows, stack.book)
  const verb = waiting === 1 ? 'waits' : 'wait'
  return waiting === 0 ? nothing : html`<p>${plural(waiting, 'row')} of the stack ${verb} for a key.</p>`
}

const welcome = () =>
  pageOf(
    'Welcome',
    html`<div class="welcome">
      <h1>What are these cards worth?</h1>
      <p>Take photos, paste a list or type a name: every card goes on one stack, with its price and the time of it.</p>
      ${waitingForKey()}
      ${keyForm({ idPrefix: 'welcome', onUsed: () => {}, onForget: null, onCancel: null })}
    </div>`,
  )

const notLoaded = () => pageOf('Not loaded', html`<h1>Not loaded</h1>${connectionNotice(() => showRoute())}`)

/** The view of an address; one that names none is of the stack. @param {Route} route */
const nameOf = ({ name }) => (Object.hasOwn(views, name) ? name : '')

/** @param {Route} route @returns {Promise<View>} */
const viewOf = async (route) => {
  const name = nameOf(route)
  if (!hasKey()) return welcome()
  const before = kept.get(name)
  if (before) return before
  const createView = await views[name]?.().catch(() => null)
  if (!createView) return notLoaded()
  const view = createView(route)
  if (!viewsWithId.includes(name)) kept.set(name, view)
  return view
}

const showRoute = async () => {
  const { hash } = location
  const route = readRoute()
  const path = `${route.name}/${route.id ?? ''}`
  // Only the state of the view changed.
  const view = shown && path === shownPath ? shown : await viewOf(route)
  // The address changed while the view was loading.
  if (location.hash !== hash) return
  if (shown !== view) {
    shown?.close?.()
    main.replaceChildren(view.element)
  }
  const isSame = path === shownPath
  shown = view
  shownPath = view.isNotice ? null : path
  document.title = `${view.title} – Card Market Data`
  document.body.dataset.view = hasKey() ? nameOf(route) || 'stack' : 'welcome'
  side.show(hasKey() && view.isWide !== true)
  if (!isFirst && !isSame) {
    main.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }
  isFirst = false
  view.open?.(route)
}

session.addEventListener('key', () => {
  if (!hasKey()) shownPath = null
  if (!hasKey() || shown?.isNotice) showRoute()
  else shown?.onkey?.()
})
window.addEventListener('hashchange', showRoute)
followNav()
followShortcuts()
followDoor(byId('door', HTMLElement))
await showRoute()
performance.mark('interactive')
followSource(byId('source-note', HTMLElement))

const startRest = async () => {
  const [{ startOffline }, { offerUpdate }] = await Promise.all([import('./shell/offline.js'), import('./shell/update-note.js')])
  startOffline({ onUpdate: (reload) => offerUpdate(byId('update', HTMLElement), reload) })
}
// Without them the page works as it stands.
startRest().catch(() => {})

/** What is loaded when it is first asked for. */
const partsOnDemand = [...Object.values(views), () => import('./till/till-view.js')]

/** Loads them while the browser is idle, so that they are there at once and after the connection is lost. */
const fetchParts = async () => {
  await Promise.allSettled(partsOnDemand.map((load) => load()))
  performance.mark('complete')
}
if ('requestIdleCallback' in window) requestIdleCallback(fetchParts, { timeout: 5_000 })
else setTimeout(fetchParts, 1_000)
