import { readCollectorNumber, relateNumbers } from '../../cards/collector-number.ts'
import { agreementWeights } from './weights.ts'

/** How well a number that was read agrees with one of the catalogue, 0 to 1. */
export const numberAgreement = (read: string, known: string): number => {
  const [a, b] = [readCollectorNumber(read), readCollectorNumber(known)]
  if (a === null || b === null) return 0
  const relation = relateNumbers(a, b)
  if (relation === 'conflict') return a.head === b.head ? agreementWeights.otherTotal : agreementWeights.conflict
  const isBare = (a.total === null || b.total === null) && !/[a-z]/.test(a.head)
  return relation === 'same' && isBare ? agreementWeights.bare : agreementWeights[relation]
}
