/** The letters and digits of a cell in lower case without accents: `NearMint`, `near_mint` and `NEAR MINT` are one. */
export declare const cellKey: (cell: string) => string;
/** What words mean, by their keys, from a table of meanings with their words between bars. */
export declare const meaningsOf: <T extends string>(words: Readonly<Record<T, string>>) => ReadonlyMap<string, T>;
/** A program's own meaning of a cell; `undefined` where it has none, also for `constructor`. */
export declare const meantBy: <T>(words: Readonly<Record<string, T>>, cell: string) => T | undefined;
