/** Puts children into an element: texts, nodes and lists of them; nothing for null and false. */
const fill = (element, children) => {
  for (const child of children.flat(Number.POSITIVE_INFINITY))
    if (child !== null && child !== undefined && child !== false) element.append(child)
  return element
}

/** Makes an element. Properties that start with `on` are listeners, others attributes; `null` and `false` leave one out, except that ARIA's are written. Texts are never read as markup. */
export const h = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue
    if (value === false && !name.startsWith('aria-')) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (name === 'value') element.value = value
    else element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : String(value))
  }
  return fill(element, children)
}

/** Replaces what an element holds. Whoever was on a control with a `data-at` is then on the new one of that name, so that the keyboard keeps its place. */
export const show = (element, ...children) => {
  const at = element.contains(document.activeElement) ? document.activeElement.getAttribute('data-at') : null
  element.replaceChildren()
  fill(element, children)
  if (at) element.querySelector(`[data-at="${at}"]`)?.focus({ preventScroll: true })
  return element
}

let nextId = 0

/** A field with its label above it. */
export const field = (label, control, className = '') => {
  if (!control.id) control.id = `field-${++nextId}`
  return h('div', { class: `field ${className}` }, h('label', { for: control.id }, label), control)
}

/** A choice; each option is a text or `[value, text]`. */
export const choice = (options, value, properties = {}) =>
  h(
    'select',
    properties,
    options.map((option) => {
      const [id, text] = Array.isArray(option) ? option : [option, option]
      return h('option', { value: id, selected: id === value }, text)
    }),
  )

const isNumeric = (cell) => cell !== null && typeof cell === 'object' && 'number' in cell

const cellOf = (label) => (cell, index) =>
  h(
    index === 0 ? 'th' : 'td',
    { scope: index === 0 ? 'row' : null, class: isNumeric(cell) ? 'number' : null, 'data-label': label(index) },
    isNumeric(cell) ? cell.number : cell,
  )

const headOf = (head) => h('th', { scope: 'col', class: isNumeric(head) ? 'number' : null }, isNumeric(head) ? head.number : head)

/** A table with heads that scrolls when it must. A cell is a text, a node or a list of them, or `{ number }`, which is set flush right. */
export const table = (caption, heads, rows, className = '') => {
  const label = (index) => (isNumeric(heads[index]) ? heads[index].number : heads[index])
  return h(
    'div',
    { class: `scroll ${className}`, tabindex: '0', role: 'region', 'aria-label': caption },
    h(
      'table',
      {},
      h('caption', { class: 'hidden' }, caption),
      h('thead', {}, h('tr', {}, heads.map(headOf))),
      h(
        'tbody',
        {},
        rows.map((row) => h('tr', {}, row.map(cellOf(label)))),
      ),
    ),
  )
}
