import { limits } from '/console/client/client.js'
import { isCardLine } from './typed.js'

/** @import { Operations } from '/console/client/client.js' */

/** Products of a page; the contract lets identify name as many at most. */
const pageSize = 24

/**
 * What the results show, as their address says it.
 * @typedef {object} Search
 * @property {string} q
 * @property {string} category slug
 * @property {string} set slug or name
 * @property {'relevance' | 'name' | 'price'} sort `price` sorts the page that is shown, since the service knows no such order
 * @property {number} offset
 * @property {'card' | 'words'} by whether the line is looked up as one card or its words are searched for
 */

/** @typedef {{ readonly operationId: 'identify', readonly input: Operations['identify']['input'] } | { readonly operationId: 'searchProducts', readonly input: Operations['searchProducts']['input'] }} SearchRequest */

/** @type {readonly string[]} */
const sorts = ['name', 'price']

/** @param {URLSearchParams} query @returns {Search} */
export const readSearch = (query) => {
  const q = (query.get('q') ?? '').trim()
  const sort = query.get('sort') ?? ''
  const offset = Number(query.get('offset') ?? 0)
  return {
    q,
    category: query.get('category') ?? '',
    set: query.get('set') ?? '',
    sort: /** @type {Search['sort']} */ (sorts.includes(sort) ? sort : 'relevance'),
    offset: Number.isInteger(offset) && offset > 0 ? Math.min(offset, limits.maxOffset) : 0,
    by: query.get('by') !== 'words' && isCardLine(q) ? 'card' : 'words',
  }
}

/** @param {Search} search */
export const isEmptySearch = ({ q, category, set }) => q === '' && category === '' && set === ''

/** @param {Search} search @returns {SearchRequest} */
export const requestOf = ({ q, category, set, sort, offset, by }) => {
  const place = { category: category || undefined, set: set || undefined }
  if (by === 'card') return { operationId: 'identify', input: { q, ...place, limit: pageSize } }
  const order = sort === 'name' ? { sort } : {}
  return {
    operationId: 'searchProducts',
    input: { q: q || undefined, ...place, ...order, offset: offset || undefined, limit: pageSize },
  }
}

/** Names a request: equal ones have equal answers. @param {SearchRequest} request */
export const keyOf = ({ operationId, input }) => JSON.stringify([operationId, input])

/**
 * A change of a search as values of an address; another filter begins at the first page.
 * @param {Search} search
 * @param {Partial<Search>} change
 */
export const queryOf = (search, change) => {
  const { q, category, set, sort, offset, by } = { ...search, offset: 0, ...change }
  return {
    q,
    category,
    set: category === search.category ? set : (change.set ?? ''),
    sort: sort === 'relevance' ? '' : sort,
    offset: offset || '',
    by: by === 'words' && isCardLine(q) ? 'words' : '',
  }
}
