import { openDB } from '/console/idb.js'

/** @import { DBSchema, IDBPDatabase } from '/console/idb.js' */
/** @import { KnownPrices } from './prices.js' */
/** @import { Lock, StackRow } from './rows.js' */

/**
 * A stack as it is kept; its rows lie beside it, so that a change writes no more than what changed.
 * @typedef {object} KeptStack
 * @property {string} id
 * @property {string} name
 * @property {readonly string[]} rowIds in the order in which they are shown
 * @property {Lock} lock
 * @property {string} createdAt ISO instant
 * @property {string} changedAt ISO instant
 */

/**
 * The picture of a row: whole until it was read, then small, to compare with.
 * @typedef {object} RowPicture
 * @property {string} rowId
 * @property {Blob} picture
 * @property {string} savedAt ISO instant
 */

/** @typedef {{ readonly key: string, readonly skuId: number, readonly day: string, readonly price: number }} SeenPrice a price as it was seen on a day, to compare with */

/**
 * @typedef {DBSchema & {
 *   stacks: { key: string, value: KeptStack },
 *   rows: { key: string, value: StackRow },
 *   prices: { key: number, value: KnownPrices },
 *   pictures: { key: string, value: RowPicture },
 *   seen: { key: string, value: SeenPrice, indexes: { skuId: number } },
 * }} Schema
 */

/** @typedef {IDBPDatabase<Schema>} Database */

/**
 * @param {string} name
 * @returns {Promise<Database | null>} `null` where the browser keeps nothing, as some do in private windows
 */
export const openDatabase = async (name) => {
  /** @type {Database | null} */
  let opened = null
  try {
    const db = await openDB(name, 1, {
      upgrade: (/** @type {Database} */ created) => {
        created.createObjectStore('stacks', { keyPath: 'id' })
        created.createObjectStore('rows', { keyPath: 'id' })
        created.createObjectStore('prices', { keyPath: 'productId' })
        created.createObjectStore('pictures', { keyPath: 'rowId' })
        created.createObjectStore('seen', { keyPath: 'key' }).createIndex('skuId', 'skuId')
      },
      // A newer page, or whoever clears this site's data, does not wait for this one.
      blocking: () => opened?.close(),
    })
    opened = /** @type {Database} */ (/** @type {unknown} */ (db))
  } catch {
    // Some browsers refuse by throwing, others by failing.
  }
  return opened
}
