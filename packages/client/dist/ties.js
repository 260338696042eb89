import { confidentMatch } from './confident-match.js';
/** Points by which candidates that fit alike may differ; those of one name and number differ by what the text leaves open. */
export const maxScoreGap = 3;
/**
 * The candidates to choose from, best first: those that cannot be told apart, or all where the best one fits badly. Empty where the first is a confident match.
 * At most five come with a row of `lookUpPrices`; `identify` with a higher `limit` has more.
 */
export const ties = (identified) => {
    const { ambiguous, candidates } = identified;
    const bestScore = candidates[0]?.matchScore ?? 0;
    if (ambiguous)
        return candidates.filter(({ matchScore }) => bestScore - matchScore <= maxScoreGap);
    return confidentMatch(identified) === null ? candidates : [];
};
