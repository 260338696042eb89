import { CardMarketError } from './client/client.js'
import { h } from './dom.js'
import { explain } from './error-messages.js'
import { plural } from './format.js'
import { hasKey, session } from './session.js'

/** An error as a note with a way on; where a key was missing, it goes on by itself once there is one. Aborted calls say nothing. */
export const errorNotice = (error, again = null) => {
  if (error?.name === 'AbortError') return null
  if (!(error instanceof CardMarketError)) throw error
  const { code, message, requestId, retryAfterSeconds } = error
  const [what, todo] = explain(code, message)
  const isKeyless = error.status === 401
  const note = h(
    'div',
    { class: 'error-notice', role: 'alert' },
    h('p', {}, h('strong', {}, what), ' ', todo, retryAfterSeconds ? ` That is in ${plural(retryAfterSeconds, 'second')}.` : ''),
    h('p', { class: 'note' }, h('code', {}, code), requestId && [' request ', h('code', {}, requestId)]),
    h(
      'p',
      { class: 'actions' },
      isKeyless && h('button', { type: 'button', onclick: () => document.getElementById('key-button').click() }, 'Enter API key'),
      again && h('button', { type: 'button', class: 'quiet', onclick: () => again() }, 'Try again'),
    ),
  )
  if (isKeyless && again) session.addEventListener('key', () => note.isConnected && hasKey() && again(), { once: true })
  return note
}
