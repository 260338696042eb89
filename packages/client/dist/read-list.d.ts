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
/** One row of a list. */
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
}
/**
 * Reads a list: a table where its first line names columns, else one card a line. Headings, remarks and rows without a
 * card are left out.
 */
export declare const readList: (given: string) => ListRow[];
