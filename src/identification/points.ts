import { readCollectorNumber } from '../cards/collector-number.ts'
import { hasUnspacedScript } from '../cards/fold.ts'
import type { NumberReading, NumberStrength, Printing } from '../catalog/ports.ts'
import type { MatchReason } from '../contract/identification.ts'
import type { Evidence } from './evidence.ts'
import type { NumberMatch } from './number-match.ts'
import { contextPoints, nameLikeness, namePoints, numberPoints, scoring } from './weights.ts'

/** Points for a name by itself. */
const nameAlone = (named: number): number =>
  namePoints.alone * named - namePoints.steepness * Math.max(0, namePoints.steepBelow - named)

/** Points for an agreeing number and the name beside it. */
const numberAndName = (strength: NumberStrength, named: number): number => {
  if (named < namePoints.minBesideNumber) {
    const share = numberPoints.againstNameShare
    return numberPoints.againstName[strength] * (share + ((1 - share) * named) / namePoints.minBesideNumber)
  }
  return strength === 'bare' && named < namePoints.minBesideBare
    ? namePoints.poorBesideBare + namePoints.poorShare * named
    : namePoints.withNumber + namePoints.besideNumber * named
}

/** How specific a number is; the letters before a fraction make it say no less than they do alone. */
const strengthOf = ({ strength, number }: NumberReading): NumberStrength =>
  strength === 'fraction' && /[a-z]/.test(number.head) ? 'prefixed' : strength

/** Points for a number by itself. */
const numberAlone = ({ name, number, set }: Evidence, strength: NumberStrength): number =>
  (set.isGlued
    ? numberPoints.aloneBehindCode
    : Math.max(numberPoints.alone[strength], set.isNamed ? numberPoints.aloneInSet : 0)) +
  (number.isLeft && name.named === 0 ? numberPoints.numberLeft : 0)

/** Points for name and number together. */
const nameAndNumberPoints = (evidence: Evidence, hasNumber: boolean): number => {
  const { isNameless } = evidence
  const { named, begun, holdsText } = evidence.name
  const { match, isOpen } = evidence.number
  if (match === null) {
    if (!isOpen) return Math.max(nameAlone(named), begun ? namePoints.begun : holdsText ? namePoints.holdsText : 0)
    return hasNumber ? Math.min(numberPoints.maxConflict, numberPoints.conflict * named) : numberPoints.missing * named
  }
  const strength = strengthOf(match.reading)
  const alone = numberAlone(evidence, strength)
  if (match.agreement === 'variant')
    return isNameless ? alone * numberPoints.variantAlone : numberPoints.variant * named
  if (isNameless && match.agreement === 'misread') return alone + numberPoints.misreadAlone
  return (isNameless ? alone : numberAndName(strength, named)) + numberPoints.agreement[match.agreement]
}

/**
 * How a printing's set relates to the one that hint or text named; `none` where neither did, `near` where the hint
 * resembles its name.
 */
export type SetRelation = 'none' | 'exact' | 'near' | 'inferred' | 'other' | 'conflict'

/** True where the hint or the text names the printing's set. */
export const isNamedSet = (relation: SetRelation): boolean =>
  relation === 'exact' || relation === 'near' || relation === 'inferred'

const setPoints = (relation: SetRelation, setShare: number): number => {
  if (relation === 'exact' || relation === 'near') return contextPoints.setExact
  if (relation === 'inferred') return contextPoints.setInferred
  if (relation === 'conflict') return contextPoints.setConflict
  return relation === 'none' && setShare > contextPoints.whole ? contextPoints.setMentioned : 0
}

const qualifierPoints = (qualified: number | null): number =>
  qualified === null ? 0 : contextPoints.qualifierNamed * qualified + contextPoints.qualifierUnnamed

/** True where a code begins with its set's: reprints elsewhere keep the code of the set they first came in. */
const bearsItsSet = ({ setCode, number }: Printing): boolean => {
  if (setCode === null || number === null || !number.includes('-')) return false
  const code = readCollectorNumber(setCode)?.head
  return code !== undefined && readCollectorNumber(number)?.head.startsWith(code) === true
}

