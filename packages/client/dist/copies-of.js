/**
 * Copies of a row whose number before the card may belong to the card: the number where the service reads it as a
 * count, one where the name begins with it, else unknown.
 */
const copiesOfUnsure = (mayCount, parsed) => {
    if (parsed?.quantity === mayCount)
        return mayCount;
    return parsed?.name?.startsWith(`${mayCount} `) ? (parsed.quantity ?? 1) : null;
};
/**
 * Copies as the row of a list counts them; where it counts one, as the service read them in its text, such as `Mew
 * (x2)`. `null` where the row's count is no number.
 */
export const copiesOf = ({ quantity, mayCount }, parsed) => {
    if (mayCount !== undefined)
        return copiesOfUnsure(mayCount, parsed);
    return quantity === 1 ? (parsed?.quantity ?? 1) : quantity;
};
