import type { ParsedQuery } from './operations.js';
import type { ListRow } from './read-list.js';
/**
 * Copies as the row of a list counts them; where it counts one, as the service read them in its text, such as `Mew
 * (x2)`. `null` where the row's count is no number.
 */
export declare const copiesOf: ({ quantity, mayCount }: Pick<ListRow, 'quantity' | 'mayCount'>, parsed: Pick<ParsedQuery, 'quantity' | 'name'> | null | undefined) => number | null;
