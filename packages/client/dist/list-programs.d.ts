/** A program whose files are known by heads that it alone writes, and how its words differ from the market's. */
export interface ListProgram {
    /** Keys of heads that its files have, all of them. */
    readonly heads: readonly string[];
    /** The product line of all its cards, where it knows no other. */
    readonly category: string | null;
    /** Conditions of its scale, by their keys. `null` for one that has no counterpart on the market's. */
    readonly conditions: Readonly<Record<string, string | null>>;
    /** Codes of sets that are another's on the market, by their keys. */
    readonly sets: Readonly<Record<string, string>>;
    /** Languages that it names otherwise. */
    readonly languages: Readonly<Record<string, string>>;
    /** Whether its codes of sets are Scryfall's. */
    readonly hasScryfallCodes: boolean;
}
export declare const otherProgram: ListProgram;
/**
 * The first whose heads a table has is the program that wrote it; its source stands above it, seen in November 2026.
 * These say all in the market's words and need no row: DotGG (riftbound.gg/collection), Decked Builder and Deckstats
 * (oflannabhra/transmute), Delver Lens and the app of TCGplayer (EchoMTG/mtg-csv-reader), Collectr and PSA
 * (stoyreo/psa-collectr-matrix), PriceCharting (pricecharting.com/api-documentation).
 */
export declare const listPrograms: readonly ListProgram[];
/** The set of a row as the market has it. */
export declare const setOnMarket: ({ sets, hasScryfallCodes }: ListProgram, code: string, number: string) => {
    readonly set: string;
    readonly setName: string | null;
};