const nameReason = ({ name, number, unexplained }: Evidence): MatchReason => {
  if (name.begun) return 'name_prefix'
  if (name.holdsText) return 'name_partial'
  if (name.named === 0) return 'name_conflict'
  // A number that the printing does not bear has a reason of its own, and says nothing against the name before it.
  const isWhole = unexplained < nameLikeness.whole || (number.isOpen && name.extent === 'name')
  if (name.exact) return isWhole ? 'name_exact' : 'name_partial'
  return name.coverage >= nameLikeness.fuzzy ? 'name_fuzzy' : 'name_partial'
}

/** What the name says; a passcode is printed on all printings of a card, as its name is. */
const nameReasons = (evidence: Evidence): MatchReason[] => {
  const { otherName, name } = evidence
  if (otherName === null || name.named === 0) return [nameReason(evidence)]
  return /^\d+$/.test(otherName) ? ['passcode_match'] : [nameReason(evidence), 'name_other_language']
}

const numberReason = {
  exact: 'number_exact',
  normalized: 'number_normalized',
  other_language: 'number_other_language',
  misread: 'number_normalized',
  variant: 'number_normalized',
} as const satisfies Record<NumberMatch['agreement'], MatchReason>

export const reasonsOf = (evidence: Evidence, relation: SetRelation, hasNumber: boolean): MatchReason[] => {
  const { number, qualifiers } = evidence
  const reasons: MatchReason[] = []
  if (number.match !== null) reasons.push(numberReason[number.match.agreement])
  else if (number.isOpen) reasons.push(hasNumber ? 'number_conflict' : 'number_missing')
  if (!evidence.isNameless || evidence.name.named > 0) reasons.push(...nameReasons(evidence))
  if (relation === 'exact') reasons.push('set_exact')
  if (relation === 'inferred' || relation === 'near') reasons.push('set_inferred')
  if (relation === 'conflict') reasons.push('set_conflict')
  if (qualifiers.share !== null)
    reasons.push(qualifiers.share > contextPoints.whole ? 'qualifier_exact' : 'qualifier_extra')
  return reasons
}

export const toMatchScore = (points: number): number => {
  const from = scoring.compressedFrom
  return Math.round(Math.min(100, Math.max(0, points > from ? from + (points - from) / scoring.compressedBy : points)))
}

/** `118a/219` beside `118/219`. */
const variantNumber = /\d[a-z★*]+(?:\/|$)/i

/** Points for all evidence together. */
export const totalPoints = (
  evidence: Evidence,
  product: Printing,
  relation: SetRelation,
  isUnspaced: boolean,
): number => {
  const { name, number, set, qualifiers, rarityShare } = evidence
  return (
    nameAndNumberPoints(evidence, product.number !== null) +
    setPoints(relation, set.share) +
    qualifierPoints(qualifiers.share) +
    contextPoints.rarity * rarityShare * rarityShare +
    (bearsItsSet(product) ? contextPoints.ownSetCode : 0) +
    namePoints.extent[name.extent] +
    (qualifiers.ownNumber ? contextPoints.ownNumberInName : 0) +
    (number.match === null && variantNumber.test(product.number ?? '') ? contextPoints.variantLetter : 0) +
    (!isUnspaced && hasUnspacedScript(product.name) ? contextPoints.otherScript : 0)
  )
}

/**
 * True for a printing that is not certain whatever speaks for it: one that lacks the number or the rarity of the text,
 * one of which the text says a part of the name alone, and one of a line that is a guess, unless its set is named.
 */
export const isUncertain = (
  { name, number, isNameless, isOtherRarity }: Evidence,
  relation: SetRelation,
  isGuess: boolean,
): boolean =>
  number.isOpen ||
  isOtherRarity ||
  (number.match === null &&
    (name.begun || name.holdsText) &&
    (nameAlone(name.named) < namePoints.begun || name.missesNumber)) ||
  (isGuess && (!isNameless || !isNamedSet(relation)))
