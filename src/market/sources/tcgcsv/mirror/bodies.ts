/** The envelope of a list, opened. */
export type OpenedList =
  | { readonly rows: readonly unknown[]; readonly reason: null }
  | { readonly rows: null; readonly reason: string }

export type ListRow = Readonly<Record<string, unknown>>

const unreadable = (reason: string): OpenedList => ({ rows: null, reason })

/**
 * Opens the mirror's envelope. `success: false` with status 200 is a failure and not an empty list; the lists of prices have no `totalItems`; where it
 * exceeds the rows the list was cut.
 */
export const openList = (body: string): OpenedList => {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return unreadable('no JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unreadable('no envelope')
  const { success, errors, results, totalItems } = value as Record<string, unknown>
  if (success !== true) return unreadable(success === false ? 'success: false' : 'success is missing')
  if (Array.isArray(errors) && errors.length > 0) return unreadable('it reports errors')
  if (!Array.isArray(results)) return unreadable('no results')
  if (typeof totalItems === 'number' && totalItems > results.length)
    return unreadable(`totalItems ${totalItems} for ${results.length} rows`)
  return { rows: results, reason: null }
}

/** What stands for a list that is not there (404): a set without products. */
export const emptyList = '{"totalItems":0,"success":true,"errors":[],"results":[]}'

/** A row of a list, or `null` for what is none. */
export const asListRow = (value: unknown): ListRow | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ListRow) : null

/** A whole number from 1 to `max`, given as a number or as its digits; else `null`. */
export const idOf = (value: unknown, max = 2_147_483_647): number | null => {
  const id = typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= max ? id : null
}

/** Longest text that is kept; descriptions of products are some thousand characters. */
const maxTextLength = 20_000

/** A text with something in it, trimmed; else `null`. */
export const textOf = (value: unknown, maxLength = maxTextLength): string | null => {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' || text.length > maxLength ? null : text
}
