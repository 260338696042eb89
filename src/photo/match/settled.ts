import type { CardLexicon } from '../reading.ts'
import type { Match } from './match.ts'
import { agreementWeights, settledFrom } from './weights.ts'

/** A name is settled when the catalogue has it, or when there is no catalogue to compare with. */
export const isNameSettled = (match: Match, lexicon: CardLexicon | null): boolean =>
  lexicon === null
    ? match.name !== null && match.score > settledFrom.scoreUnaided
    : match.known && match.similarity >= settledFrom.similarity

/** A number is settled when the name has it and it was read well, or when it was read very well. */
export const isNumberSettled = ({ number, agreement }: Match): boolean =>
  number !== null &&
  number.certainty >
    (agreement === null
      ? settledFrom.numberAlone
      : agreement >= agreementWeights.min
        ? settledFrom.numberAgreeing
        : settledFrom.numberStrange)
