import { CardMarketError } from '/console/client/client.js'
import { actions, button, byId, h } from './dom.js'
import { explain } from './error-messages.js'
import { plural } from './format.js'
import { hasKey, session } from './session.js'

/**
 * An error with what to do about it. One that lacked a key is tried again once there is another; an aborted call has no notice.
 * @param {unknown} error
 * @param {() => unknown} again
 */
export const errorNotice = (error, again) => {
  if (error instanceof Error && error.name === 'AbortError') return null
  if (!(error instanceof CardMarketError)) throw error
  const { code, message, requestId, retryAfterSeconds } = error
  const { meaning, advice } = explain(code, message)
  const isKeyless = error.status === 401
  const notice = h(
    'div',
    { class: 'error-notice', role: 'alert' },
    h(
      'p',
      {},
      h('strong', {}, meaning),
      ' ',
      advice,
      retryAfterSeconds ? ` That is in ${plural(retryAfterSeconds, 'second')}.` : '',
    ),
    h('p', { class: 'note' }, h('code', {}, code), requestId && [' request ', h('code', {}, requestId)]),
    actions(
      isKeyless && button('Enter API key', () => byId('key-button', HTMLButtonElement).click(), { class: null }),
      button('Try again', again),
    ),
  )
  if (isKeyless) session.addEventListener('key', () => notice.isConnected && hasKey() && again(), { once: true })
  return notice
}

/** @param {() => unknown} again */
export const connectionNotice = (again) => {
  const facts = { message: '', status: null, requestId: null, retryAfterSeconds: null }
  return errorNotice(new CardMarketError({ code: 'connection_failed', ...facts }), again)
}
