/** Condition, variant and language of a copy in the market's words; `null` where nothing is said. */
export interface CopyWords {
    readonly condition: string | null;
    /** Edition and finish, as `1st Edition Holofoil`. */
    readonly variant: string | null;
    readonly language: string | null;
}
/** A column about the copy. */
export type CopyColumn = keyof CopyWords;
/** One thing that a phrase says of a copy. */
export interface CopyTerm {
    readonly field: 'condition' | 'edition' | 'finish' | 'language';
    /** As the market names it. */
    readonly value: string;
    /**
     * True for abbreviations that are words of card names or codes of sets too: they count only where they fill a cell or
     * brackets.
     */
    readonly onlyAlone: boolean;
}
/** Meaning of each phrase, by its words in lower case without signs between them. */
export declare const copyTerms: ReadonlyMap<string, CopyTerm>;
/** Words of the longest phrase. */
export declare const maxCopyTermWords = 3;
/**
 * Puts terms together; edition and finish are one variant. What contradicts itself stays, as `Near Mint, Lightly
 * Played`, which no copy has.
 */
export declare const copyOfTerms: (terms: readonly CopyTerm[]) => CopyWords;
/** The words of a cell in lower case; `NearMint` and `near_mint` are two. */
export declare const cellWords: (cell: string) => string[];
/**
 * The terms of a cell about the copy; `null` where a word is not understood. `column` is the cell's column, where it is
 * known: `SP` is a condition and a language.
 */
export declare const readCopyTerms: (cell: string, column?: CopyColumn) => readonly CopyTerm[] | null;
/**
 * Reads a cell that speaks of the copy and nothing else, as `NM`, `near_mint`, `Near Mint Holofoil` or `de`; `null`
 * where a word is not understood.
 */
export declare const readCopyWords: (cell: string, column?: CopyColumn) => CopyWords | null;
