import { readLettersAsDigits } from './look-alikes.ts'

/** A collector number by its meaning: `060/203`, `60/203` and `#60` have one head, and the first two one total. */
export interface CollectorNumber {
  /** Letters and digit groups without leading zeros, separators and case: `OP01-001` → `op1.1`, `TG12` → `tg12`, `215★` → `215*`. */
  readonly head: string
  /** What follows the slash, in the same form, or `null`. */
  readonly total: string | null
  /** Value of the head's last digit group, 0 when it has none. */
  readonly digits: number
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean => code >= 97 && code <= 122

/** Signs that tell one printing from another: the star and dagger of Magic's odd printings. */
const suffixSigns: Readonly<Record<string, string>> = { '★': '*', '*': '*', '☆': '*', '†': '+', '+': '+' }

/** One side of the slash in canonical form; two digit groups that something stands between stay apart by a point. */
export const canonicalPart = (text: string): string => {
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
      const sign = isLetter(code) ? lower.charAt(at) : suffixSigns[lower.charAt(at)]
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

/** Reads a collector number as a catalogue writes it; `null` when there is nothing to compare. */
export const readCollectorNumber = (text: string): CollectorNumber | null => {
  const slash = text.indexOf('/')
  const left = slash < 0 ? text : text.slice(0, slash)
  const head = canonicalPart(left) || left.replace(/[^!?]/g, '').slice(0, 1)
  if (head === '') return null
  const total = slash < 0 ? '' : canonicalPart(text.slice(slash + 1))
  const digits = Number(lastDigits.exec(head)?.[1] ?? 0)
  return { head, total: total === '' ? null : total, digits: digits > 0x7fffffff ? 0 : digits }
}

const notAlphanumeric = /[^a-z0-9]/gi

/**
 * Head of a number with look-alike letters and digits made equal, and its length: the same for `LOB-EN001` and `L0B-ENOO1`. Reading mistakes keep the length,
 * and without it all zeros would look like one.
 */
export const numberSkeleton = (text: string): string => {
  const slash = text.indexOf('/')
  const head = (slash < 0 ? text : text.slice(0, slash)).replace(notAlphanumeric, '')
  return `${canonicalPart(readLettersAsDigits(head))}:${head.length}`
}

/** Region letters of Yu-Gi-Oh codes, which people leave out or confuse: `LOB-001`, `LOB-E001`, `LOB-EN001`. */
const region = /(?<=[a-z0-9])(?:en|e)(?=[a-z]?\d+$)/

/** A head without what marks a special printing of the same number: suffix letters and signs, and the region of a code. */
export const plainHead = (head: string): string => head.replace(/(?<=\d)[a-z*+]{1,2}$/, '').replace(region, '')

/** How two collector numbers relate. `variant`: the same number with another suffix or region, as `74` and `74a`. */
export type NumberRelation = 'same' | 'variant' | 'conflict'

/** Compares two collector numbers by meaning; a total that one of them lacks does not matter. */
export const relateNumbers = (a: CollectorNumber, b: CollectorNumber): NumberRelation => {
  if (a.total !== null && b.total !== null && a.total !== b.total) return 'conflict'
  if (a.head === b.head) return 'same'
  if (a.digits !== b.digits) return 'conflict'
  return plainHead(a.head) === plainHead(b.head) ? 'variant' : 'conflict'
}
