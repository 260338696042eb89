/** Puts children into an element: texts, nodes and lists of them; nothing for null and false. */
const fill = (element, children) => {
  for (const child of children.flat(Number.POSITIVE_INFINITY))
    if (child !== null && child !== undefined && child !== false) element.append(child)
  return element
}

/** Makes an element. Properties that start with `on` are listeners, others attributes; `null` and `false` leave one out. Texts are never read as markup. */
export const h = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (name === 'value') element.value = value
    else element.setAttribute(name, value === true ? '' : String(value))
  }
  return fill(element, children)
}

/** Replaces what an element holds. */
export const show = (element, ...children) => {
  element.replaceChildren()
  return fill(element, children)
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

/** A table with heads; a cell is a text, a node, or `{ number }`, which is set flush right. */
export const table = (caption, heads, rows, className = '') =>
  h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    h(
      'table',
      { class: className },
      h('caption', { class: 'hidden' }, caption),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map((head) => h('th', { scope: 'col', class: head.number === undefined ? null : 'number' }, head.number ?? head)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((row) =>
          h(
            'tr',
            {},
            row.map((cell, index) => {
              const isNumber = cell !== null && typeof cell === 'object' && 'number' in cell && !(cell instanceof Node)
              return h(
                index === 0 ? 'th' : 'td',
                { scope: index === 0 ? 'row' : null, class: isNumber ? 'number' : null },
                isNumber ? cell.number : cell,
              )
            }),
          ),
        ),
      ),
    ),
  )
