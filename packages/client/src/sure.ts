import type { Candidate, IdentifyResult } from './operations.ts'

/** The least `matchScore` of a confident match, as the contract says. */
const confidentScore = 50

/** The printing that an identification is sure of; `null` where a person must choose: none fits, several fit alike, or the best one fits badly. */
export const sureCandidate = ({ ambiguous, candidates }: Pick<IdentifyResult, 'ambiguous' | 'candidates'>): Candidate | null => {
  const [best] = candidates
  return best !== undefined && !ambiguous && best.matchScore >= confidentScore ? best : null
}
