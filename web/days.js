export const dayMs = 86_400_000

/** @param {string} iso a date or an instant @returns {string} its UTC day, YYYY-MM-DD */
export const dayOf = (iso) => iso.slice(0, 10)

/** @param {string} iso a date or an instant @returns {number} the UTC day, counted from 1970 */
export const dayNumber = (iso) => Math.floor(Date.parse(dayOf(iso)) / dayMs)

/** @param {number} number */
export const dayText = (number) => dayOf(new Date(number * dayMs).toISOString())

/** @param {string} day @param {number} days */
export const daysBefore = (day, days) => dayText(dayNumber(day) - days)
