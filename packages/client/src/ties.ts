import type { Candidate, IdentifyResult } from './operations.ts'

/** Points by which candidates that fit alike may differ; those of one name and number differ by what the text leaves open. */
export const maxScoreGap = 3

/** The candidates that cannot be told apart, best first: what to show to a person. Empty where the first is not in doubt. */
export const ties = ({ ambiguous, candidates }: Pick<IdentifyResult, 'ambiguous' | 'candidates'>): readonly Candidate[] => {
  const bestScore = candidates[0]?.matchScore ?? 0
  return ambiguous ? candidates.filter(({ matchScore }) => bestScore - matchScore <= maxScoreGap) : []
}
