import { readCsv } from './csv.js'

/** Conditions as people write them, by the name that the market uses. */
const conditions = {
  'near mint': ['nm', 'mint', 'm', 'near mint', 'nm-m', 'nm/m', 'mint/near mint'],
  'lightly played': ['lp', 'sp', 'lightly played', 'light play', 'ex', 'excellent'],
  'moderately played': ['mp', 'moderately played', 'good', 'gd'],
  'heavily played': ['hp', 'heavily played', 'played', 'pl'],
  damaged: ['dmg', 'dm', 'damaged', 'poor'],
  unopened: ['unopened', 'sealed'],
}

/** Heads of columns as people name them, by what they hold. An id of another site may be a product's or a SKU's, so it is not taken for either. */
const heads = {
  name: ['name', 'card', 'card name', 'cardname', 'product', 'product name', 'title', 'text'],
  number: ['number', 'no', '#', 'card number', 'cardnumber', 'collector number'],
  set: ['set', 'set name', 'setname', 'edition', 'expansion'],
  condition: ['condition', 'cond'],
  variant: ['variant', 'finish', 'printing', 'foil'],
  language: ['language', 'lang'],
  quantity: ['quantity', 'qty', 'count', 'copies', 'amount', 'total quantity'],
  productId: ['productid', 'product id', 'product_id', 'id'],
}

const largestId = 2_147_483_647

const keyOf = (table, word) => Object.keys(table).find((key) => table[key].includes(word.toLowerCase())) ?? null

/** A condition and what is written after it, as in "Near Mint Holofoil"; `null` for what is no condition. */
const conditionOf = (word) => {
  const known = keyOf(conditions, word)
  if (known) return { condition: known, variant: '' }
  const name = Object.keys(conditions).find((one) => word.toLowerCase().startsWith(`${one} `))
  return name ? { condition: name, variant: word.slice(name.length + 1).trim() } : null
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

/** Copies as written: 2, x2, 2x, 2.00. `null` for what is no whole number of copies. */
const quantityOf = (word) => {
  const digits = /^x?(\d{1,6})x?(?:[.,]0{1,2})?$/i.exec(word)?.[1]
  return digits === undefined ? null : Number(digits)
}

const idOf = (word, leastDigits) => {
  const id = /^\d{1,10}$/.test(word) && word.length >= leastDigits ? Number(word) : 0
  return id >= 1 && id <= largestId ? id : null
}

/** One line as people write it: the card first, then condition, copies, finish and set in any order. */
const fromWords = (cells) => {
  const [first = '', ...others] = cells
  const leading = /^(\d{1,3})x?\s+(?=\D)/.exec(first)
  const row = rowOf({ name: leading ? first.slice(leading[0].length) : first, productId: idOf(first, 4) })
  if (leading) row.quantity = Number(leading[1])
  for (const word of others) {
    const condition = conditionOf(word)
    const quantity = quantityOf(word)
    if (condition) Object.assign(row, condition.variant ? condition : { condition: condition.condition })
    else if (quantity !== null) row.quantity = quantity
    else if (/foil|holo|normal|1st|unlimited/i.test(word)) row.variant = word
    else if (word) row.set = row.set || word
  }
  return row
}

const fromColumns = (columns, cells) => {
  const given = {}
  for (const [index, key] of columns.entries()) if (key && cells[index]) given[key] ??= cells[index]
  const { condition = '', variant = '', quantity, productId = '', name = '' } = given
  const known = conditionOf(condition)
  return rowOf({
    ...given,
    // What is not understood stays as it is: it fits no copy, so a person is asked.
    condition: known?.condition ?? condition,
    variant: variant || (known?.variant ?? ''),
    quantity: quantity === undefined ? 1 : quantityOf(quantity),
    productId: idOf(productId, 1),
    name: name || productId,
  })
}

/** Reads a list: CSV when its first line names columns, else one card a line. Empty lines are left out. A quantity that is not understood is `null`. */
export const readList = (given) => {
  const text = given.replace(/^\ufeff?(?:"?sep=.*\r?\n)?/i, '')
  const head = /^\s*(.*)/.exec(text)?.[1] ?? ''
  const separator = head.includes('\t') ? '\t' : head.includes(';') && !head.includes(',') ? ';' : ','
  const columns = (readCsv(head, separator)[0] ?? []).map((word) => keyOf(heads, word))
  const isTable = columns.includes('name') || columns.includes('productId')
  const rows = isTable
    ? readCsv(text, separator)
        .slice(1)
        .map((cells) => fromColumns(columns, cells))
    : text.split(/\r\n?|\n/).flatMap((line) => readCsv(line, separator).map(fromWords))
  return rows.filter(({ name }) => name !== '')
}

/** The text of a row that identify takes. */
export const textOf = ({ name, number }) => [name, number].filter(Boolean).join(' ').slice(0, 120)
