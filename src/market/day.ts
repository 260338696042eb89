/** Whether a text is a day as `2025-10-16`; the 30th of February, which a parser takes for one of March, is none. */
export const isDay = (text: string): boolean => {
  const atMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text)
}
