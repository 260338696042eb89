import { foldText } from './fold.ts'

/** A product's name, parted into what is printed on the card and what the catalogue added to tell printings apart. */
export interface ProductName {
  /** Folded name of the card: `Altaria - XY46 (Prerelease)` → `altaria`. */
  readonly base: string
  /** Folded words that the catalogue added, as `prerelease`; empty for the plain printing. */
  readonly qualifier: string
}

const brackets = /\(([^()]*)\)|\[([^[\]]*)\]/g
/** ` - 060/203`, ` - XY46` or ` - 2014` at the end, once the brackets are gone. */
const trailingNumber = /\s-\s+((?:[A-Z]{0,5}-?\d{1,4}[a-z]?(?:\/[A-Z]{0,5}-?[A-Z]?\d{0,4})?))\s*$/
const year = /^(?:19|20)\d\d$/

/** Parts a product name. A name that is nothing but brackets is its own base. */
export const readProductName = (name: string): ProductName => {
  if (!name.includes('(') && !name.includes('[') && !name.includes(' - ')) return { base: foldText(name), qualifier: '' }
  let qualifier = ''
  const open = name.replace(brackets, (_, round: string | undefined, square: string | undefined) => {
    qualifier += ` ${round ?? square ?? ''}`
    return ' '
  })
  const card = open.replace(trailingNumber, (_, number: string) => {
    if (year.test(number)) qualifier += ` ${number}`
    return ' '
  })
  const base = foldText(card)
  return base === '' ? { base: foldText(name), qualifier: '' } : { base, qualifier: foldText(qualifier) }
}
