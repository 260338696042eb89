import { h, show } from './dom.js'
import { count } from './format.js'
import { hasKey, remaining, session, useKey } from './session.js'
import { searchView } from './views/search.js'

const views = {
  search: async () => searchView,
  identify: async () => (await import('./views/identify.js')).identifyView,
  photo: async () => (await import('./views/photo.js')).photoView,
  product: async () => (await import('./views/product.js')).productView,
  batch: async () => (await import('./views/batch.js')).batchView,
  try: async () => (await import('./views/try.js')).tryView,
  usage: async () => (await import('./views/usage.js')).usageView,
}

const main = document.getElementById('content')
const keyButton = document.getElementById('key-button')
const keyDialog = document.getElementById('key-dialog')
const keyInput = document.getElementById('key')

/** Views that are made anew each time, since each id is another one. */
const ofAnId = ['product', 'try']

/** The other views are kept as they were left, so that nothing entered is lost. */
const kept = new Map()
let isFirst = true
let shown = null

const readRoute = () => {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  const [name = '', id = null] = path.split('/')
  return { name: name in views ? name : 'search', id, query: new URLSearchParams(query) }
}

const notLoaded = () => ({
  title: 'Not loaded',
  element: h(
    'section',
    {},
    h('h1', {}, 'Not loaded'),
    h(
      'div',
      { class: 'error-notice', role: 'alert' },
      h('p', {}, h('strong', {}, 'The service cannot be reached.'), ' Check the connection, then try again.'),
      h('button', { type: 'button', class: 'quiet', onclick: () => showRoute() }, 'Try again'),
    ),
  ),
})

const viewOf = async ({ name, id }) => {
  if (kept.has(name)) return kept.get(name)
  let make
  try {
    make = await views[name]()
  } catch {
    return notLoaded()
  }
  const view = make({ id })
  if (!ofAnId.includes(name)) kept.set(name, view)
  return view
}

const showRoute = async () => {
  const { hash } = location
  const { name, id, query } = readRoute()
  const view = await viewOf({ name, id })
  // Whoever has gone on meanwhile is shown what they went on to.
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
  view.open?.(query)
}

const showKey = () => {
  const left = remaining?.minute === null || remaining === null ? null : remaining
  keyButton.classList.toggle('missing', !hasKey())
  if (!hasKey()) show(keyButton, 'Enter API key')
  else if (!left) show(keyButton, 'API key set')
  else
    show(
      keyButton,
      h('span', { class: 'hidden' }, 'API key. Requests left: '),
      `${count(left.minute)}`,
      h('span', { class: 'unit' }, ' this minute'),
      ` · ${count(left.month)}`,
      h('span', { class: 'unit' }, ' this month'),
    )
}

keyButton.addEventListener('click', () => {
  keyInput.value = ''
  keyDialog.showModal()
})
document.getElementById('key-cancel').addEventListener('click', () => keyDialog.close())
document.getElementById('key-forget').addEventListener('click', () => {
  useKey('', false)
  keyDialog.close()
})
document.getElementById('key-form').addEventListener('submit', () => {
  useKey(keyInput.value, document.getElementById('key-keep').checked)
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

/** The other views are fetched while nobody waits, so that a connection lost later takes none away. */
const fetchViews = () => {
  for (const load of Object.values(views)) load().catch(() => {})
}
if ('requestIdleCallback' in window) requestIdleCallback(fetchViews)
else setTimeout(fetchViews, 1_000)
