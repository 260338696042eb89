import { daysBefore } from '../days.js'

/** @import { SeenPrice } from './compare.js' */
/** @import { Database } from './database.js' */

/** Days for which prices are kept to compare with. */
const keptDays = 120

/**
 * Prices of copies day by day, at most one a day, as this browser saw them.
 * @param {Database | null} db `null` where the browser keeps nothing: then they last as long as the page
 */
export const createSeenPrices = (db) => {
  /** @type {Map<number, Map<string, number>>} */
  const byCopy = new Map()

  /** @param {SeenPrice} seen */
  const put = ({ skuId, day, price }) => {
    const days = byCopy.get(skuId) ?? new Map()
    byCopy.set(skuId, days.set(day, price))
  }

  /** Reads what is kept of copies that were not read yet. @param {readonly number[]} skuIds */
  const load = async (skuIds) => {
    const ids = [...new Set(skuIds)].filter((id) => !byCopy.has(id))
    for (const id of ids) byCopy.set(id, new Map())
    if (db === null || ids.length === 0) return
    const { store } = db.transaction('seen')
    const found = await Promise.all(ids.map((id) => store.index('skuId').getAll(id)))
    for (const seen of found.flat()) put(seen)
  }

  return {
    byCopy,
    /** @param {readonly SeenPrice[]} prices */
    keep: async (prices) => {
      await load(prices.map(({ skuId }) => skuId))
      const changed = prices.filter(({ skuId, day, price }) => byCopy.get(skuId)?.get(day) !== price)
      for (const seen of changed) put(seen)
      if (db === null || changed.length === 0) return
      const tx = db.transaction('seen', 'readwrite')
      for (const seen of changed) tx.store.put({ key: `${seen.skuId} ${seen.day}`, ...seen })
      await tx.done
    },
    /** Forgets what is too old to be compared with. @param {string} today */
    prune: async (today) => {
      if (db === null) return
      const oldest = daysBefore(today, keptDays)
      const tx = db.transaction('seen', 'readwrite')
      for (let cursor = await tx.store.openCursor(); cursor; cursor = await cursor.continue())
        if (cursor.value.day < oldest) await cursor.delete()
      await tx.done
    },
  }
}

/** @typedef {ReturnType<typeof createSeenPrices>} SeenPrices */
