import { totalsOf } from './row-state.js'

/** @import { Database } from './database.js' */

/**
 * Every stack that is kept, last changed first, with what it was worth by the prices seen last.
 * @param {Database} db
 */
export const summariesOf = async (db) => {
  const tx = db.transaction(['stacks', 'rows', 'prices'])
  const stacks = await tx.objectStore('stacks').getAll()
  const summaries = stacks.map(async ({ id, name, createdAt, changedAt, rowIds }) => {
    const found = await Promise.all(rowIds.map((rowId) => tx.objectStore('rows').get(rowId)))
    const rows = found.filter((row) => row !== undefined)
    const productIds = [...new Set(rows.flatMap(({ printing }) => (printing ? [printing.productId] : [])))]
    const prices = await Promise.all(productIds.map((productId) => tx.objectStore('prices').get(productId)))
    const book = new Map(prices.flatMap((known) => (known ? [[known.productId, known]] : [])))
    return { id, name, createdAt, changedAt, rows: rows.length, totals: totalsOf(rows, book) }
  })
  const all = await Promise.all(summaries)
  return all.sort((a, b) => b.changedAt.localeCompare(a.changedAt))
}
