import { readList } from '/console/client/client.js'
import { withText } from '../stack/rows.js'

/** @import { ListRow } from '/console/client/client.js' */
/** @import { Lock, StackRow } from '../stack/rows.js' */

/**
 * Whether a line reads alike by itself; what stood under the head of a table need not.
 * @param {ListRow} written
 */
const readsAlike = ({ text, entry, quantity }) => {
  const [alone] = readList(text)
  const [a, b] = [alone?.entry, entry]
  return (
    alone?.quantity === quantity &&
    a?.q === b?.q &&
    a?.condition === b?.condition &&
    a?.variant === b?.variant &&
    a?.language === b?.language
  )
}

/** What a row says, as a line to be corrected. @param {StackRow} row */
export const textOf = ({ written, printing }) => {
  const { text, entry, quantity } = written
  if (!entry?.q) return text || printing?.name || ''
  if (readsAlike(written)) return text
  const { q, set, condition, variant, language } = entry
  return [quantity === 1 ? null : quantity, q, set && `[${set}]`, condition, variant, language].filter(Boolean).join(' ')
}

/**
 * A row with a corrected line, which is looked up anew; copies that a person counted stay.
 * @param {StackRow} row
 * @param {string} text
 * @param {Lock} lock
 * @returns {StackRow | null} `null` where there is nothing to read
 */
export const withLine = (row, text, lock) => {
  const [written] = readList(text)
  if (written === undefined) return null
  const changed = withText(row, written, lock)
  const isCounted = row.quantity !== null && row.quantity !== row.written.quantity
  return isCounted ? { ...changed, quantity: row.quantity } : changed
}
