import type { Random } from '../multiply.ts'
import type { Row, Rows } from './rows.ts'
import type { AskedText } from './truth.ts'

/** Makes the texts of one kind, in an order that the seed decides; the caller takes as many as it wants. */
export type Kind = (rows: Rows, random: Random) => Iterable<AskedText>

/** Each entry once, in random order. */
export function* shuffled<T>(entries: readonly T[], random: Random): Generator<T> {
  const left = [...entries]
  while (left.length > 0) {
    const at = random(left.length)
    const picked = left[at] as T
    left[at] = left.at(-1) as T
    left.pop()
    yield picked
  }
}

export const pick = <T>(entries: readonly T[], random: Random): T => entries[random(entries.length)] as T

/** Groups of two rows and more. */
export const groupsOf = (rows: readonly Row[], key: (row: Row) => string): Row[][] =>
  [...Map.groupBy(rows, key).values()].filter((group) => group.length > 1)

/** A number without its total, as it is written. */
export const writtenHead = (row: Row): string => (row.product.number ?? '').replace(/(?<=.)\/.*/, '')

/** A code that can be typed as one word; null where the row's set has none. */
export const typedCode = (row: Row): string | null => row.codes.find((code) => /^[\p{L}\p{N}-]+$/u.test(code)) ?? null

/** What a row's name says in full, as the catalogue writes it. */
export const nameOf = ({ base, qualifiers, isRarityInName, rarity }: Row) => ({
  base,
  qualifiers,
  ...(isRarityInName && { rarity }),
})
