import type { Candidate, IdentifyResult } from './operations.js';
/** Points by which candidates that fit alike may differ; those of one name and number differ by what the text leaves open. */
export declare const maxScoreGap = 3;
/**
 * The candidates to choose from, best first: those that cannot be told apart, or all where the best one fits badly. Empty where the first is a confident match.
 * At most five come with a row of `lookUpPrices`; `identify` with a higher `limit` has more.
 */
export declare const ties: (identified: Pick<IdentifyResult, 'ambiguous' | 'candidates'>) => readonly Candidate[];
