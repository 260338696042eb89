/** @import { StackStorage } from './storage.js' */

/**
 * Stands in for the storage of a browser that keeps nothing: pictures last as long as the page, the rest not even that.
 * @returns {StackStorage}
 */
export const createMemoryStorage = () => {
  /** @type {Map<string, Blob>} */
  const pictures = new Map()
  return {
    save: async () => false,
    load: async () => null,
    adopt: () => {},
    wasSaved: () => false,
    remove: async () => {},
    savePrices: async () => {},
    loadPrices: async () => [],
    savePicture: async (rowId, picture) => {
      pictures.set(rowId, picture)
    },
    loadPicture: async (rowId) => pictures.get(rowId) ?? null,
    removeLostPictures: async () => {},
  }
}
