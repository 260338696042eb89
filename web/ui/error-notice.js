import { CardMarketError } from '/console/client/client.js'
import { html, nothing, render } from '/console/lit/lit-html.js'
import { explain } from '../error-messages.js'
import { instant, plural } from '../format.js'

/** Longer than this a page does not wait by itself. */
const maxWaitSeconds = 90

/** Counts the seconds down after which trying again may help, and then tries again. It says nothing to screen readers, whose users are told once by the notice. */
class RetryCountdown extends HTMLElement {
  #endsAtMs = 0
  #again = () => {}
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer

  /** @param {{ readonly endsAtMs: number, readonly again: () => unknown }} wait */
  set wait({ endsAtMs, again }) {
    const isAnother = endsAtMs !== this.#endsAtMs
    this.#endsAtMs = endsAtMs
    this.#again = again
    if (isAnother && this.isConnected) this.connectedCallback()
  }

  connectedCallback() {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#tick(), 1_000)
    this.#tick()
  }

  disconnectedCallback() {
    clearInterval(this.#timer)
  }

  #tick() {
    const seconds = Math.max(0, Math.ceil((this.#endsAtMs - Date.now()) / 1_000))
    render(html`<span aria-hidden="true">It goes on by itself in ${plural(seconds, 'second')}.</span>`, this)
    if (seconds > 0) return
    clearInterval(this.#timer)
    this.#again()
  }
}
customElements.define('retry-countdown', RetryCountdown)

/** When the wait of each error is over, counted from when it was first shown, however often that is drawn. @type {WeakMap<CardMarketError, number>} */
const waits = new WeakMap()

/**
 * @param {CardMarketError} error
 * @param {() => unknown} again
 */
const waitOf = (error, again) => {
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === null) return nothing
  const endsAtMs = waits.get(error) ?? Date.now() + retryAfterSeconds * 1_000
  waits.set(error, endsAtMs)
  return retryAfterSeconds <= maxWaitSeconds
    ? html`<retry-countdown .wait=${{ endsAtMs, again }}></retry-countdown>`
    : html`That is at ${instant(new Date(endsAtMs).toISOString())}.`
}

/**
 * What the browser itself could not keep.
 * @param {DOMException} error
 * @param {() => unknown} again
 */
const storageNotice = ({ name }, again) => html`<div class="error-notice">
  <p role="alert"><strong>${name === 'QuotaExceededError' ? 'The browser’s storage is full.' : 'The browser could not keep the last change.'}</strong> Nothing is lost while this page stays open: save the stack as a file, or delete stacks that are no longer needed, and try again.</p>
  <p class="actions"><button type="button" class="quiet" @click=${again}>Try again</button></p>
</div>`

/**
 * What should not be: a view that threw here would show nothing at all.
 * @param {unknown} error
 * @param {() => unknown} again
 */
const defectNotice = (error, again) => html`<div class="error-notice">
  <p role="alert"><strong>This page made a mistake.</strong> Try again, or load the page anew.</p>
  <p class="actions"><button type="button" class="quiet" @click=${again}>Try again</button></p>
  <details class="note"><summary>For support</summary><code>${String(error)}</code></details>
</div>`

/**
 * An error with what to do about it, its code and request id folded; nothing for an aborted call. One that passes by itself is tried again when its time is over.
 * @param {unknown} error
 * @param {() => unknown} again
 */
export const errorNotice = (error, again) => {
  if (error instanceof Error && error.name === 'AbortError') return nothing
  if (error instanceof DOMException) return storageNotice(error, again)
  if (!(error instanceof CardMarketError)) return defectNotice(error, again)
  const { code, message, requestId, status } = error
  const { meaning, advice } = explain(code, message)
  return html`<div class="error-notice">
    <p role="alert"><strong>${meaning}</strong> ${advice}</p>
    <p>${waitOf(error, again)}</p>
    <p class="actions">
      ${status === 401 ? html`<button type="button" data-open-key>Enter another key</button>` : nothing}
      <button type="button" class="quiet" @click=${again}>Try again</button>
    </p>
    <details class="note"><summary>For support</summary><code>${code}</code>${requestId ? html` request <code>${requestId}</code>` : nothing}</details>
  </div>`
}

/** @param {() => unknown} again */
export const connectionNotice = (again) => {
  const facts = { message: '', status: null, requestId: null, retryAfterSeconds: null }
  return errorNotice(new CardMarketError({ code: 'connection_failed', ...facts }), again)
}
