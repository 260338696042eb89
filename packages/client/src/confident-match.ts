import type { Candidate, IdentifyResult } from './operations.ts'

/** The contract states this threshold in the description of `matchScore`. */
const minConfidentScore = 50

/** The best candidate when it is a confident match; `null` where a person must choose: none fits, several fit alike, or the best one fits badly. */
export const confidentMatch = ({ ambiguous, candidates }: Pick<IdentifyResult, 'ambiguous' | 'candidates'>): Candidate | null => {
  const [best] = candidates
  return best !== undefined && !ambiguous && best.matchScore >= minConfidentScore ? best : null
}
