import type { Candidate, IdentifyResult } from './operations.js';
/** The best candidate when it is a confident match; `null` where a person must choose: none fits, several fit alike, or the best one fits badly. */
export declare const confidentMatch: ({ ambiguous, candidates }: Pick<IdentifyResult, 'ambiguous' | 'candidates'>) => Candidate | null;
