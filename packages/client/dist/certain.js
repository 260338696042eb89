import { limits } from './operations.js';
import { pickCopy, wantedCopyOf } from './pick-copy.js';
/**
 * The best candidate when it is a confident match; `null` where a person must choose: none fits, several fit alike, or
 * the best one fits badly.
 */
export const confidentMatch = ({ ambiguous, candidates }) => {
    const [best] = candidates;
    return best !== undefined && !ambiguous && best.matchScore >= limits.confidentScore ? best : null;
};
/** Candidates of an ambiguous answer that fit about as well as the best one. */
const alike = ({ candidates }) => {
    const bestScore = candidates[0]?.matchScore ?? 0;
    return candidates.filter(({ matchScore }) => bestScore - matchScore <= limits.choiceScoreGap);
};
/**
 * The candidates to choose from, best first: those that cannot be told apart, or all where the best one fits badly.
 * Empty where the first is a confident match. At most five come with a row of `lookUpPrices`; `identify` with a higher
 * `limit` has more.
 */
export const ties = (identified) => {
    if (identified.ambiguous)
        return alike(identified);
    return confidentMatch(identified) === null ? identified.candidates : [];
};
/** The printing that a text alone settles. A word that was not understood may be about the copy. */
export const settleText = (found) => {
    const printing = confidentMatch(found);
    if (printing === null)
        return { printing, question: 'unclear_printing' };
    return { printing, question: found.parsed.unread.length > 0 ? 'unclear_copy' : null };
};
/**
 * Whether a text may mean the product whose id stands beside it. Then the id settles the printing: the text may be
 * ambiguous, and its words that were not understood need no answer, unlike those of a text that stands alone.
 */
export const mayMean = (found, productId) => found.candidates.some((candidate) => candidate.productId === productId) ||
    found.inQuestion.includes(productId) ||
    // There may be more than the service names.
    found.inQuestion.length >= limits.printingsInQuestion;
/**
 * The copy that may be taken without asking, by what fields of the row and the text say of it; else what to ask.
 * @throws TypeError for a field that is none of a copy's
 */
export const settleCopy = (copies, fields, found) => {
    const [best] = found?.candidates ?? [];
    const wanted = wantedCopyOf(fields, found?.parsed);
    const { copy, unclear: field } = pickCopy(copies, wanted, best?.name, best?.category ?? '');
    const values = copies.map((one) => field && one[field]).filter((value) => value !== null);
    return { copy, unclear: field && { field, values: [...new Set(values)] } };
};
