/**
 * What an address of the console names: `#/product/300004?range=annual` is a view, an id and a state.
 * @typedef {object} Route
 * @property {string} name of the view; empty for the first one
 * @property {string | null} id
 * @property {URLSearchParams} query state that a reload, Back and a shared link bring back
 */

/** @typedef {Readonly<Record<string, string | number | null | undefined>>} QueryValues */

/** @returns {Route} */
export const readRoute = (hash = location.hash) => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [name = '', id = null] = path.split('/')
  return { name, id, query: new URLSearchParams(query) }
}

/**
 * The address of a view. Values that are empty, `null` or left out are not written.
 * @param {string} path such as `product/300004`
 * @param {QueryValues} values
 */
export const addressOf = (path, values = {}) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value))
  return query.size === 0 ? `#/${path}` : `#/${path}?${query}`
}

/**
 * Shows another view, which Back leaves again.
 * @param {string} address
 */
export const goTo = (address) => {
  location.hash = address
}

/**
 * Writes a state of the view that is shown into its address: no new view, and nothing for Back to go through.
 * @param {QueryValues} values changes; an empty one is taken out
 */
export const changeQuery = (values) => {
  const { name, id, query } = readRoute()
  const path = id === null ? name : `${name}/${id}`
  history.replaceState(history.state, '', addressOf(path, { ...Object.fromEntries(query), ...values }))
}
