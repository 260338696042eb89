import { type CollectorNumber, numberSkeleton, readCollectorNumber, relateNumbers } from '../cards/collector-number.ts'
import type { NumberReading } from '../catalog/ports.ts'
import type { PreparedNumber } from './prepared-text.ts'

/** A product's number made ready for comparison. */
export interface KnownNumber {
  readonly lower: string
  readonly number: CollectorNumber | null
  /** For numbers with letters, which can be misread as digits and back; else `null`. */
  readonly skeleton: string | null
}

/** Prepares a product's number. */
export const toKnownNumber = (written: string): KnownNumber => {
  const number = readCollectorNumber(written)
  const mixed = number !== null && number.head.length > 3 && /[a-z]/.test(number.head)
  return { lower: written.toLowerCase(), number, skeleton: mixed ? numberSkeleton(written) : null }
}

/** How a number of the text agrees with a product's, best first. */
const agreements = ['exact', 'normalized', 'other_language', 'misread', 'variant'] as const

/** An agreement and the number of the text that agrees. */
export interface NumberMatch {
  readonly agreement: (typeof agreements)[number]
  readonly reading: NumberReading
  /**
   * Whether both say one total or both none; `missing` where the text says one and the product none, `unsaid` the other
   * way round.
   */
  readonly total: 'agrees' | 'missing' | 'unsaid'
}

const agreementOf = (
  { reading, lower, skeleton }: PreparedNumber,
  known: KnownNumber,
): NumberMatch['agreement'] | null => {
  if (known.number === null) return null
  const relation = relateNumbers(reading.number, known.number)
  if (relation === 'same') return lower === known.lower ? 'exact' : 'normalized'
  if (relation !== 'conflict') return relation
  const isOtherTotal =
    reading.number.total !== null && known.number.total !== null && reading.number.total !== known.number.total
  return known.skeleton !== null && known.skeleton === skeleton && !isOtherTotal ? 'misread' : null
}

const totalOf = (given: CollectorNumber, known: CollectorNumber | null): NumberMatch['total'] =>
  given.total === (known?.total ?? null) ? 'agrees' : given.total === null ? 'unsaid' : 'missing'

/** The best agreement between the numbers of a text and that of a product, or `null`. */
export const matchNumber = (numbers: readonly PreparedNumber[], known: KnownNumber): NumberMatch | null => {
  let best: NumberMatch | null = null
  for (const number of numbers) {
    const agreement = agreementOf(number, known)
    if (agreement === null) continue
    if (best === null || agreements.indexOf(agreement) < agreements.indexOf(best.agreement))
      best = {
        agreement,
        reading: number.reading,
        total: totalOf(number.reading.number, known.number),
      }
  }
  return best
}
