/** Copies as written: `2`, `x2`, `2x`, `2.00`. `null` for what is no whole number of copies. */
const readQuantity = (cell) => {
    const digits = /^[x×]?(\d{1,6})[x×]?(?:[.,]0{1,2})?$/i.exec(cell)?.[1];
    return digits === undefined ? null : Number(digits);
};
/** Copies as the row says them; `undefined` where it says none. What is to be added to a stock counts with it. */
const statedIn = ({ owned, quantity = owned, addedQuantity }) => {
    const said = [quantity, addedQuantity].filter((cell) => cell !== undefined).map(readQuantity);
    if (said.length === 0)
        return undefined;
    return said.reduce((sum, copies) => (sum === null || copies === null ? null : sum + copies), 0);
};
/** The copies of a row: those of each finish where columns count them so, whose sum is the row's number of copies. */
export const copiesIn = (said, columns, cells) => {
    const stated = statedIn(said);
    const one = (quantity, unclear = []) => ({
        parts: [{ quantity, finish: null }],
        unclear,
    });
    const counted = cells.flatMap((cell, at) => {
        const column = cell === '' ? undefined : columns.counts.get(at);
        return column === undefined ? [] : [{ ...column, quantity: readQuantity(cell) }];
    });
    const parts = counted.filter(({ quantity }) => quantity !== 0);
    const isNone = stated === undefined || stated === 0;
    if (parts.length === 0) {
        // A collection may list every card that there is, and count those that it has.
        const isListed = columns.fields.includes('owned') && said.quantity === undefined;
        if (isListed && isNone)
            return { parts, unclear: [] };
        if (stated !== undefined)
            return one(stated);
        return one(counted.length > 0 ? 0 : columns.counts.size > 0 ? null : 1);
    }
    const sum = parts.reduce((copies, { quantity }) => copies + (quantity ?? 0), 0);
    // Beside a total of zero, which counts the plain copies, there are no others.
    if (isNone || sum === stated)
        return { parts, unclear: [] };
    return one(stated, parts.map(({ head }) => head));
};
/**
 * A word that counts the copies it is true of, as `2xNear mint`, without its count where that is all copies of the row.
 * Other counts stay: `1xPlayed, 1xNear mint` is no condition of both copies.
 */
export const wordOfAll = (cell, copies) => {
    const [, count, word = ''] = /^(\d{1,6})\s?[x×]\s?(\p{L}.*)$/iu.exec(cell) ?? [];
    return count !== undefined && Number(count) === copies ? word : cell;
};
