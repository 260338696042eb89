import { isJsonObject } from '../../../contract/json-object.ts'

/** The envelope of a list, opened; `totalItems` is `null` where it names no total, as those of prices. */
export type OpenedList =
  | { readonly rows: readonly unknown[]; readonly totalItems: number | null; readonly reason: null }
  | { readonly rows: null; readonly reason: string }

const unreadable = (reason: string): OpenedList => ({ rows: null, reason })

/**
 * Opens the envelope of a JSON list. `success: false` with status 200 is a failure and not an empty list; where
 * `totalItems` exceeds the rows the list was cut. The reasons never quote the file.
 */
export const openList = (text: string): OpenedList => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return unreadable('not valid JSON, or cut off')
  }
  if (!isJsonObject(value)) return unreadable('no envelope')
  const { success, errors, results, totalItems } = value
  if (success === false || (Array.isArray(errors) && errors.length > 0))
    return unreadable('the source reports a failure')
  if (success !== true) return unreadable('no "success"')
  if (!Array.isArray(results)) return unreadable('no "results"')
  const total = typeof totalItems === 'number' ? totalItems : null
  if (total !== null && total > results.length) return unreadable(`holds ${results.length} of ${total} rows`)
  return { rows: results, totalItems: total, reason: null }
}

/** Stands for a list that is not there (404); no list of prices that is there names a total. */
export const emptyList = '{"totalItems":0,"success":true,"errors":[],"results":[]}'
