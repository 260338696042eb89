import { type NumberRelation, readCollectorNumber, relateNumbers } from '../../cards/collector-number.ts'

/** What each relation is worth as evidence for a name. */
const agreementOf = { same: 1, other_language: 1, variant: 0.6, conflict: 0 } as const satisfies Record<NumberRelation, number>
/** A bare number repeats from set to set. */
const bareAgreement = 0.6
/** The same number of another total. */
const otherTotal = 0.25

/** How well a number that was read agrees with one of the catalogue, 0 to 1. */
export const numberAgreement = (read: string, known: string): number => {
  const [a, b] = [readCollectorNumber(read), readCollectorNumber(known)]
  if (a === null || b === null) return 0
  const relation = relateNumbers(a, b)
  if (relation === 'conflict') return a.head === b.head ? otherTotal : 0
  const isBare = (a.total === null || b.total === null) && !/[a-z]/.test(a.head)
  return relation === 'same' && isBare ? bareAgreement : agreementOf[relation]
}
