import { html, render } from '/console/lit/lit-html.js'
import { keepSetting, readSetting } from '../local-storage.js'

/** @typedef {{ readonly keys: string, readonly text: string, readonly run: () => unknown }} Shortcut */

const storageKey = 'card-market-shortcuts'

/** @type {Map<string, Shortcut>} */
const shortcuts = new Map()
let isOn = readSetting(storageKey) !== 'off'

/**
 * A key that works wherever nothing is being typed.
 * @param {string} key as `KeyboardEvent.key` names it
 * @param {string} text what it does
 * @param {() => unknown} run
 */
export const addShortcut = (key, text, run) => shortcuts.set(key, { keys: key, text, run })

/** Whether keys are text where they go. @param {EventTarget | null} target */
export const isTyping = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** @type {HTMLDialogElement | null} */
let dialog = null

/** Who speaks to the machine, or meets keys by accident, turns them off. @param {Event} event */
const onchange = ({ currentTarget }) => {
  isOn = currentTarget instanceof HTMLInputElement && currentTarget.checked
  keepSetting(storageKey, isOn ? null : 'off')
}

export const openShortcuts = () => {
  const holder = dialog?.parentElement ?? document.body.appendChild(document.createElement('div'))
  render(
    html`<dialog aria-labelledby="keys-title">
      <h2 id="keys-title">Keyboard</h2>
      <dl class="facts">${[...shortcuts.values()].map(({ keys, text }) => html`<div><dt><kbd>${keys}</kbd></dt><dd>${text}</dd></div>`)}</dl>
      <label class="check"><input type="checkbox" .checked=${isOn} @change=${onchange}>Single keys work on this page</label>
      <form method="dialog" class="actions"><button>Close</button></form>
    </dialog>`,
    holder,
  )
  dialog = holder.querySelector('dialog')
  dialog?.showModal()
}

/** Listens for the keys of the page. */
export const followShortcuts = () => {
  addShortcut('?', 'show this list', openShortcuts)
  document.addEventListener('keydown', (event) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (!isOn || hasModifier || event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]')) return
    const shortcut = shortcuts.get(event.key)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  })
}
