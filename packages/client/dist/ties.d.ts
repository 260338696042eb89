import type { Candidate, IdentifyResult } from './operations.js';
/** Points by which candidates that fit alike may differ; those of one name and number differ by what the text leaves open. */
export declare const maxScoreGap = 3;
/** The candidates that cannot be told apart, best first: what to show to a person. Empty where the first is not in doubt. */
export declare const ties: ({ ambiguous, candidates }: Pick<IdentifyResult, 'ambiguous' | 'candidates'>) => readonly Candidate[];
