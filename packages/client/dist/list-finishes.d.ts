/** The finish or edition that a head names. */
export interface FinishHead {
    /** As a copy is asked for. */
    readonly finish: string;
    /** Whether the head says that the column counts copies. */
    readonly isCount: boolean;
}
/** Reads a head that names a finish or an edition and nothing else, as `Foil`, `Reg Qty` or `Reverse Holo Count`. */
export declare const readFinishHead: (head: string) => FinishHead | null;
/** What a column under the head of a finish is: copies of that finish, marks of the rows that are of it, or prices. */
export type FinishColumn = 'counts' | 'marks' | 'other';
/**
 * What the columns under heads of finishes are, by all of their cells: numbers are never words. Several columns of
 * whole numbers count, and so does one with a number above one; a single one of ones and zeros marks.
 */
export declare const finishColumns: (heads: readonly (FinishHead | null)[], rows: readonly (readonly string[])[]) => (FinishColumn | null)[];
