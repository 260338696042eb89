/** A cell; an unknown value is an empty one. */
export type CsvCell = string | number | null | undefined;
/** A cell without the apostrophes that keep it from being run. */
export declare const unescapeCell: (cell: string) => string;
/** A cell as CSV has it. What a spreadsheet would run as a formula gets an apostrophe, so that it stays text. */
export declare const csvCell: (value: CsvCell) => string;
/** Rows as CSV (RFC 4180). */
export declare const writeCsv: (rows: readonly (readonly CsvCell[])[]) => string;
