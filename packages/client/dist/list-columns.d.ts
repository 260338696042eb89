import { type ListProgram } from './list-programs.js';
/** Meaning of a column of a list. */
export type ListField = 'name' | 'simpleName' | 'variation' | 'number' | 'cardId' | 'code' | 'setCode' | 'setId' | 'setName' | 'lineAndSet' | 'rarity' | 'condition' | 'grade' | 'grader' | 'certificate' | 'variant' | 'edition' | 'foil' | 'language' | 'quantity' | 'addedQuantity' | 'owned' | 'category' | 'game' | 'productId' | 'skuId' | 'unusual';
/** A column about a finish. */
export interface FinishCells {
    readonly head: string;
    readonly finish: string;
}
/** The columns of a table: what each of them says, and the program whose heads they are. */
export interface ListColumns {
    readonly fields: readonly (ListField | null)[];
    readonly heads: readonly string[];
    /** Columns that count the copies of a finish, by their places. */
    readonly counts: ReadonlyMap<number, FinishCells>;
    /** Columns that mark rows of a finish, but for that of foils. */
    readonly marks: ReadonlyMap<number, FinishCells>;
    /** Head of the column of grades, which may name who graded. */
    readonly gradeHead: string;
    /** Whether a column has numbers that tell cards without their sets, such as `OP01-001`. */
    readonly hasCardCodes: boolean;
    /** Whether a column says which copies are foils. */
    readonly hasFoil: boolean;
    /** Heads that were not understood, and may say something of the card. */
    readonly unknownHeads: readonly string[];
    readonly program: ListProgram;
}
/** Whether cards can be found by these columns. */
export declare const findsCards: ({ fields, hasCardCodes }: Pick<ListColumns, 'fields' | 'hasCardCodes'>) => boolean;
/** The code of a card with its set: `OGN-068`, `OP01-001`, `RA01-EN008`. */
export declare const isCardCode: (cell: string) => boolean;
/** Reads the first line of a table, whose cells below tell what columns of finishes are. */
export declare const readColumns: (cells: readonly string[], rows: readonly (readonly string[])[]) => ListColumns;
