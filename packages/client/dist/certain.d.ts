import type { CopyColumn, CopyWords } from './copy-words.js';
import { type Candidate, type CardIdentification } from './operations.js';
import { type WantedCopy } from './pick-copy.js';
type Ranked = Pick<CardIdentification, 'ambiguous' | 'candidates'>;
/**
 * The best candidate when it is a confident match; `null` where a person must choose: none fits, several fit alike, or
 * the best one fits badly.
 */
export declare const confidentMatch: ({ ambiguous, candidates }: Ranked) => Candidate | null;
/**
 * The candidates to choose from, best first: those that cannot be told apart, or all where the best one fits badly.
 * Empty where the first is a confident match. At most five come with a row of `lookUpPrices`; `identify` with a higher
 * `limit` has more.
 */
export declare const ties: (identified: Ranked) => readonly Candidate[];
/** A printing, and the question that a person must answer before it has a price. */
export type SettledText = {
    readonly printing: Candidate;
    readonly question: null;
} | {
    readonly printing: Candidate | null;
    readonly question: 'unclear_printing' | 'unclear_copy';
};
/** The printing that a text alone settles. A word that was not understood may be about the copy. */
export declare const settleText: (found: Ranked & Pick<CardIdentification, 'parsed'>) => SettledText;
/**
 * Whether a text may mean the product whose id stands beside it. Then the id settles the printing: the text may be
 * ambiguous, and its words that were not understood need no answer, unlike those of a text that stands alone.
 */
export declare const mayMean: (found: Ranked & Pick<CardIdentification, 'inQuestion'>, productId: number) => boolean;
/**
 * The copy that may be taken without asking, by what fields of the row and the text say of it; else what to ask.
 * @throws TypeError for a field that is none of a copy's
 */
export declare const settleCopy: <T extends CopyWords>(copies: readonly T[], fields: WantedCopy, found: Pick<CardIdentification, 'candidates' | 'parsed'> | null | undefined) => {
    readonly copy: T | null;
    readonly unclear: {
        field: CopyColumn;
        values: string[];
    } | null;
};
export {};
