import { foldText } from './fold.ts'

/** A product's name, parted into what is printed on the card and what the catalogue added to tell printings apart. */
export interface ProductName {
  /** Name of the card as it is printed: `Altaria - XY46 (Prerelease)` → `Altaria`. */
  readonly printed: string
  /** The same, folded. */
  readonly base: string
  /** Folded words that the catalogue added, as `prerelease`; empty for the plain printing. */
  readonly qualifier: string
}

const brackets = /\(([^()]*)\)|\[([^[\]]*)\]/g
const number = '[A-Z]{0,5}-?\\d{1,5}[a-z]?(?:[/-][A-Z]{0,5}-?[A-Z]?\\d{0,4})?'
/**
 * ` - 060/203`, ` - XY46`, ` - 2014` or ` 53/98` at the end, once the brackets are gone and single spaces are left:
 * with runs of them it would take quadratic time.
 */
const trailingNumber = new RegExp(`(?: ?[-—] (${number}(?: [&+] ${number})?)| [A-Z]{0,4}\\d+/[A-Z]{0,4}\\d+) ?$`)
const year = /^(?:19|20)\d\d(?:-(?:19|20)\d\d)?$/

/** Parts a product name. A name that is nothing but brackets is its own. */
export const readProductName = (name: string): ProductName => {
  let qualifier = ''
  const open = name.replace(brackets, (_, round: string | undefined, square: string | undefined) => {
    qualifier += ` ${round ?? square ?? ''}`
    return ' '
  })
  const card = open.replace(/\s+/g, ' ').replace(trailingNumber, (_, number: string | undefined) => {
    if (number !== undefined && year.test(number)) qualifier += ` ${number}`
    return ' '
  })
  const base = foldText(card)
  if (base === '') return { printed: name.trim(), base: foldText(name), qualifier: '' }
  return { printed: card.trim(), base, qualifier: foldText(qualifier) }
}
