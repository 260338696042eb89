import { pickCopy } from '/console/client/client.js'
import { arePrintings, bestFirst, neighborsOf, valuesOf } from '../stack/copies.js'
import { copyWanted } from '../stack/row-state.js'
import { priceSpan } from '../stack/shown-price.js'
import { statedCopy } from '../stack/stated-copy.js'
import { conditions } from '../till/offer.js'

/** @import { CopyColumn, Price, WantedCopy } from '/console/client/client.js' */
/** @import { StackRow } from '../stack/rows.js' */
/** @import { StatedCopy } from '../stack/stated-copy.js' */

/** What a person said of the copy before all of it was clear. @typedef {{ readonly variant?: string | null | undefined, readonly language?: string | null | undefined }} PartialCopy */

/**
 * What there is to choose between for the copy of a row.
 * @typedef {object} CopyChoice
 * @property {readonly (string | null)[]} variants
 * @property {readonly (string | null)[]} languages
 * @property {string | null | undefined} variant the one meant so far; `undefined` while it cannot be told
 * @property {string | null | undefined} language
 * @property {readonly Price[]} copies those of that variant and language, best first; of a source of printings, all
 * @property {CopyColumn | null} unclear what has to be said first
 * @property {string | null} why what is not clear, in words
 * @property {string | null} note what is said of the copy besides its price
 */

/**
 * @param {readonly Price[]} skus
 * @param {PartialCopy} partial
 */
const limited = (skus, { variant, language }) =>
  skus.filter(
    (sku) => (variant === undefined || sku.variant === variant) && (language === undefined || sku.language === language),
  )

/**
 * @param {StackRow} row
 * @param {readonly Price[]} skus
 * @param {PartialCopy} partial
 * @param {WantedCopy} wanted
 */
const pick = (row, skus, partial, wanted) => {
  const rest = {
    ...wanted,
    ...(partial.variant !== undefined && { variant: null }),
    ...(partial.language !== undefined && { language: null }),
  }
  return pickCopy(limited(skus, partial), rest, row.printing?.name, row.printing?.category ?? '')
}

/** @param {string | null | undefined} said @param {string} missing @param {string} question */
const whyUnclear = (said, missing, question) => (said ? `${missing} “${said}”.` : question)

/**
 * Whose word it is that the copy is another than the usual one, which a whole printing is priced as.
 * @param {StackRow} row
 * @param {StatedCopy} stated
 */
const whoSays = ({ photo }, { condition, language }) =>
  `The ${photo ? 'photo' : 'list'} says ${[condition, language].flatMap((said) => (said ? `“${said}”` : [])).join(' and ')}`

/** What the till makes of a condition that has no price of its own. @param {StatedCopy} stated */
const paidFor = ({ condition }) => {
  if (condition === null) return ''
  return conditions.some((known) => known === condition)
    ? ` The till pays its percentage for ${condition} of that price.`
    : ` The till has no percentage for ${condition}.`
}

/**
 * @param {StackRow} row
 * @param {CopyColumn | null} unclear
 * @param {WantedCopy} wanted
 * @param {readonly Price[]} skus
 */
const whyOf = (row, unclear, wanted, skus) => {
  const unread = row.identification?.parsed.unread ?? []
  if (unread.length > 0) return `Not understood: ${unread.map((word) => `“${word}”`).join(', ')}.`
  const { condition, variant, language } = wanted
  const stated = statedCopy(wanted, skus, row.printing?.category ?? '')
  if (stated) return `${whoSays(row, stated)}; this source prices whole printings.${paidFor(stated)}`
  if (unclear === 'language') return whyUnclear(language, 'There is no copy in', 'In which language?')
  if (unclear === 'variant') return whyUnclear(variant, 'No finish is certain by', 'Which finish?')
  if (unclear === null) return null
  return whyUnclear(row.written.unusual ?? condition, 'No copy is', 'Which condition?')
}

/**
 * @param {StackRow} row
 * @param {readonly Price[]} skus every copy of its printing
 * @param {Price | null} sku the one that is meant
 * @param {PartialCopy} partial
 * @returns {CopyChoice}
 */
export const copyChoiceOf = (row, skus, sku, partial) => {
  const wanted = copyWanted(row)
  const stated = sku && statedCopy(wanted, skus, row.printing?.category ?? '')
  const { copy, unclear } = sku ? { copy: sku, unclear: null } : pick(row, skus, partial, wanted)
  const conditionless = { ...wanted, condition: null }
  // What is said of the condition alone leaves no doubt about finish and language.
  const like = copy ?? (unclear === 'condition' ? pick(row, skus, partial, conditionless).copy : null)
  const variants = valuesOf(skus, 'variant')
  const languages = valuesOf(skus, 'language')
  const [variant, language] = [like ? like.variant : partial.variant, like ? like.language : partial.language]
  const copies = arePrintings(skus) ? skus : bestFirst(limited(skus, { variant, language }))
  return {
    variants,
    languages,
    variant: variant ?? (variants.length === 1 ? variants[0] : variant),
    language: language ?? (languages.length === 1 ? languages[0] : language),
    copies,
    unclear,
    why: sku ? null : whyOf(row, unclear, wanted, skus),
    note: stated && `${whoSays(row, stated)}; the price is of the whole printing.${paidFor(stated)}`,
  }
}

/**
 * The copy that is meant once finish or language are said; `null` where more has to be said.
 * @param {StackRow} row
 * @param {readonly Price[]} skus
 * @param {PartialCopy} partial
 */
export const copyWith = (row, skus, partial) =>
  row.identification?.parsed.unread.length ? null : pick(row, skus, partial, copyWanted(row)).copy

/**
 * The copy of another finish, language or condition that is otherwise the same.
 * @param {readonly Price[]} skus
 * @param {Price} sku
 * @param {Partial<Pick<Price, 'condition' | 'variant' | 'language'>>} change
 */
export const siblingOf = (skus, sku, change) => {
  const { condition, variant, language } = { ...sku, ...change }
  return skus.find((one) => one.condition === condition && one.variant === variant && one.language === language) ?? null
}

/**
 * What a copy without a price may be worth: between what the conditions beside it bring, where there are both.
 * @param {readonly Price[]} skus
 * @param {Price} sku
 */
export const estimateOf = (skus, sku) => {
  const neighbors = sku.marketPrice === null ? neighborsOf(skus, sku) : []
  return neighbors.length < 2 ? null : priceSpan(neighbors)
}
