import type { Candidate, IdentifyResult } from './operations.js';
/** The printing that an identification is sure of; `null` where a person must choose: none fits, several fit alike, or the best one fits badly. */
export declare const sureCandidate: ({ ambiguous, candidates }: Pick<IdentifyResult, 'ambiguous' | 'candidates'>) => Candidate | null;
