import { html, nothing, render } from '/console/lit/lit-html.js'
import { say } from '../session.js'
import { stack } from '../stack/open-stack.js'
import { errorNotice } from '../ui/error-notice.js'
import { allCategories, categoryName, setName, setsOf } from './catalog-lists.js'
import { categoryField, readSetField, setField } from './category-fields.js'

/** @import { CardSet, Category } from '/console/client/client.js' */
/** @import { Lock } from '../stack/rows.js' */

/** @param {Lock} lock */
const lockText = ({ category, set }) =>
  category === '' ? 'Any game' : [categoryName(category), set && setName(category, set)].filter(Boolean).join(' · ')

/** @param {Lock} lock */
const useLock = (lock) => {
  stack.setLock(lock)
  say(lock.category === '' ? 'Cards may be of any game.' : `Cards are looked for in ${lockText(lock)}.`)
}

/** @type {Lock} */
const noLock = { category: '', set: '' }

/** The button goes with the lock, so that the focus goes to its neighbor. @param {Event} event */
const clearLock = ({ currentTarget }) => {
  const open = currentTarget instanceof HTMLElement ? currentTarget.previousElementSibling : null
  if (open instanceof HTMLElement) open.focus()
  useLock(noLock)
}

/** The game and set of a pile as a button that changes them, and one that lifts them. It is to be drawn again with the stack. */
export const lockChip = () => {
  const { lock } = stack.current()
  const text = lockText(lock)
  const isLocked = lock.category !== ''
  return html`<span class="lock ${isLocked ? 'is-locked' : ''}">
    <button type="button" class="lock-open" aria-haspopup="dialog" aria-label=${`Game and set: ${text}`} @click=${openLockPicker}>${text}</button>
    ${isLocked ? html`<button type="button" class="lock-clear" aria-label=${`Any game instead of ${text}`} @click=${clearLock}><span aria-hidden="true">×</span></button>` : nothing}
  </span>`
}

/** @type {Lock} */
let chosen = noLock
/** @type {readonly Category[]} */
let categories = []
/** @type {readonly CardSet[]} */
let sets = []
/** @type {unknown} */
let problem = null
/** @type {HTMLElement | null} */
let holder = null

/** Sets that come late are those of the game that was chosen before. */
const load = async () => {
  const { category } = chosen
  const isStill = () => chosen.category === category
  problem = null
  try {
    categories = await allCategories()
    const found = category === '' ? [] : await setsOf(category)
    if (isStill()) sets = found
  } catch (error) {
    if (isStill()) problem = error
  }
  draw()
}

/** The notice goes with its button, so that the focus goes to the list that it was about. */
const tryAgain = () => {
  const list = holder?.querySelector('select')
  if (list?.closest('dialog')?.open) list.focus()
  return load()
}

/** @param {string} category */
const chooseCategory = (category) => {
  chosen = { category, set: '' }
  sets = []
  draw()
  load()
}

/** @param {Event} event */
const submit = (event) => {
  event.preventDefault()
  const input = /** @type {HTMLInputElement} */ (holder?.querySelector('#lock-set'))
  const set = readSetField(input, { ...chosen, sets })
  if (set === null) return input.focus()
  useLock({ ...chosen, set })
  holder?.querySelector('dialog')?.close()
}

const draw = () => {
  if (holder === null) return
  const { category, set } = chosen
  render(
    html`<dialog class="lock-dialog" aria-labelledby="lock-title">
      <h2 id="lock-title">Game and set of the pile</h2>
      <p class="note">New rows and photos, suggestions and results are looked for there, unless a line says otherwise. The lists of games and sets cost one request each, once a day.</p>
      ${problem ? errorNotice(problem, tryAgain) : nothing}
      <form @submit=${submit}>
        ${categoryField({ id: 'lock-category', category, categories, oncategory: chooseCategory })}
        ${setField({ id: 'lock-set', category, set, sets, onset: (slug) => (chosen = { category, set: slug }) })}
        <p class="actions"><button>Use</button><button type="button" class="quiet" @click=${() => holder?.querySelector('dialog')?.close()}>Cancel</button></p>
      </form>
    </dialog>`,
    holder,
  )
}

/** Asks for the game and set of the pile. The focus goes back to where it was when it closes. */
export const openLockPicker = () => {
  holder ??= document.body.appendChild(document.createElement('div'))
  chosen = stack.current().lock
  // What was typed when it was given up is gone.
  render(nothing, holder)
  draw()
  holder.querySelector('dialog')?.showModal()
  load()
}
