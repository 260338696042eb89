import { html } from '/console/lit/lit-html.js'
import { closeMenu, closeMenuByEscape } from '../ui/menu.js'
import { addFiles } from './add.js'
import { openLockPicker } from './lock-picker.js'

/**
 * Lets a person choose files of one kind.
 * @param {string} accept
 */
const chooseFiles = (accept) => {
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', accept, multiple: true })
  input.addEventListener('change', () => addFiles([...(input.files ?? [])]))
  input.click()
}

/** @param {FocusEvent} event */
const onfocusout = ({ currentTarget, relatedTarget }) => {
  if (currentTarget instanceof HTMLElement && relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
    currentTarget.removeAttribute('open')
}

/** @param {() => unknown} run */
const closing = (run) => (/** @type {Event} */ event) => {
  closeMenu(event)
  run()
}

/** Other ways to bring cards: files, and the game and set that they are of. */
export const doorMenu = () =>
  html`<details class="menu door-menu" @focusout=${onfocusout} @keydown=${closeMenuByEscape}>
    <summary aria-label="Other ways to add cards"><span class="door-more" aria-hidden="true">+</span></summary>
    <div class="menu-list">
      <button type="button" class="plain" @click=${closing(() => chooseFiles('.csv,.tsv,.txt,text/plain,text/csv,text/tab-separated-values'))}>Choose a list…</button>
      <button type="button" class="plain" @click=${closing(() => chooseFiles('image/*'))}>Choose photos…</button>
      <button type="button" class="plain" @click=${closing(openLockPicker)}>Game and set…</button>
      <p class="note">Lists and photos can be pasted or dropped anywhere on the page.</p>
    </div>
  </details>`
