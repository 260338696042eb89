import type { ParsedQuery } from './operations.ts'
import type { ListRow } from './read-list.ts'

/** Copies as the row of a list counts them; where it counts one, as the service read them in its text, such as `Mew (x2)`. `null` where the row's count is no number. */
export const copiesOf = (
  { quantity }: Pick<ListRow, 'quantity'>,
  parsed: Pick<ParsedQuery, 'quantity'> | null | undefined,
): number | null => (quantity === 1 ? (parsed?.quantity ?? 1) : quantity)
