/** One record of separated text. */
export interface CsvRecord {
    /** Number of the line it begins on. */
    readonly line: number;
    /** As it is written. */
    readonly text: string;
    readonly cells: readonly string[];
    /** False where its quotes do not pair, so that cells may be parted at the wrong places. */
    readonly isWellFormed: boolean;
}
/**
 * Reads separated text (RFC 4180) with its line breaks as `\n`. Quotes may hold separators and line breaks; a quote
 * that never closes spoils its own line only. Lines without a word are left out.
 */
export declare const readCsv: (text: string, separator: string) => CsvRecord[];
