/** The letters and digits of a cell in lower case without accents: `NearMint`, `near_mint` and `NEAR MINT` are one. */
export const cellKey = (cell) => cell
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
/** What words mean, by their keys, from a table of meanings with their words between bars. */
export const meaningsOf = (words) => new Map(Object.entries(words).flatMap(([meant, written]) => written.split('|').map((word) => [cellKey(word), meant])));
/** A program's own meaning of a cell; `undefined` where it has none, also for `constructor`. */
export const meantBy = (words, cell) => {
    const key = cell === '' ? '' : cellKey(cell);
    return Object.hasOwn(words, key) ? words[key] : undefined;
};
