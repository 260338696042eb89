import { limits } from '/console/client/client.js'

/** @import { HistoryResult } from '/console/client/client.js' */
/** @import { OfferSort } from './offer-order.js' */

/** @typedef {HistoryResult['range']} Range */

/** @type {readonly { readonly id: Range, readonly text: string, readonly name: string }[]} */
export const ranges = [
  { id: 'month', text: '1 M', name: 'One month' },
  { id: 'quarter', text: '3 M', name: 'Three months' },
  { id: 'semi-annual', text: '6 M', name: 'Six months' },
  { id: 'annual', text: '1 Y', name: 'One year' },
]

/**
 * What the address of a product's page says beside the product. What it does not say, or not rightly, is as usual.
 * @typedef {object} PageQuery
 * @property {number | null} skuId the chosen copy
 * @property {Range} range
 * @property {readonly string[]} compare conditions, or printings, that are drawn beside the chosen one
 * @property {string} asOf a day, `YYYY-MM-DD`; empty for now
 * @property {OfferSort} sort
 * @property {boolean} isOfAllCopies whether offers of every copy are listed
 */

/** @param {string | null} text a date that there is, else nothing */
const dateOf = (text) => {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''))
  return isDate ? (text ?? '') : ''
}

/**
 * @param {URLSearchParams} query
 * @returns {PageQuery}
 */
export const readPageQuery = (query) => {
  const skuId = Number(query.get('copy'))
  return {
    skuId: Number.isSafeInteger(skuId) && skuId > 0 ? skuId : null,
    range: ranges.find(({ id }) => id === query.get('range'))?.id ?? 'quarter',
    compare: query.get('compare')?.split('~').filter(Boolean) ?? [],
    asOf: dateOf(query.get('asOf')),
    sort: query.get('sort') === 'item' ? 'item' : 'total',
    isOfAllCopies: query.get('offers') === 'all',
  }
}

/** Id of a product as the service takes it; `null` for anything else. @param {string | null} id */
export const productIdOf = (id) => {
  const number = /^[1-9]\d{0,15}$/.test(id ?? '') ? Number(id) : Number.NaN
  return number <= limits.maxId ? number : null
}
