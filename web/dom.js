/**
 * What an element can hold: texts, nodes and lists of them; nothing for an empty value.
 * @typedef {string | Node | false | 0 | null | undefined | readonly Child[]} Child
 */

/**
 * Attributes by name, and listeners by names that start with `on`.
 * @typedef {Readonly<Record<string, string | number | boolean | null | undefined | ((event: Event) => unknown)>>} Properties
 */

/** @typedef {{ readonly number: Child }} NumberCell set flush right */

/**
 * @param {Element} element
 * @param {Child} child
 */
const append = (element, child) => {
  if (typeof child === 'string' || child instanceof Node) element.append(child)
  else if (child) for (const one of child) append(element, one)
}

/**
 * Makes an element. `null`, `undefined` and `false` leave an attribute out, except that ARIA's `false` is written. Texts are never read as markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} properties
 * @param {readonly Child[]} children
 */
export const h = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue
    if (value === false && !name.startsWith('aria-')) continue
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (name === 'value') Object.assign(element, { value })
    else element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : String(value))
  }
  append(element, children)
  return element
}

/**
 * Replaces what an element holds. The focus moves from a control with a `data-at` to the new one of that name, so that the keyboard keeps its place.
 * @param {Element} element
 * @param {readonly Child[]} children
 */
export const show = (element, ...children) => {
  const focused = document.activeElement
  const at = focused && element.contains(focused) ? focused.getAttribute('data-at') : null
  element.replaceChildren()
  append(element, children)
  const next = at && element.querySelector(`[data-at="${at}"]`)
  if (next instanceof HTMLElement) next.focus({ preventScroll: true })
}

/**
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} type
 */
export const byId = (id, type) => {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} #${id}.`)
  return element
}

let nextId = 0

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
export const field = (label, control, className = '') => {
  if (!control.id) control.id = `field-${++nextId}`
  return h('div', { class: `field ${className}` }, h('label', { for: control.id }, label), control)
}

/**
 * A quiet button, unless its properties say otherwise.
 * @param {string} text
 * @param {() => unknown} onclick
 * @param {Properties} properties
 */
export const button = (text, onclick, properties = {}) =>
  h('button', { type: 'button', class: 'quiet', onclick: () => onclick(), ...properties }, text)

/** @param {readonly Child[]} children */
export const actions = (...children) => h('p', { class: 'actions' }, children)

/** @param {Properties} properties */
export const textInput = (properties) => h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', ...properties })

/**
 * A form that runs `submit` instead of leaving the page.
 * @param {Properties} properties
 * @param {() => unknown} submit
 * @param {readonly Child[]} children
 */
export const form = (properties, submit, ...children) => {
  /** @param {Event} event */
  const onsubmit = (event) => {
    event.preventDefault()
    submit()
  }
  return h('form', { ...properties, onsubmit }, ...children)
}

/** @param {readonly (readonly string[])[]} facts each a name and its value */
export const factList = (facts) =>
  h(
    'dl',
    { class: 'facts' },
    facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  )

/**
 * A choice of options, each a text or `[value, text]`.
 * @param {readonly (string | readonly [value: string, text: string])[]} options
 * @param {string} value
 * @param {Properties} properties
 */
export const choice = (options, value, properties = {}) =>
  h(
    'select',
    properties,
    options.map((option) => {
      const [id, text] = typeof option === 'string' ? [option, option] : option
      return h('option', { value: id, selected: id === value }, text)
    }),
  )

/**
 * @param {Child | NumberCell} cell
 * @returns {cell is NumberCell}
 */
const isNumeric = (cell) => typeof cell === 'object' && cell !== null && 'number' in cell

/**
 * A table that scrolls when it must; on a small screen each cell repeats its head.
 * @param {string} caption
 * @param {readonly (string | { readonly number: string })[]} heads
 * @param {readonly (readonly (Child | NumberCell)[])[]} rows
 */
export const table = (caption, heads, rows, className = '') => {
  const columns = heads.map((head) =>
    typeof head === 'string' ? { label: head, class: null } : { label: head.number, class: 'number' },
  )
  return h(
    'div',
    { class: `scroll ${className}`, tabindex: '0', role: 'region', 'aria-label': caption },
    h(
      'table',
      {},
      h('caption', { class: 'hidden' }, caption),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map((column) => h('th', { scope: 'col', class: column.class }, column.label)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((row) =>
          h(
            'tr',
            {},
            row.map((cell, index) =>
              h(
                index === 0 ? 'th' : 'td',
                {
                  scope: index === 0 ? 'row' : null,
                  class: isNumeric(cell) ? 'number' : null,
                  'data-label': columns[index]?.label,
                },
                isNumeric(cell) ? cell.number : cell,
              ),
            ),
          ),
        ),
      ),
    ),
  )
}
