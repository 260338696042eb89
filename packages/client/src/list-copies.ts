import type { ListColumns, ListField } from './list-columns.ts'

/** Copies as written: `2`, `x2`, `2x`, `2.00`. `null` for what is no whole number of copies. */
const readQuantity = (cell: string): number | null => {
  const digits = /^[x×]?(\d{1,6})[x×]?(?:[.,]0{1,2})?$/i.exec(cell)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Cells of a row that count all of its copies. */
type StatedCopies = { readonly [field in ListField & ('quantity' | 'addedQuantity' | 'owned')]?: string }

/** Copies of one finish; of `null` where the row does not say which. */
interface Part {
  readonly quantity: number | null
  readonly finish: string | null
}

export interface Counted {
  /** None where a collection lists a card of which it has no copy. */
  readonly parts: readonly Part[]
  /** Heads of counts that contradict the row's number of copies, or leave open what they are part of. */
  readonly unclear: readonly string[]
}

/** Copies as the row says them; `undefined` where it says none. What is to be added to a stock counts with it. */
const statedIn = ({ owned, quantity = owned, addedQuantity }: StatedCopies): number | null | undefined => {
  const said = [quantity, addedQuantity].filter((cell) => cell !== undefined).map(readQuantity)
  if (said.length === 0) return undefined
  return said.reduce<number | null>((sum, copies) => (sum === null || copies === null ? null : sum + copies), 0)
}

/** The copies of a row: those of each finish where columns count them so, whose sum is the row's number of copies. */
export const copiesIn = (
  said: StatedCopies,
  columns: Pick<ListColumns, 'counts' | 'fields'>,
  cells: readonly string[],
): Counted => {
  const stated = statedIn(said)
  const one = (quantity: number | null, unclear: readonly string[] = []): Counted => ({
    parts: [{ quantity, finish: null }],
    unclear,
  })
  const counted = cells.flatMap((cell, at) => {
    const column = cell === '' ? undefined : columns.counts.get(at)
    return column === undefined ? [] : [{ ...column, quantity: readQuantity(cell) }]
  })
  const parts = counted.filter(({ quantity }) => quantity !== 0)
  const isNone = stated === undefined || stated === 0
  if (parts.length === 0) {
    // A collection may list every card that there is, and count those that it has.
    const isListed = columns.fields.includes('owned') && said.quantity === undefined
    if (isListed && isNone) return { parts, unclear: [] }
    if (stated !== undefined) return one(stated)
    return one(counted.length > 0 ? 0 : columns.counts.size > 0 ? null : 1)
  }
  const sum = parts.reduce((copies, { quantity }) => copies + (quantity ?? 0), 0)
  // Beside a total of zero, which counts the plain copies, there are no others.
  if (isNone || sum === stated) return { parts, unclear: [] }
  return one(
    stated,
    parts.map(({ head }) => head),
  )
}

/**
 * A word that counts the copies it is true of, as `2xNear mint`, without its count where that is all copies of the row.
 * Other counts stay: `1xPlayed, 1xNear mint` is no condition of both copies.
 */
export const wordOfAll = (cell: string, copies: number | null): string => {
  const [, count, word = ''] = /^(\d{1,6})\s?[x×]\s?(\p{L}.*)$/iu.exec(cell) ?? []
  return count !== undefined && Number(count) === copies ? word : cell
}
