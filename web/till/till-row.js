/** @import { StatedCopy } from '../stack/stated-copy.js' */

/**
 * A row of a stack, as the till takes it: plain facts of a card and its price.
 * @typedef {object} TillRow
 * @property {string} text as it was written or read
 * @property {number | null} quantity
 * @property {'done' | 'unpriced' | 'open' | 'failed' | 'waiting'} state only `done` rows have a price
 * @property {{ readonly productId: number, readonly name: string, readonly category: string | null, readonly setName: string | null, readonly setCode?: string | null, readonly cardNumber: string | null, readonly rarity: string | null, readonly sealed?: boolean } | null} printing
 * @property {{ readonly skuId: number, readonly condition: string | null, readonly variant: string | null, readonly language: string | null } | null} copy a source that prices whole printings has `null` for condition and language
 * @property {StatedCopy | null} [stated] what is said of the copy that the price of its whole printing does not tell
 * @property {number | null} marketPrice US dollars of one copy
 * @property {string | null} pricedAt ISO instant at which the service saw the price
 */

/**
 * The condition that a copy is in. A source that prices whole printings names none: it is the one that was stated, else as new.
 * @param {{ readonly printing: TillRow['printing'], readonly copy: NonNullable<TillRow['copy']>, readonly stated?: TillRow['stated'] }} row
 */
export const conditionOf = ({ printing, copy, stated }) =>
  copy.condition ?? stated?.condition ?? (printing?.sealed ? 'Unopened' : 'Near Mint')

/**
 * Dollars in cents, as they are shown and paid.
 * @param {number} dollars
 */
export const wholeCents = (dollars) => Math.round(dollars * 100)
