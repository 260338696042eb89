import { readLettersAsDigits } from './look-alikes.ts'

/** A collector number by its meaning: `060/203`, `60/203` and `#60` have one head, and the first two one total. */
export interface CollectorNumber {
  /**
   * Letters and digit groups without leading zeros, separators and case: `OP01-001` → `op1.1`, `TG12` → `tg12`, `215★`
   * → `215*`.
   */
  readonly head: string
  /** What follows the slash, in the same form, or `null`. */
  readonly total: string | null
  /** Value of the head's last digit group, 0 when it has none. */
  readonly digits: number
  /** Region letters of a Yu-Gi-Oh! code, which tell its language: `de` of `LOB-DE001`; `null` where there are none. */
  readonly region: string | null
  /** The head without its region: `lob1` of `LOB-DE001` and of `LOB-001`. */
  readonly card: string
}

/** A card has a number or a rarity; a product that has neither is sealed or an accessory. */
export const isCard = ({
  number,
  rarity,
}: {
  readonly number: string | null
  readonly rarity: string | null
}): boolean => number !== null || rarity !== null

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean => code >= 97 && code <= 122

/** Signs that tell one printing from another: the star and dagger of Magic's odd printings. */
const suffixSigns: ReadonlyMap<string, string> = new Map(
  Object.entries({ '★': '*', '*': '*', '☆': '*', '†': '+', '+': '+' }),
)

/** One side of the slash in canonical form; two digit groups that something stands between stay apart by a point. */
const canonicalPart = (text: string): string => {
  const lower = text.toLowerCase()
  let canonical = ''
  let at = 0
  let endsInDigit = false
  while (at < lower.length) {
    const code = lower.charCodeAt(at)
    if (isDigit(code)) {
      let end = at
      while (isDigit(lower.charCodeAt(end))) end++
      while (at < end - 1 && lower.charCodeAt(at) === 48) at++
      canonical += (endsInDigit ? '.' : '') + lower.slice(at, end)
      endsInDigit = true
      at = end
    } else {
      const sign = isLetter(code) ? lower.charAt(at) : suffixSigns.get(lower.charAt(at))
      if (sign !== undefined) {
        canonical += sign
        endsInDigit = false
      }
      at++
    }
  }
  return canonical
}

const lastDigits = /(\d+)\D*$/

/** Two letters since 2004, in Europe one before; `AE` is English for Asia. */
export const codeRegions = 'en|fr|de|it|sp|pt|jp|kr|ae'
const separatedRegion = new RegExp(
  `^([a-z0-9]{2,4})[-.: ] ?(?:(${codeRegions})[-.: ]?(?=[a-z]{0,2}\\d{1,3}[a-z]?$)|([efgisp])(?=\\d{3}$))`,
)
/** What people leave the separator out of; one letter tells a region only if it is the English one. */
const gluedRegion = new RegExp(`^([a-z0-9]{3,4})(${codeRegions}|e)(?=[a-z]?\\d{2,3}$)`)

/** A One Piece code without its hyphen: two digits are the set's, three the card's. */
const hyphenless = /^\s*(op|st|eb|prb)(\d\d)(\d{3})\s*$/i

/** Reads a collector number as a catalogue writes it; `null` when there is nothing to compare. */
export const readCollectorNumber = (text: string): CollectorNumber | null => {
  const slash = text.indexOf('/')
  const left = (slash < 0 ? text : text.slice(0, slash)).replace(hyphenless, '$1$2-$3')
  const head = canonicalPart(left) || left.replace(/[^!?]/g, '').slice(0, 1)
  if (head === '') return null
  const total = slash < 0 ? '' : canonicalPart(text.slice(slash + 1))
  const digits = Number(lastDigits.exec(head)?.[1] ?? 0)
  const code = left.trim().toLowerCase()
  const [whole = '', set = '', ...regions] = separatedRegion.exec(code) ?? gluedRegion.exec(code) ?? []
  const region = regions.find((letters) => letters !== undefined) ?? null
  return {
    head,
    total: total === '' ? null : total,
    digits: digits > 0x7fffffff ? 0 : digits,
    region,
    card: region === null ? head : canonicalPart(`${set}-${code.slice(whole.length)}`),
  }
}

const notAlphanumeric = /[^a-z0-9]/gi

/**
 * Head of a number with look-alike letters and digits made equal, and its length: the same for `LOB-EN001` and
 * `L0B-ENOO1`. Reading mistakes keep the length, and without it all zeros would look like one.
 */
export const numberSkeleton = (text: string): string => {
  const slash = text.indexOf('/')
  const head = (slash < 0 ? text : text.slice(0, slash)).replace(notAlphanumeric, '')
  return `${canonicalPart(readLettersAsDigits(head))}:${head.length}`
}

const suffix = /(?<=\d)[a-z*+]{1,2}$/

const englishRegions: ReadonlySet<string | null> = new Set([null, 'en', 'e', 'ae'])

/**
 * How two collector numbers relate. `other_language`: codes of one card, at least one of them in another language than
 * English. `variant`: the same number with and without a suffix, or with another English region, as `74` and `74a`,
 * `LOB-001` and `LOB-EN001`; two suffixes are two printings, as `82s` and `82p`.
 */
export type NumberRelation = 'same' | 'other_language' | 'variant' | 'conflict'

/** Such a code looks like one of Yu-Gi-Oh! without its region, but `OP12-FR019` is no card of `OP12-019`. */
const isOnePieceCode = ({ head, region }: CollectorNumber): boolean =>
  region === null && /^(?:op|st|eb|prb)\d+\.\d+$/.test(head)

/** Compares two collector numbers by meaning; a total that one of them lacks does not matter. */
export const relateNumbers = (a: CollectorNumber, b: CollectorNumber): NumberRelation => {
  if (a.total !== null && b.total !== null && a.total !== b.total) return 'conflict'
  if (a.head === b.head) return 'same'
  if (a.digits !== b.digits) return 'conflict'
  if (a.card === b.card) {
    if (englishRegions.has(a.region) && englishRegions.has(b.region)) return 'variant'
    return isOnePieceCode(a) || isOnePieceCode(b) ? 'conflict' : 'other_language'
  }
  const [one, other] = [a.card.replace(suffix, ''), b.card.replace(suffix, '')]
  return one === other && (one === a.card || other === b.card) ? 'variant' : 'conflict'
}
