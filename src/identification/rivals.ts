import { isCard } from '../cards/collector-number.ts'
import type { NumberReading, Printing, TextSpan } from '../catalog/ports.ts'
import type { NumberMatch } from './number-match.ts'
import { isNamedSet, type SetRelation } from './points.ts'

/** What of a text a printing bears out. */
export interface Borne {
  readonly product: Printing
  /** 0 to 1: how well name and text explain each other; 0 where no name was given. */
  readonly named: number
  readonly isNameless: boolean
  readonly relation: SetRelation
  /** The number of the text that the printing bears, and how; both `null` where it bears none. */
  readonly number: NumberReading | null
  readonly agreement: NumberMatch['agreement'] | null
  /** How the total of that number is that of the printing's; `null` without a number. */
  readonly total: NumberMatch['total'] | null
  /** True where that number is the end of a word whose beginning is the code of the set. */
  readonly isGlued: boolean
  /** True where its name is all of the text. */
  readonly isAllOfText: boolean
  /** Words that name its set. */
  readonly inSet: readonly TextSpan[]
  /** Share of its qualifiers that the text names, `null` for a plain printing. */
  readonly qualified: number | null
  /** For each word of the text how well anything about the printing explains it. */
  readonly explained: Float32Array
}

/** Shares closer than this are one. */
const slack = 0.05

const explainsAsMuch = (best: Borne, other: Borne): boolean =>
  best.explained.every((share, at) => (other.explained[at] as number) >= share - slack)

/** Agreements by which numbers are the same by meaning. */
const isSame = (agreement: Borne['agreement']): boolean => agreement === 'exact' || agreement === 'normalized'

const bearsNumber = (best: Borne, other: Borne): boolean =>
  best.number === null ||
  (other.number !== null &&
    other.number.from === best.number.from &&
    other.number.to === best.number.to &&
    (best.total === 'missing' || other.total !== 'missing') &&
    (best.isGlued || !other.isGlued) &&
    (isSame(best.agreement) ? isSame(other.agreement) : best.agreement === other.agreement))

/** Whether hint or text names the set, by more than the letters of the number, which reprints elsewhere keep. */
const namesSet = ({ relation, inSet, number }: Borne): boolean =>
  isNamedSet(relation) &&
  !(
    relation === 'inferred' &&
    number !== null &&
    inSet.length > 0 &&
    inSet.every(({ from, to }) => from >= number.from && to <= number.to)
  )

const isNameAlone = ({ number, relation, product }: Borne, other: Borne): boolean =>
  number === null && relation === 'none' && isCard(product) && isCard(other.product)

/**
 * Whether a qualifier that nobody named sets a printing apart. It does beside one whose qualifiers were all named. A stamp on a card of another set does, and a treatment
 * that has a number of its own beside a named set. It does not where both bear the number in one set or the same code,
 * nor where the name, or the number, is all there is.
 */
const isSetApart = (best: Borne, other: Borne): boolean => {
  if (other.qualified === null || other.qualified === 1) return false
  if (best.qualified === 1) return true
  if (best.isNameless || isNameAlone(best, other)) return false
  return best.number === null || (best.number.strength !== 'code' && best.product.setId !== other.product.setId)
}

/** Whether the text is a number and a set as well as a name that counts copies, as `225 ZEN`. */
const isNumberInSet = (best: Borne, other: Borne): boolean =>
  best.number === null &&
  other.number !== null &&
  other.isNameless &&
  isNamedSet(other.relation) &&
  explainsAsMuch(best, other)

/** Whether name, number and set fit another printing as well as the best one. */
const fitsAsWell = (best: Borne, other: Borne): boolean =>
  other.named >= best.named - slack &&
  bearsNumber(best, other) &&
  (!namesSet(best) || isNamedSet(other.relation)) &&
  other.relation !== 'conflict' &&
  (!best.isAllOfText || other.isAllOfText) &&
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
    ({ number, total, named }) => number?.number.total != null && total === 'agrees' && named >= one.named - slack,
  )
