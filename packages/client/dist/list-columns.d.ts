/** Meaning of a column of a list. */
export type ListField = 'name' | 'simpleName' | 'number' | 'setCode' | 'setName' | 'condition' | 'variant' | 'foil' | 'language' | 'quantity' | 'category' | 'game' | 'productId' | 'skuId' | 'unusual';
/** The letters and digits of a cell in lower case without accents: `NearMint`, `near_mint` and `NEAR MINT` are one. */
export declare const cellKey: (cell: string) => string;
/** Differences between a program's lists and the market's words. */
export interface ListProgram {
    /** Conditions of its scale, by their letters. `null` for one that has no counterpart on the market's. */
    readonly conditions: Readonly<Record<string, string | null>>;
    /** Sets whose code is that of another set on the market, by their codes. */
    readonly sets: Readonly<Record<string, string>>;
    /** Languages that it names otherwise. */
    readonly languages: Readonly<Record<string, string>>;
    readonly category: string | null;
}
/** The columns of a table: what each of them says, and the program whose heads they are. */
export interface ListColumns {
    readonly fields: readonly (ListField | null)[];
    readonly heads: readonly string[];
    /** Whether a column says which copies are foils. */
    readonly hasFoil: boolean;
    readonly program: ListProgram;
}
/** Reads a line as the head of a table; `null` when it names no column by which a card can be found. */
export declare const readHead: (cells: readonly string[]) => ListColumns | null;
/** Slug of a product line by the names that it is known by, or `null`. */
export declare const categorySlug: (name: string) => string | null;
