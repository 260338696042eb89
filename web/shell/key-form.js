import { html, nothing } from '/console/lit/lit-html.js'
import { useKey } from '../session.js'
import { hasChecksum } from './key-checksum.js'

/** Form of a key: whether it is one, and still in use, the service says at the first request. */
const formOfKey = /^cmd_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/

/** A key within other text, or enough of one to be no card. */
const keyWithin = /cmd_[0-9A-Za-z]{12}_[0-9A-Za-z]*/

/** @param {string} text @returns {string | null} */
export const keyIn = (text) => keyWithin.exec(text)?.[0] ?? null

/** @param {string} text */
export const withoutKeys = (text) => text.replaceAll(new RegExp(keyWithin, 'g'), '')

const wrongForm = 'This is no key of this service: one begins with cmd_ and has 55 characters. Copy it whole.'
const wrongCharacter = 'A character of this key is wrong. Copy it again.'

/** What is wrong with a key as far as it tells itself; empty where nothing is. @param {string} key */
const problemOf = (key) => {
  if (!formOfKey.test(key)) return wrongForm
  return hasChecksum(key) ? '' : wrongCharacter
}

/** @param {HTMLInputElement} input @param {string} sentence */
const tell = (input, sentence) => {
  const problem = /** @type {HTMLElement} */ (input.form?.querySelector('[data-problem]'))
  problem.textContent = sentence
}

/**
 * Puts a key into its field that was meant for another, for a person to say how long it is kept.
 * @param {HTMLInputElement} input
 * @param {string} key
 */
export const fillKey = (input, key) => {
  input.value = key
  input.setAttribute('aria-invalid', 'false')
  tell(input, 'This is an API key, not a card: nothing was put onto the stack.')
  input.focus()
}

/**
 * The key, and how long it is to be kept, which the button says that is pressed. Enter presses the first, which keeps the least.
 * @param {{ readonly idPrefix: string, readonly onUsed: () => unknown, readonly onForget: (() => unknown) | null, readonly onCancel: (() => unknown) | null }} options
 */
export const keyForm = ({ idPrefix, onUsed, onForget, onCancel }) => {
  /** @param {SubmitEvent} event */
  const onsubmit = (event) => {
    event.preventDefault()
    const form = /** @type {HTMLFormElement} */ (event.currentTarget)
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('key'))
    const problem = problemOf(input.value.trim())
    tell(input, problem)
    input.setAttribute('aria-invalid', String(problem !== ''))
    if (problem) {
      input.focus()
      return
    }
    const { value } = /** @type {HTMLButtonElement} */ (event.submitter)
    useKey(input.value, value === 'tab' ? 'tab' : 'device')
    input.value = ''
    onUsed()
  }
  return html`<form class="key-form" @submit=${onsubmit}>
    <div class="field">
      <label for=${`${idPrefix}-key`}>API key</label>
      <input id=${`${idPrefix}-key`} name="key" type="password" autocomplete="off" spellcheck="false" required placeholder="cmd_…" aria-describedby=${`${idPrefix}-problem ${idPrefix}-note`}>
      <p id=${`${idPrefix}-problem`} class="problem" role="alert" data-problem></p>
    </div>
    <p class="actions">
      <button type="submit" value="tab" class="quiet">Use in this tab only</button>
      <button type="submit" value="device">Use and keep on this device</button>
      ${onForget ? html`<button type="button" class="quiet" @click=${onForget}>Forget the key</button>` : nothing}
      ${onCancel ? html`<button type="button" class="quiet" @click=${onCancel}>Cancel</button>` : nothing}
    </p>
    <p class="note" id=${`${idPrefix}-note`}>The key is sent to this service only, and never put into an address. On a computer that others use, choose the tab, as Enter does. The first start prints a key. If it is lost, start the service again: it prints the command that makes another.</p>
  </form>`
}
