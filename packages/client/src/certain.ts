import type { CopyColumn, CopyWords } from './copy-words.ts'
import { type Candidate, type CardIdentification, limits } from './operations.ts'
import { pickCopy, type WantedCopy, wantedCopyOf } from './pick-copy.ts'

// The rule for taking a printing and a copy without asking a person: the service applies it to a card text, the client
// to a row of a list.

type Ranked = Pick<CardIdentification, 'ambiguous' | 'candidates'>

/**
 * The best candidate when it is a confident match; `null` where a person must choose: none fits, several fit alike, or
 * the best one fits badly.
 */
export const confidentMatch = ({ ambiguous, candidates }: Ranked): Candidate | null => {
  const [best] = candidates
  return best !== undefined && !ambiguous && best.matchScore >= limits.confidentScore ? best : null
}

/** Candidates of an ambiguous answer that fit about as well as the best one. */
const alike = ({ candidates }: Ranked): readonly Candidate[] => {
  const bestScore = candidates[0]?.matchScore ?? 0
  return candidates.filter(({ matchScore }) => bestScore - matchScore <= limits.choiceScoreGap)
}

/**
 * The candidates to choose from, best first: those that cannot be told apart, or all where the best one fits badly.
 * Empty where the first is a confident match. At most five come with a row of `lookUpPrices`; `identify` with a higher
 * `limit` has more.
 */
export const ties = (identified: Ranked): readonly Candidate[] => {
  if (identified.ambiguous) return alike(identified)
  return confidentMatch(identified) === null ? identified.candidates : []
}

/** A printing, and the question that a person must answer before it has a price. */
export type SettledText =
  | { readonly printing: Candidate; readonly question: null }
  | { readonly printing: Candidate | null; readonly question: 'unclear_printing' | 'unclear_copy' }

/** The printing that a text alone settles. A word that was not understood may be about the copy. */
export const settleText = (found: Ranked & Pick<CardIdentification, 'parsed'>): SettledText => {
  const printing = confidentMatch(found)
  if (printing === null) return { printing, question: 'unclear_printing' }
  return { printing, question: found.parsed.unread.length > 0 ? 'unclear_copy' : null }
}

/**
 * Whether a text may mean the product whose id stands beside it. Then the id settles the printing: the text may be
 * ambiguous, and its words that were not understood need no answer, unlike those of a text that stands alone.
 */
export const mayMean = (found: Ranked & Pick<CardIdentification, 'inQuestion'>, productId: number): boolean =>
  found.candidates.some((candidate) => candidate.productId === productId) ||
  found.inQuestion.includes(productId) ||
  // There may be more than the service names.
  found.inQuestion.length >= limits.printingsInQuestion

/**
 * The copy that may be taken without asking, by what fields of the row and the text say of it; else what to ask.
 * @throws TypeError for a field that is none of a copy's
 */
export const settleCopy = <T extends CopyWords>(
  copies: readonly T[],
  fields: WantedCopy,
  found: Pick<CardIdentification, 'candidates' | 'parsed'> | null | undefined,
): { readonly copy: T | null; readonly unclear: { field: CopyColumn; values: string[] } | null } => {
  const [best] = found?.candidates ?? []
  const wanted = wantedCopyOf(fields, found?.parsed)
  const { copy, unclear: field } = pickCopy(copies, wanted, best?.name, best?.category ?? '')
  const values = copies.map((one) => field && one[field]).filter((value) => value !== null)
  return { copy, unclear: field && { field, values: [...new Set(values)] } }
}
