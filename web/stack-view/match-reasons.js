/** @import { Candidate, IdentifyResult } from '/console/client/client.js' */

/** @type {Readonly<Record<Candidate['matchReasons'][number], string>>} */
const reasonTexts = {
  number_exact: 'number as printed',
  number_normalized: 'same number',
  number_other_language: 'same number in another language',
  number_conflict: 'other number',
  number_missing: 'number unknown',
  name_exact: 'same name',
  name_prefix: 'name begins so',
  name_partial: 'part of the name',
  name_fuzzy: 'name much alike',
  name_conflict: 'other name',
  name_other_language: 'name in another language',
  passcode_match: 'same passcode',
  set_exact: 'same set',
  set_inferred: 'set by number',
  set_conflict: 'other set',
  qualifier_exact: 'same printing',
  qualifier_extra: 'special printing',
  artwork_match: 'same picture',
  twin: 'costs the same',
}

/**
 * Why a printing ranks where it does. A newer service may give reasons that this page does not know.
 * @param {Candidate} candidate
 */
export const reasonsOf = ({ matchReasons }) =>
  matchReasons.map((reason) => reasonTexts[reason] ?? reason.replaceAll('_', ' ')).join(', ')

/**
 * What was written that no candidate has; empty where one has it, or nothing was written of it.
 * @param {Pick<IdentifyResult, 'parsed' | 'candidates'>} identification
 */
export const lackOf = ({ parsed, candidates }) => {
  /** @param {Candidate['matchReasons'][number]} reason */
  const allHave = (reason) => candidates.length > 0 && candidates.every(({ matchReasons }) => matchReasons.includes(reason))
  if (parsed.setHint && allHave('set_conflict'))
    return `None of these is of the set “${parsed.setHint}”, which this catalogue may not have.`
  if (parsed.cardNumber && allHave('number_conflict'))
    return `None of these has the number “${parsed.cardNumber}”. This catalogue may not have its set.`
  return ''
}
