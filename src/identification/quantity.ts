/** A text without the copies it counts. */
export interface CountedText {
  readonly rest: string
  /** Copies counted beyond doubt: `4x`, `x4`, `×4`, or a first cell of digits; `null` where there are none. */
  readonly quantity: number | null
}

/** `4x Name`, `4 x Name`, `4xName`, `4× Name`; not `2XM 280`, whose rest would be one letter. */
const leadingTimes = /^[([]?(\d{1,3})[)\]]? ?[x×][)\]]? (?=\S)|^(\d{1,3})[x×](?=["']?[\p{L}\p{N}]{3})/iu
const leadingSign = /^[([]?[x×] ?(\d{1,3})[)\]]? (?=\S)/i
/**
 * `Name x4`, `Name 4x`, `Name (x4)`, `Name × 4`; a letter apart from its digits would be part of a name, as in `Unown X
 * 4`.
 */
const trailing = / [([]?(?:x(\d{1,3})|× ?(\d{1,3})|(\d{1,3}) ?×|(\d{1,3})x)[)\]]?$/i
const labelled = /(?<![\s,;])[\s,;]+(?:qty|quantity)[:.]? ?(\d{1,3})$/i
const firstCell = /^"?(\d{1,3})"?[,;] ?(?=\S)/
/** `Name, 4/102, x4, LP`: a cell of its own. */
const cell = /[,;] ?(?:[x×](\d{1,3})|(\d{1,3})[x×])(?=[,;]|$)/i
/** `Name, 4/102, NM, 4`: the last cell, behind one that holds a number which is none of copies. */
const lastCell = /(?<=(?:\d\/|[a-z]\d*-[a-z]{0,2}\d).*)[,;] ?(\d{1,2})$/i
/** `Name x4 146`: a count between two words. */
const between = / (?:[x×](\d{1,3})|(\d{1,3})[x×])(?= )/i
/** `weakness x2` is printed on cards. */
const factor = /(?:weakness|resistance|damage)$/i

const countOf = (match: RegExpExecArray): number => Number(match.slice(1).find((digits) => digits !== undefined))

/**
 * Takes the copies off a text where a count stands beyond doubt; a bare number before a name may be a collector number
 * and stays.
 */
export const takeQuantity = (text: string): CountedText => {
  for (const pattern of [firstCell, leadingTimes, leadingSign]) {
    const match = pattern.exec(text)
    if (match !== null && countOf(match) > 0) return { rest: text.slice(match[0].length), quantity: countOf(match) }
  }
  for (const pattern of [labelled, trailing, cell, lastCell, between]) {
    const match = pattern.exec(text)
    if (match === null || countOf(match) === 0 || factor.test(text.slice(0, match.index))) continue
    return { rest: text.slice(0, match.index) + text.slice(match.index + match[0].length), quantity: countOf(match) }
  }
  return { rest: text, quantity: null }
}
