import { mergeRowIds } from './merge-rows.js'
import { newId } from './rows.js'

/** @import { Database, KeptStack } from './database.js' */
/** @import { KnownPrices } from './prices.js' */
/** @import { StackRow } from './rows.js' */

/** @typedef {Omit<KeptStack, 'rowIds'> & { readonly rows: readonly StackRow[] }} Stack */

/** @param {string} name @param {Date} now @returns {Stack} without any row */
export const newStack = (name, now) => {
  const at = now.toISOString()
  return { id: newId(), name, rows: [], lock: { category: '', set: '' }, createdAt: at, changedAt: at }
}

/**
 * Keeps stacks in the browser: of each change only the rows that differ are written, one transaction after the other.
 * @param {Database} db
 */
export const createStackStorage = (db) => {
  /** The rows of each stack as this page knows the database to hold them: a change may be written after another stack was opened. @type {Map<string, ReadonlyMap<string, StackRow>>} */
  const saved = new Map()
  /** @type {Promise<unknown>} */
  let last = Promise.resolve()
  /** Pictures that the browser had no room for: they last as long as the page. @type {Map<string, Blob>} */
  const unkept = new Map()

  /** A change that failed is told to whoever made it, and ends nothing that comes after. */
  const settled = () => last.catch(() => {})

  /**
   * What other pages have added to the stack or removed from it since stays as they left it.
   * @param {Stack} stack
   * @returns {Promise<boolean>} whether there is anything of theirs
   */
  const write = async ({ rows, ...stack }) => {
    const now = new Map(rows.map((row) => [row.id, row]))
    const tx = db.transaction(['stacks', 'rows'], 'readwrite')
    const [stacks, kept] = [tx.objectStore('stacks'), tx.objectStore('rows')]
    const stored = await stacks.get(stack.id)
    // A stack that another page has deleted is written whole again: nothing that is seen is lost.
    const before = (stored && saved.get(stack.id)) ?? new Map()
    const { rowIds, isChanged } = mergeRowIds({ before, mine: now, theirs: stored?.rowIds ?? [] })
    const ids = new Set(rowIds)
    await Promise.all([
      ...rows.flatMap((row) => (before.get(row.id) === row || !ids.has(row.id) ? [] : [kept.put(row)])),
      ...[...before.keys()].flatMap((id) => (now.has(id) ? [] : [kept.delete(id)])),
      stacks.put({ ...stack, rowIds }),
      tx.done,
    ])
    saved.set(stack.id, now)
    return isChanged
  }

  return {
    /** @param {Stack} stack @returns {Promise<boolean>} whether other pages have changed it too, so that it has to be loaded */
    save: (stack) => {
      const written = settled().then(() => write(stack))
      last = written
      return written
    },
    /**
     * @param {string} id
     * @returns {Promise<Stack | null>} `null` when there is none
     */
    load: async (id) => {
      await settled()
      const tx = db.transaction(['stacks', 'rows'])
      const kept = await tx.objectStore('stacks').get(id)
      if (!kept) return null
      const { rowIds, ...stack } = kept
      const found = await Promise.all(rowIds.map((rowId) => tx.objectStore('rows').get(rowId)))
      return { ...stack, rows: found.filter((row) => row !== undefined) }
    },
    /** Whether the database held this stack, so that it was deleted where it is there no more. @param {string} id */
    wasSaved: (id) => saved.has(id),
    /** Changes of the stack are written against this state of it. @param {Stack} stack as it was loaded */
    adopt: ({ id, rows }) => {
      saved.set(id, new Map(rows.map((row) => [row.id, row])))
    },
    /** @param {string} id */
    remove: async (id) => {
      await settled()
      const kept = await db.get('stacks', id)
      const tx = db.transaction(['stacks', 'rows', 'pictures'], 'readwrite')
      for (const rowId of kept?.rowIds ?? []) {
        tx.objectStore('rows').delete(rowId)
        tx.objectStore('pictures').delete(rowId)
      }
      tx.objectStore('stacks').delete(id)
      await tx.done
    },
    /** @param {readonly KnownPrices[]} prices */
    savePrices: async (prices) => {
      const tx = db.transaction('prices', 'readwrite')
      for (const known of prices) tx.store.put(known)
      await tx.done
    },
    /** @param {readonly number[]} productIds */
    loadPrices: async (productIds) => {
      const tx = db.transaction('prices')
      const found = await Promise.all(productIds.map((id) => tx.store.get(id)))
      return found.filter((known) => known !== undefined)
    },
    /**
     * @param {string} rowId
     * @param {Blob} picture what cannot be kept is there as long as the page
     */
    savePicture: async (rowId, picture) => {
      unkept.set(rowId, picture)
      await db.put('pictures', { rowId, picture, savedAt: new Date().toISOString() })
      unkept.delete(rowId)
    },
    /** @param {string} rowId */
    loadPicture: async (rowId) => unkept.get(rowId) ?? (await db.get('pictures', rowId))?.picture ?? null,
    /**
     * Removes pictures whose rows are gone. Young ones stay: their row may be on its way, or be brought back by undoing in another tab.
     * @param {string} before ISO instant
     */
    removeLostPictures: async (before) => {
      const tx = db.transaction(['rows', 'pictures'], 'readwrite')
      const pictures = tx.objectStore('pictures')
      const rowIds = new Set(await tx.objectStore('rows').getAllKeys())
      for (const id of await pictures.getAllKeys()) {
        if (rowIds.has(id)) continue
        const kept = await pictures.get(id)
        if (kept && kept.savedAt < before) await pictures.delete(id)
      }
      await tx.done
    },
  }
}

/** @typedef {ReturnType<typeof createStackStorage>} StackStorage */
