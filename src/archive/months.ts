/** A UTC month as `2026-11`. */
export const monthOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7)

export const monthStartMs = (month: string): number => Date.parse(`${month}-01T00:00:00.000Z`)

/** The first instant after a month. */
export const monthEndMs = (month: string): number => {
  const start = new Date(monthStartMs(month))
  return start.setUTCMonth(start.getUTCMonth() + 1)
}

/** How much older than its batch an observation may be: a reader of a month looks so far beyond its end. */
export const maxAgeMs = 24 * 3_600_000

export const productsPerPage = 128

/** The month page that holds a product. */
export const pageOf = (productId: number): number => Math.floor(productId / productsPerPage)

/** Fewer than in a month page: a record is longer than a month of prices. */
const recordsPerPage = 64

/** The product page that holds what a source says of a product besides its prices. */
export const recordPageOf = (productId: number): number => Math.floor(productId / recordsPerPage)
