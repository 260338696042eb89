import { html, nothing, render } from '/console/lit/lit-html.js'
import { hasKey, useKey } from '../session.js'
import { byId } from '../ui/by-id.js'
import { fillKey, keyForm, keyIn } from './key-form.js'

/** @type {HTMLDialogElement | null} */
let dialog = null

/** A key that was typed and not used is not to stay in the page. */
const onclose = () => {
  if (!dialog?.open) render(nothing, byId('dialogs', HTMLElement))
}

const draw = () => {
  const close = () => dialog?.close()
  const forget = () => {
    useKey('', 'tab')
    close()
  }
  render(
    html`<dialog id="key-dialog" aria-labelledby="key-title" @close=${onclose}>
      <h2 id="key-title">API key</h2>
      ${keyForm({ idPrefix: 'dialog', onUsed: close, onForget: hasKey() ? forget : null, onCancel: close })}
    </dialog>`,
    byId('dialogs', HTMLElement),
  )
  dialog = byId('key-dialog', HTMLDialogElement)
}

/** Asks for another key. The focus goes back to where it was when it closes. */
export const openKeyDialog = () => {
  draw()
  dialog?.showModal()
}

/**
 * Takes a key out of text that was meant as cards: it goes into its field, to be neither kept nor sent as a card.
 * @param {string} text
 * @returns {boolean} whether there was one
 */
export const takeKeyFrom = (text) => {
  const key = keyIn(text)
  if (key === null) return false
  if (!document.querySelector('#welcome-key')) openKeyDialog()
  fillKey(/** @type {HTMLInputElement} */ (document.querySelector('#welcome-key, #dialog-key')), key)
  return true
}

// Any notice may offer another key.
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-open-key]')) openKeyDialog()
})
