/** @import { RowState } from '../stack/row-state.js' */

/** What answers each question of a row, the first that there is. @type {Readonly<Record<NonNullable<RowState['asks']>, string>>} */
const answers = {
  printing: '.candidate, .row-panel input[type=search]',
  text: '.row-panel input[name=text]',
  copy: '.copy-chip',
  quantity: '.stepper input',
}

/**
 * @param {HTMLElement} list
 * @param {string | undefined} rowId
 */
const rowElement = (list, rowId) =>
  rowId === undefined ? null : /** @type {HTMLElement | null} */ (list.querySelector(`[data-row="${rowId}"]`))

/**
 * Puts the focus where a row's question is answered.
 * @param {HTMLElement} list
 * @param {string} rowId
 * @param {RowState['asks']} asks
 */
export const focusQuestion = (list, rowId, asks) => {
  const row = rowElement(list, rowId)
  const answer = row?.querySelector(asks ? answers[asks] : '.row-picture')
  if (!(answer instanceof HTMLElement)) return
  answer.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
  // An open row may be higher than the screen.
  answer.scrollIntoView({ block: 'nearest' })
}

/**
 * Gives the focus a place when a change took the control away that had it: the first of these rows that is shown, else the view's own place.
 * @param {HTMLElement} view
 * @param {HTMLElement} list
 * @param {readonly (string | undefined)[]} rowIds
 */
export const keepFocus = (view, list, rowIds) => {
  const { activeElement } = document
  if (activeElement && activeElement !== document.body && !activeElement.matches(':disabled')) return
  for (const rowId of rowIds) {
    const control = rowElement(list, rowId)?.querySelector('.row-picture, .row-name :is(a, button)')
    if (control instanceof HTMLElement) {
      control.focus({ preventScroll: true })
      return
    }
  }
  const rest = view.querySelector('[data-rest]') ?? view.querySelector('h1')
  if (rest instanceof HTMLElement) rest.focus({ preventScroll: true })
}

/**
 * Arrows within a grid of buttons.
 * @param {KeyboardEvent} event
 */
export const walkGrid = (event) => {
  const button = /** @type {HTMLElement} */ (event.currentTarget)
  const all = /** @type {HTMLElement[]} */ ([...(button.closest('ul')?.querySelectorAll('button') ?? [])])
  const at = all.indexOf(button)
  const columns = all.filter(({ offsetTop }) => offsetTop === all[0]?.offsetTop).length
  const step = new Map([
    ['ArrowRight', 1],
    ['ArrowLeft', -1],
    ['ArrowDown', columns],
    ['ArrowUp', -columns],
  ]).get(event.key)
  if (step === undefined) return
  event.preventDefault()
  all[at + step]?.focus()
}
