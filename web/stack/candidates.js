/** @import { Candidate } from '/console/client/client.js' */
/** @import { StackRow } from './rows.js' */

/** Points below the best at which a candidate is no longer likely. */
const maxScoreGap = 15

/**
 * Candidates that a person has to compare: those about as good as the best that do not contradict the number. The others are kept apart.
 * @param {Pick<StackRow, 'identification'>} row
 * @returns {{ readonly likely: readonly Candidate[], readonly others: readonly Candidate[] }}
 */
export const candidatesOf = ({ identification }) => {
  const all = identification?.candidates ?? []
  const best = all[0]?.matchScore ?? 0
  /** @param {Candidate} candidate */
  const isLikely = ({ matchScore, matchReasons }) => matchScore >= best - maxScoreGap && !matchReasons.includes('number_conflict')
  const likely = all.filter(isLikely)
  // Where every number speaks against the card there is nothing to prefer.
  return likely.length === 0 ? { likely: all, others: [] } : { likely, others: all.filter((one) => !isLikely(one)) }
}
