import { readList } from '/console/client/client.js'
import { live } from '/console/lit/directives/live.js'
import { createRef, ref } from '/console/lit/directives/ref.js'
import { html, nothing, render } from '/console/lit/lit-html.js'
import { capabilityUpdates } from '../capabilities.js'
import { plural } from '../format.js'
import { addressOf, goTo } from '../route.js'
import { session } from '../session.js'
import { takeKeyFrom } from '../shell/key-dialog.js'
import { keyIn, withoutKeys } from '../shell/key-form.js'
import { addShortcut } from '../shell/shortcuts.js'
import { stack } from '../stack/open-stack.js'
import { costOf } from '../stack/open-work.js'
import { rowOfList } from '../stack/rows.js'
import { byId } from '../ui/by-id.js'
import { addFiles, additions, addProduct, addText } from './add.js'
import { doorMenu } from './door-menu.js'
import { optionId, optionList } from './door-panel.js'
import { followDrops } from './drops.js'
import { lockChip } from './lock-picker.js'
import { recentCards, rememberViewed } from './recent.js'
import { createSuggester } from './suggester.js'
import { hasSeveralLines, hasWords, questionOf, saysCopy } from './typed.js'

/** @import { Added } from './add.js' */
/** @import { Entry } from './door-panel.js' */

const maxRecent = 4
const maxEntries = 8
const noticeMs = 8_000
const hint = 'Name, number, or paste a list'

/**
 * The one field of the page: what is typed there is suggested, shown as results, or goes onto the stack.
 * @param {HTMLElement} element
 */
