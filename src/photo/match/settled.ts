import type { CardLexicon } from '../reading.ts'
import type { Match } from './match.ts'

/** A name is settled when the catalogue has it, or when there is no catalogue to ask. */
export const nameSettled = (match: Match, lexicon: CardLexicon | null): boolean =>
  lexicon === null ? match.name !== null && match.score > 0.5 : match.known && match.similarity >= 0.8

/** A number is settled when the name has it and it was read well, or when it was read very well. */
export const numberSettled = ({ number, agreement }: Match): boolean =>
  number !== null &&
  (agreement === null ? number.certainty > 0.75 : agreement >= 0.5 ? number.certainty > 0.5 : number.certainty > 0.88)
