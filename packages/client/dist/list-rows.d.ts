import { type ListColumns } from './list-columns.js';
import type { CsvRecord } from './read-csv.js';
/** A card of a list, as `cards` of `POST /v1/prices` takes it. */
export interface ListEntry {
    /** Empty where the list has nothing but an id. */
    readonly q: string;
    readonly set?: string;
    readonly category?: string;
    readonly condition?: string;
    readonly variant?: string;
    readonly language?: string;
}
/** One row of a list. A row of a table that counts copies of two finishes is two. */
export interface ListRow {
    /** Number of the line it begins on. */
    readonly line: number;
    /** As it is written. */
    readonly text: string;
    /** Copies; `null` where what is written is no number of copies. */
    readonly quantity: number | null;
    /**
     * A bare number before the card that counts copies only where the service reads it so, as in `35 Island` but not in
     * `151 Elite Trainer Box`; `quantity` is `null` then.
     */
    readonly mayCount?: number;
    /** What to ask for; `null` where the row cannot be read as one card. */
    readonly entry: ListEntry | null;
    /** The set's name where the entry has its code, which another site may have made up. */
    readonly setName: string | null;
    /** The game as the list names it, where its slug is not known here. */
    readonly game: string | null;
    /** The market's own id of the product, where the list has it. */
    readonly productId: number | null;
    /** The market's own id of the SKU, where the list has it. */
    readonly skuId: number | null;
    /** The rarity of its printing, where the game prints a card in several under one number. */
    readonly rarity?: string;
    /** What it says of its copy that no copy of the market is, in its own words: `Signed`, `PSA 9`, `digital card`. */
    readonly unusual?: string;
    /** True for the copies of a column of foils, which says nothing of which foil they are. */
    readonly isAnyFoil?: boolean;
}
/** A product's or SKU's id in digits, up to the last that there may be; else `null`. */
export declare const readId: (cell: string, max: number) => number | null;
/** Words that no copy has, so that a person is asked about a card that was never of paper. */
export declare const digital = "digital card";
/** Whether a line of a deck list names such a card, as `4 A-Lier, Disciple of the Drowned (MID) 59` does. */
export declare const isDigitalLine: (card: string) => boolean;
/** Reads a row of a table: none where it holds no card, and one for each finish whose copies it counts. */
export declare const readRow: (columns: ListColumns, { line, text, cells, isWellFormed }: CsvRecord) => ListRow[];
