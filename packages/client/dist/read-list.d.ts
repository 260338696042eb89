import { type ListRow } from './list-rows.js';
export type { ListEntry, ListRow } from './list-rows.js';
/** A list with what its reader has to say of it. */
export interface WholeList {
    readonly rows: readonly ListRow[];
    /** Heads of columns that were not understood, though they may say something of the cards. */
    readonly unknownHeads: readonly string[];
    /** Why none of its cards can be found, in a sentence for a person; `null` where it names cards. */
    readonly problem: string | null;
}
/**
 * Reads a list: a table where a line names columns, else one card a line. Headings, remarks and rows without a card are
 * left out. A list of which nothing can be understood has a problem and no rows.
 */
export declare const readWholeList: (given: string) => WholeList;
/** The rows of a list, as `readWholeList` finds them. */
export declare const readList: (given: string) => ListRow[];
