import type { ListColumns, ListField } from './list-columns.js';
/** Cells of a row that count all of its copies. */
type StatedCopies = {
    readonly [field in ListField & ('quantity' | 'addedQuantity' | 'owned')]?: string;
};
/** Copies of one finish; of `null` where the row does not say which. */
interface Part {
    readonly quantity: number | null;
    readonly finish: string | null;
}
export interface Counted {
    /** None where a collection lists a card of which it has no copy. */
    readonly parts: readonly Part[];
    /** Heads of counts that contradict the row's number of copies, or leave open what they are part of. */
    readonly unclear: readonly string[];
}
/** The copies of a row: those of each finish where columns count them so, whose sum is the row's number of copies. */
export declare const copiesIn: (said: StatedCopies, columns: Pick<ListColumns, 'counts' | 'fields'>, cells: readonly string[]) => Counted;
/**
 * A word that counts the copies it is true of, as `2xNear mint`, without its count where that is all copies of the row.
 * Other counts stay: `1xPlayed, 1xNear mint` is no condition of both copies.
 */
export declare const wordOfAll: (cell: string, copies: number | null) => string;
export {};
