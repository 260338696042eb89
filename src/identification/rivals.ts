import { isCard } from '../cards/collector-number.ts'
import type { NumberReading, Printing, TextSpan } from '../catalog/ports.ts'
import type { NumberMatch } from './number-match.ts'
import { isNamedSet, type SetRelation } from './points.ts'

/** What of a text a printing bears out. */
export interface Borne {
  readonly product: Printing
  /** 0 to 1: how well name and text explain each other; 0 where no name was given. */
  readonly named: number
  readonly relation: SetRelation
  /** The number of the text that the printing bears, and how; both `null` where it bears none. */
  readonly number: NumberReading | null
  readonly agreement: NumberMatch['agreement'] | null
  /** How the total of that number is that of the printing's; `null` without a number. */
  readonly total: NumberMatch['total'] | null
  /** True where that number is the end of a word whose beginning is the code of the set. */
  readonly isGlued: boolean
  /** True where its name stands in the text letter by letter, and where it is all of the text. */
  readonly exact: boolean
  readonly isAllOfText: boolean
  /** Words that name its set. */
  readonly inSet: readonly TextSpan[]
  /** Share of its qualifiers that the text names, `null` for a plain printing. */
  readonly qualified: number | null
  /** For each word of the text how well its name explains it, and how well anything does, 0 for not at all. */
  readonly inName: Float32Array
  readonly explained: Float32Array
}

/** Shares closer than this are one. */
const slack = 0.05

const explainsAsMuch = (best: Borne, other: Borne): boolean =>
  best.explained.every((share, at) => (other.explained[at] as number) >= share - slack)

/** Agreements by which numbers are the same by meaning. */
const isSame = (agreement: Borne['agreement']): boolean => agreement === 'exact' || agreement === 'normalized'

const overlap = (a: TextSpan, b: TextSpan): boolean => a.from < b.to && b.from < a.to

/** A number at the end of a word that begins with a set's code is weaker than one that a printing bears whole. */
const bearsNumber = (best: Borne, other: Borne): boolean =>
  best.number === null ||
  (other.number !== null &&
    overlap(other.number, best.number) &&
    (best.total === 'missing' || other.total !== 'missing') &&
    (best.isGlued || !other.isGlued) &&
    (isSame(best.agreement) ? isSame(other.agreement) : best.agreement === other.agreement))

/**
 * Whether a set that was named speaks for another printing too: it is of that set, or has the words in its number, as
 * reprints keep the code of the first set, or in its name.
 */
const bearsSet = (best: Borne, other: Borne): boolean => {
  if (!isNamedSet(best.relation) || isNamedSet(other.relation)) return true
  const { number, inName } = other
  return (
    best.relation === 'inferred' &&
    best.inSet.every(
      ({ from, to }) =>
        (number !== null && number.from <= from && number.to >= to) ||
        inName.subarray(from, to).every((share) => share === 1),
    )
  )
}

const isNameAlone = ({ named, number, relation }: Borne): boolean => named > 0 && number === null && relation === 'none'

/**
 * Whether a qualifier that nobody named sets a printing apart. It does beside one whose qualifiers were all typed, of
 * products that are no cards, on a card of another set beside name and number, as a stamp does, and where the printing
 * has a number of its own beside a name and its set. It does not where both bear the number in one set, nor where the
 * name or the number is all there is, and never under one code, where rarities stand in qualifiers.
 */
const isSetApart = (best: Borne, other: Borne): boolean => {
  if (other.qualified === null || other.qualified === 1) return false
  const isOfCode = best.number?.strength === 'code'
  if ((best.qualified === 1 && !isOfCode) || !isCard(best.product)) return true
  if (best.named === 0 || isNameAlone(best)) return false
  if (best.number === null) return other.number === null && other.product.number !== best.product.number
  return !isOfCode && best.product.setId !== other.product.setId
}

/** Whether the text is a number and a set as well as a name, as `225 ZEN`, which may count copies of Zen. */
const isNumberInSet = (best: Borne, other: Borne): boolean =>
  other.number !== null &&
  other.named === 0 &&
  isNamedSet(other.relation) &&
  bearsNumber(best, other) &&
  explainsAsMuch(best, other)

/** Whether name, number and set fit another printing as well as the best one. */
const fitsAsWell = (best: Borne, other: Borne): boolean =>
  (other.named >= best.named - slack || (!best.exact && best.named > 0)) &&
  bearsNumber(best, other) &&
  bearsSet(best, other) &&
  other.relation !== 'conflict' &&
  (!best.isAllOfText || other.isAllOfText || best.number !== null) &&
  !isSetApart(best, other) &&
  explainsAsMuch(best, other)

/** Whether nothing that the text says tells another printing from the best one. */
export const isRival = (best: Borne, other: Borne): boolean => fitsAsWell(best, other) || isNumberInSet(best, other)

/**
 * Whether a printing lacks the total that the text says, while another one of a name that fits as well bears it: a
 * total is a witness.
 */
export const isWitnessed = (one: Borne, printings: readonly Borne[]): boolean =>
  one.total === 'missing' &&
  printings.some(
    ({ number, total, named }) =>
      number?.number.total != null && total === 'agrees' && (named >= one.named - slack || (!one.exact && named > 0)),
  )
