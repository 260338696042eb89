import { cellWords } from './copy-words.js';
import { pickCopy, unclearCopyOf, wantedCopyOf } from './pick-copy.js';
import { maxScoreGap } from './ties.js';
/** Candidates that the service names of one card: where all of them fit alike, there may be more. */
const maxCandidates = 5;
const needsReview = (found, code, unclear = null) => ({
    ...found,
    status: 'needs_review',
    code,
    unclear,
    price: null,
});
const isUnclear = ({ code, status }) => code === 'unclear_printing' || status === 'not_found';
/** The words of a set's name in any order, without accents and its code in brackets. */
const wordsOfSet = (name) => cellWords(name.replace(/ \([A-Z0-9]+\)$/, '').toLowerCase())
    .sort()
    .join(' ');
/** Whether a printing was found that is in the set of this name. Another site's code may be that of another set here, or of none. */
export const isInSet = (found, setName) => {
    if (isUnclear(found))
        return false;
    const best = found.identification?.candidates.find(({ productId }) => productId === found.productId);
    return best === undefined || wordsOfSet(best.setName ?? '') === wordsOfSet(setName);
};
/** What a set's code and its name found together: either where only one is certain of a printing, and a person is asked where they are certain of two. */
export const agreed = (byCode, byName) => {
    if (byCode === undefined || byName === undefined || isUnclear(byName))
        return byCode;
    if (isUnclear(byCode))
        return byName;
    const areTwo = byCode.productId !== null && byName.productId !== null && byCode.productId !== byName.productId;
    return areTwo ? { ...needsReview(byCode, 'unclear_printing'), productId: null } : byCode;
};
/** Whether an id's product may be what the words of the row mean. */
const mayBe = (productId, { identification }) => {
    if (identification === null || productId === null)
        return true;
    const { candidates, ambiguous, matchScore } = identification;
    if (candidates.some((candidate) => candidate.productId === productId))
        return true;
    const last = candidates[maxCandidates - 1];
    return ambiguous && last !== undefined && last.matchScore >= (matchScore ?? 0) - maxScoreGap;
};
/** The copy of a row that the list names by an id; none where what the row says in words speaks against it. */
const copyById = ({ skuId, entry }, prices, identification) => {
    const [sku] = prices;
    // Of a single SKU only what the row says is compared.
    const usual = skuId === null ? {} : { condition: sku?.condition, variant: sku?.variant, language: sku?.language };
    const [best] = identification?.candidates ?? [];
    return pickCopy(prices, wantedCopyOf({ ...usual, ...entry }, identification?.parsed), best?.name, best?.category ?? '');
};
/** Whether an id led to a copy: a source may answer a SKU that it does not have with nothing but nulls. */
const saysSomething = ({ status, prices }) => status === 'ok' && prices?.some(({ condition, marketPrice }) => condition !== null || marketPrice !== null) === true;
/** What is known of a row by its words and by its id: the id decides where the words leave several, and a person where they contradict each other. */
export const settle = (row, byWords, byId) => {
    if (byId === undefined || (byWords !== undefined && !saysSomething(byId)))
        return byWords;
    const answer = { ...byId, identification: byWords?.identification ?? null };
    if (byId.prices === null)
        return answer;
    if (byWords !== undefined && !mayBe(byId.productId, byWords))
        return needsReview(answer, 'unclear_printing');
    const { copy: price, unclear } = copyById(row, byId.prices, byWords?.identification);
    return price === null ? needsReview(answer, 'unclear_copy', unclearCopyOf(byId.prices, unclear)) : { ...answer, price };
};
