import { html, nothing, render } from '/console/lit/lit-html.js'
import { count } from '../format.js'
import { readRoute } from '../route.js'
import { allowance, hasKey, session } from '../session.js'
import { byId } from '../ui/by-id.js'
import { closeMenuByEscape } from '../ui/menu.js'
import { openKeyDialog } from './key-dialog.js'
import { openShortcuts } from './shortcuts.js'
import { chooseTheme, currentTheme } from './theme.js'

/** @import { Theme } from './theme.js' */

/** Views of the navigation by the names of their routes. */
const views = [
  { name: '', href: '#/', text: 'Stack' },
  { name: 'stacks', href: '#/stacks', text: 'All stacks' },
  { name: 'usage', href: '#/usage', text: 'Usage' },
]

const themes = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

const keyText = () => {
  if (!hasKey()) return 'Enter API key'
  const left = allowance()
  if (!left) return 'API key'
  return html`<span class="hidden">API key. Requests left: </span>${count(left.minute.remaining)}<span class="unit"> this minute</span> · ${count(left.month.remaining)}<span class="unit"> this month</span>`
}

const themeChoice = () => html`<label class="theme">Theme
  <select @change=${(/** @type {Event} */ event) => chooseTheme(/** @type {Theme} */ (/** @type {HTMLSelectElement} */ (event.target).value))}>
    ${themes.map(([id, text]) => html`<option value=${id ?? ''} ?selected=${id === currentTheme()}>${text}</option>`)}
  </select></label>`

/** The focus is not to go with the list. @param {Event} event */
const closeMenu = ({ currentTarget }) => {
  const menu = currentTarget instanceof HTMLElement ? currentTarget.closest('details') : null
  menu?.removeAttribute('open')
  menu?.querySelector('summary')?.focus()
}

const draw = () => {
  const { name } = readRoute()
  render(
    html`<button type="button" id="key-button" class=${hasKey() ? 'quiet' : 'quiet missing'} aria-haspopup="dialog" @click=${openKeyDialog}>${keyText()}</button>
    <details class="menu" @keydown=${closeMenuByEscape}>
      <summary aria-label="Menu"><span class="menu-icon" aria-hidden="true"></span></summary>
      <div class="menu-list">
        ${views.map((view) => html`<a href=${view.href} aria-current=${view.name === name ? 'page' : nothing} @click=${closeMenu}>${view.text}</a>`)}
        <a href="/docs">Reference</a>
        <button type="button" class="plain" @click=${(/** @type {Event} */ event) => {
          closeMenu(event)
          openShortcuts()
        }}>Keyboard</button>
        ${themeChoice()}
      </div>
    </details>`,
    byId('nav', HTMLElement),
  )
}

/** Keeps navigation and allowance as they are now. */
export const followNav = () => {
  for (const name of ['key', 'allowance']) session.addEventListener(name, draw)
  window.addEventListener('hashchange', draw)
  draw()
}
