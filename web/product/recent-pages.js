const maxKept = 20
const freshForMs = 5 * 60_000

/**
 * The pages that were looked at last, so that coming back to one costs nothing.
 * @template P
 * @param {() => number} now milliseconds
 */
export const createRecentPages = (now) => {
  /** @type {Map<string, { readonly page: P, readonly atMs: number }>} */
  const pages = new Map()
  return {
    /** @param {string} key @returns {P | null} */
    get: (key) => {
      const kept = pages.get(key)
      if (!kept || now() - kept.atMs > freshForMs) return null
      return kept.page
    },
    /** @param {string} key @param {P} page */
    set: (key, page) => {
      pages.delete(key)
      pages.set(key, { page, atMs: now() })
      const [oldest] = pages.keys()
      if (pages.size > maxKept && oldest !== undefined) pages.delete(oldest)
    },
  }
}