export const followDoor = (element) => {
  /** @type {import('/console/lit/directives/ref.js').Ref<HTMLInputElement | HTMLTextAreaElement>} */
  const field = createRef()
  let text = ''
  let isOpen = false
  let isDrawing = false
  let active = -1
  /** @type {Added | null} */
  let notice = null
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let noticeTimer

  /** Whether the field holds a list; a line becomes one by its first line break. */
  const isList = () => text.includes('\n')

  /** @returns {readonly Entry[]} */
  const entries = () => {
    const question = questionOf(text)
    const recent = recentCards(stack.current().rows).filter((product) => hasWords(product, question))
    const first = recent.slice(0, question === '' ? maxEntries : maxRecent)
    const others = suggester.products().filter(({ productId }) => first.every((one) => one.productId !== productId))
    const cards = [...first, ...others].slice(0, maxEntries).map((product) => ({ product }))
    return question !== '' && saysCopy(question) ? [{ line: question }, ...cards] : cards
  }

  const close = () => {
    isOpen = false
    active = -1
    draw()
  }

  /** @param {string} given */
  const take = (given) => {
    const wasList = isList()
    const isKey = keyIn(given) !== null
    text = withoutKeys(given)
    active = -1
    isOpen = !isKey
    notice = null
    suggester.update(isList() ? '' : text)
    draw()
    if (wasList !== isList()) focus()
    if (isKey) takeKeyFrom(given)
  }

  const focus = () => {
    const { value: input } = field
    input?.focus()
    input?.setSelectionRange(text.length, text.length)
  }

  const clear = () => {
    const hadFocus = element.contains(document.activeElement)
    take('')
    isOpen = false
    draw()
    if (hadFocus) focus()
  }

  /** @param {Entry} entry @param {boolean} isPage */
  const choose = (entry, isPage) => {
    if ('line' in entry) addText(entry.line)
    else if (isPage) {
      rememberViewed(entry.product)
      goTo(`#/product/${entry.product.productId}`)
    } else addProduct(entry.product)
    const before = notice
    clear()
    notice = before
    draw()
  }

  const showResults = () => {
    const { category, set } = stack.current().lock
    goTo(addressOf('search', { q: questionOf(text), category, set }))
    close()
    byId('content', HTMLElement).focus({ preventScroll: true })
  }

  const submit = () => {
    if (text.trim() === '') return
    if (!isList()) return showResults()
    addText(text)
    clear()
  }

  /** @param {number} step @param {number} count */
  const move = (step, count) => {
    isOpen = true
    active = ((active + 1 + step + count + 1) % (count + 1)) - 1
    draw()
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }

  /** Keys of the list that is open; @param {KeyboardEvent} event @returns {boolean} whether the key was for it */
  const useKey = ({ key, ctrlKey, metaKey, shiftKey }) => {
    const shown = entries()
    const chosen = shown[active]
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (shown.length > 0) move(key === 'ArrowDown' ? 1 : -1, shown.length)
    } else if (key === 'Escape') {
      if (isOpen) close()
      else clear()
    } else if (chosen && (key === 'Home' || key === 'End'))
      move(key === 'Home' ? -active : shown.length - 1 - active, shown.length)
    else if (chosen && key === 'Enter') choose(chosen, ctrlKey || metaKey || shiftKey)
    else if (key === 'Enter' && !shiftKey) submit()
    else if (key === 'Enter') take(`${text}\n`)
    else return false
    return true
  }

  /** @param {KeyboardEvent} event */
  const onkeydown = (event) => {
    if (event.isComposing) return
    if (isList()) {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      submit()
    } else if (useKey(event)) event.preventDefault()
  }

  /** @param {ClipboardEvent} event */
  const onpaste = (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    const input = field.value
    if (!hasSeveralLines(pasted) || !input) return
    event.preventDefault()
    if (text.trim() === '') {
      addText(pasted)
      clear()
    } else take(`${text.slice(0, input.selectionStart ?? text.length)}${pasted}${text.slice(input.selectionEnd ?? text.length)}`)
  }

  /** @param {FocusEvent} event */
  const onfocusout = ({ relatedTarget }) => {
    // What is drawn away with the focus on it has been left by nobody.
    if (!isDrawing && !(relatedTarget instanceof Node && element.contains(relatedTarget))) close()
  }

  /** Not every browser gives the focus to what is clicked: the field keeps it, so that the panel is still there for the click. @param {Event} event */
  const keepFocus = (event) => event.preventDefault()

  const open = () => {
    isOpen = true
    draw()
  }

  const listCost = () => {
    const rows = readList(text).map((written) => rowOfList(written, stack.current().lock))
    return `${plural(rows.length, 'row')}: about ${plural(costOf(rows, stack.book, new Set()), 'request')}`
  }

  const foot = () => html`<div class="door-foot">
    <p class="note">${suggester.note()}</p>
    ${
      text.trim() === ''
        ? nothing
        : html`<a class="door-all" href="#/search" @click=${(/** @type {Event} */ event) => {
            event.preventDefault()
            showResults()
          }}>All results for “${questionOf(text)}”</a>`
    }
    <label class="check"><input type="checkbox" .checked=${live(suggester.isOn())} @change=${(/** @type {Event} */ event) => suggester.turn(/** @type {HTMLInputElement} */ (event.target).checked)}>Suggestions cost one request per pause, and one for prices that they lack</label>
  </div>`

  /** What is told of a step goes when another is made, since its Undo would undo that one. */
  const noticeBar = () => {
    if (notice === null || isOpen || (notice.stepId !== null && notice.stepId !== stack.lastStep()?.id)) return nothing
    const { sentence, product, stepId } = notice
    return html`<div class="door-panel door-notice added"><span>${sentence}</span>
      ${product ? html`<a href=${`#/product/${product.productId}`}>Open its page</a>` : nothing}
      ${stepId === null ? nothing : html`<button type="button" class="plain" @click=${undo}>Undo</button>`}</div>`
  }

  const undo = () => {
    stack.undo()
    notice = null
    focus()
    close()
  }

  const draw = () => {
    const shown = isOpen && !isList() ? entries() : []
    const isPanel = isOpen && !isList() && (shown.length > 0 || text.trim() !== '')
    /** @param {Event} event */
    const oninput = ({ target }) => take(/** @type {HTMLInputElement} */ (target).value)
    const list = () =>
      html`<textarea ${ref(field)} rows=${Math.min(8, text.split('\n').length)} aria-label=${hint} .value=${live(text)} @input=${oninput} @keydown=${onkeydown}></textarea>`
    const line = () =>
      html`<input ${ref(field)} id="door-field" type="text" role="combobox" aria-label=${hint} placeholder=${hint} aria-autocomplete="list" aria-expanded=${shown.length > 0}
        aria-controls=${shown.length > 0 ? 'door-options' : nothing} aria-activedescendant=${active >= 0 && shown.length > 0 ? optionId(active) : nothing}
        autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" .value=${live(text)}
        @input=${oninput} @keydown=${onkeydown} @paste=${onpaste} @focus=${open} @click=${open}>`
    isDrawing = true
    render(
      html`<div class="door" @focusout=${onfocusout}>
        <form class="door-form" role="search" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
          ${isList() ? list() : line()}
          ${isPanel ? html`<div class="door-panel" @mousedown=${keepFocus}>${shown.length > 0 ? optionList({ entries: shown, active, choose }) : nothing}${foot()}</div>` : nothing}
          ${isList() ? html`<div class="door-panel door-notice"><span>${listCost()}</span><button type="button" @click=${submit}>Add to the stack</button><button type="button" class="quiet" @click=${clear}>Clear</button></div>` : noticeBar()}
        </form>
        ${lockChip()}
        ${doorMenu()}
        <a class="button door-camera" href="#/camera" aria-label="Camera"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M9 4 7.5 6H4a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-3.500L15 4zm3 4.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zm0 2a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z"/></svg></a>
      </div>`,
      element,
    )
    isDrawing = false
  }

  const suggester = createSuggester(() => draw())

  additions.addEventListener('added', (event) => {
    notice = /** @type {CustomEvent<Added>} */ (event).detail
    clearTimeout(noticeTimer)
    noticeTimer = setTimeout(() => {
      notice = null
      draw()
    }, noticeMs)
    draw()
  })
  stack.events.addEventListener('change', () => draw())
  capabilityUpdates.addEventListener('change', () => draw())
  session.addEventListener('key', () => draw())
  window.addEventListener('hashchange', close)
  addShortcut('/', 'go to the field for names, numbers and lists', () => {
    focus()
    // A list is not to be lost by the next letter.
    if (!isList()) field.value?.select()
  })
  followDrops({ addFiles, addText })
  draw()
}
