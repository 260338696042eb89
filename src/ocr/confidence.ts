import type { Match } from './match.ts'

/** The chance, in hundredths, that what was matched is right. */
export const confidenceOf = (match: Match): number => {
  if (match.name === null && match.number === null) return 0
  return Math.round(100 * Math.min(1, match.score))
}
