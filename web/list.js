import { readCsv } from './csv.js'

/**
 * A row of a list as it was written; what it does not say is empty.
 * @typedef {object} ListRow
 * @property {string} name
 * @property {string} number
 * @property {string} set
 * @property {string} condition
 * @property {string} variant
 * @property {string} language
 * @property {number | null} quantity `null` when what is written is no number of copies
 * @property {number | null} productId
 */

/** Conditions as people write them, by the name that the market uses. */
const conditions = {
  'near mint': ['nm', 'mint', 'm', 'near mint', 'nm-m', 'nm/m', 'mint/near mint'],
  'lightly played': ['lp', 'sp', 'lightly played', 'light play', 'ex', 'excellent'],
  'moderately played': ['mp', 'moderately played', 'good', 'gd'],
  'heavily played': ['hp', 'heavily played', 'played', 'pl'],
  damaged: ['dmg', 'dm', 'damaged', 'poor'],
  unopened: ['unopened', 'sealed'],
}

/** Heads of columns as people name them, by field. An id of another site may be a product's or a SKU's, so it is not read. */
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

const maxId = 2_147_483_647

/**
 * @param {Readonly<Record<string, readonly string[]>>} synonyms
 * @param {string} word
 */
const fromSynonym = (synonyms, word) =>
  Object.entries(synonyms).find(([, words]) => words.includes(word.toLowerCase()))?.[0] ?? null

/**
 * A condition and what is written after it, as in "Near Mint Holofoil"; `null` for what is no condition.
 * @param {string} word
 */
const conditionOf = (word) => {
  const known = fromSynonym(conditions, word)
  if (known) return { condition: known, variant: '' }
  const name = Object.keys(conditions).find((one) => word.toLowerCase().startsWith(`${one} `))
  return name ? { condition: name, variant: word.slice(name.length + 1).trim() } : null
}

/**
 * @param {Partial<ListRow>} given
 * @returns {ListRow}
 */
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

/**
 * Copies as written: 2, x2, 2x, 2.00. `null` for what is no whole number of copies.
 * @param {string} word
 */
const quantityOf = (word) => {
  const digits = /^x?(\d{1,6})x?(?:[.,]0{1,2})?$/i.exec(word)?.[1]
  return digits === undefined ? null : Number(digits)
}

/**
 * @param {string} word
 * @param {number} minDigits
 */
const idOf = (word, minDigits) => {
  const id = /^\d{1,10}$/.test(word) && word.length >= minDigits ? Number(word) : 0
  return id >= 1 && id <= maxId ? id : null
}

/**
 * One line as people write it: the card first, then condition, copies, finish and set in any order.
 * @param {readonly string[]} cells
 */
const fromWords = (cells) => {
  const [first = '', ...others] = cells
  const leading = /^(\d{1,3})x?\s+(?=\D)/.exec(first)
  const row = rowOf({ name: leading ? first.slice(leading[0].length) : first, productId: idOf(first, 4) })
  if (leading) row.quantity = Number(leading[1])
  for (const word of others) {
    const known = conditionOf(word)
    const quantity = quantityOf(word)
    if (known) {
      row.condition = known.condition
      row.variant = known.variant || row.variant
    } else if (quantity !== null) row.quantity = quantity
    else if (/foil|holo|normal|1st|unlimited/i.test(word)) row.variant = word
    else if (word) row.set = row.set || word
  }
  return row
}

/**
 * @param {readonly (string | null)[]} columns field of each cell
 * @param {readonly string[]} cells
 */
const fromColumns = (columns, cells) => {
  /** @type {{ [field: string]: string | undefined }} */
  const given = {}
  for (const [index, field] of columns.entries()) if (field && cells[index]) given[field] ??= cells[index]
  const { name, number = '', set = '', condition = '', variant, language = '', quantity, productId = '' } = given
  const known = conditionOf(condition)
  return rowOf({
    name: name ?? productId,
    number,
    set,
    // What is not understood stays as it is: it fits no copy, so a person is asked.
    condition: known?.condition ?? condition,
    variant: variant ?? known?.variant ?? '',
    language,
    quantity: quantity === undefined ? 1 : quantityOf(quantity),
    productId: idOf(productId, 1),
  })
}

/**
 * Reads a list: CSV when its first line names columns, else one card a line. Rows without a card are left out.
 * @param {string} given
 */
export const readList = (given) => {
  const text = given.replace(/^\ufeff?(?:"?sep=.*\r?\n)?/i, '')
  const head = /^\s*(.*)/.exec(text)?.[1] ?? ''
  const separator = head.includes('\t') ? '\t' : head.includes(';') && !head.includes(',') ? ';' : ','
  const columns = (readCsv(head, separator)[0] ?? []).map((word) => fromSynonym(heads, word))
  const isTable = columns.includes('name') || columns.includes('productId')
  const rows = isTable
    ? readCsv(text, separator)
        .slice(1)
        .map((cells) => fromColumns(columns, cells))
    : text.split(/\r\n?|\n/).flatMap((line) => readCsv(line, separator).map(fromWords))
  return rows.filter(({ name }) => name !== '')
}

/**
 * The text of a row as identify takes it.
 * @param {Pick<ListRow, 'name' | 'number'>} row
 */
export const textOf = ({ name, number }) => [name, number].filter(Boolean).join(' ').slice(0, 120)
