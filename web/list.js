/** Conditions as people write them, by the name that the market uses. */
const conditions = {
  'near mint': ['nm', 'mint', 'm', 'near mint', 'nm-m', 'nm/m'],
  'lightly played': ['lp', 'lightly played', 'light play', 'ex', 'excellent'],
  'moderately played': ['mp', 'moderately played', 'good', 'gd'],
  'heavily played': ['hp', 'heavily played', 'played', 'pl'],
  damaged: ['dmg', 'dm', 'damaged', 'poor'],
  unopened: ['unopened', 'sealed'],
}

/** Heads of columns as people name them, by what they hold. */
const heads = {
  name: ['name', 'card', 'card name', 'cardname', 'product', 'title', 'text'],
  number: ['number', 'no', '#', 'card number', 'cardnumber', 'collector number'],
  set: ['set', 'set name', 'setname', 'edition', 'expansion'],
  condition: ['condition', 'cond'],
  variant: ['variant', 'finish', 'printing', 'foil'],
  language: ['language', 'lang'],
  quantity: ['quantity', 'qty', 'count', 'copies', 'amount'],
  productId: ['productid', 'product id', 'product_id', 'tcgplayer id', 'id'],
}

const keyOf = (table, word) => Object.keys(table).find((key) => table[key].includes(word.trim().toLowerCase())) ?? null

/** Splits a line of CSV; quotes may hold commas, and two of them are one. */
const splitLine = (line, separator) => {
  const cells = []
  let cell = ''
  let isQuoted = false
  for (let i = 0; i < line.length; i++) {
    const character = line[i]
    if (character === '"' && isQuoted && line[i + 1] === '"') {
      cell += '"'
      i++
    } else if (character === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  return [...cells, cell.trim()]
}

const rowOf = (given) => ({
  name: '',
  number: '',
  set: '',
  condition: '',
  variant: '',
  language: '',
  quantity: 1,
  productId: null,
  ...given,
})

const quantityOf = (word) => (/^x?\d{1,4}x?$/i.test(word) ? Math.max(1, Number(word.replaceAll(/x/gi, ''))) : null)

const idOf = (word) => (/^\d{4,10}$/.test(word) ? Number(word) : null)

/** One line as people write it: the card first, then condition, copies, finish and set in any order. */
const fromWords = (cells) => {
  const [first = '', ...others] = cells
  const leading = /^(\d{1,3})x?\s+(?=\D)/.exec(first)
  const row = rowOf({ name: leading ? first.slice(leading[0].length) : first, productId: idOf(first) })
  if (leading) row.quantity = Number(leading[1])
  for (const word of others) {
    const condition = keyOf(conditions, word)
    const quantity = quantityOf(word)
    if (condition) row.condition = condition
    else if (quantity !== null) row.quantity = quantity
    else if (/foil|holo|normal|1st|unlimited/i.test(word)) row.variant = word
    else if (word) row.set = row.set || word
  }
  return row
}

const fromColumns = (columns, cells) => {
  const given = {}
  for (const [index, key] of columns.entries()) if (key && cells[index]) given[key] = cells[index]
  return rowOf({
    ...given,
    condition: keyOf(conditions, given.condition ?? '') ?? '',
    quantity: quantityOf(given.quantity ?? '1') ?? 1,
    productId: idOf(given.productId ?? ''),
  })
}

/** Reads a list: CSV when its first line names columns, else one card a line. Empty lines are left out. */
export const readList = (text) => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [head = ''] = lines
  const separator = head.includes('\t') ? '\t' : head.includes(';') && !head.includes(',') ? ';' : ','
  const columns = splitLine(head, separator).map((word) => keyOf(heads, word))
  const isTable = columns.includes('name') || columns.includes('productId')
  return lines
    .slice(isTable ? 1 : 0)
    .map((line) => splitLine(line, separator))
    .map((cells) => (isTable ? fromColumns(columns, cells) : fromWords(cells)))
    .filter(({ name, productId }) => name !== '' || productId !== null)
}

/** The text of a row that identify takes. */
export const textOf = ({ name, number }) => [name, number].filter(Boolean).join(' ').slice(0, 120)

/** A text that a spreadsheet would run as a formula is kept a text. */
const cellOf = (value) => {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV; unknown is an empty cell. */
export const writeCsv = (rows) => `${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
