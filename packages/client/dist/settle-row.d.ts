import type { CardMarketError } from './error.js';
import type { PriceLookup } from './operations.js';
import type { ListRow } from './read-list.js';
/** What is known of a row of a list. */
export interface Settled extends Pick<PriceLookup, 'status' | 'identification' | 'productId' | 'unclear' | 'price' | 'fetchedAt'> {
    readonly code: PriceLookup['code'] | CardMarketError['code'];
}
/** Whether a printing was found that is in the set of this name. Another site's code may be that of another set here, or of none. */
export declare const isInSet: (found: PriceLookup, setName: string) => boolean;
/** What a set's code and its name found together: either where only one is certain of a printing, and a person is asked where they are certain of two. */
export declare const agreed: (byCode: Settled | undefined, byName: Settled | undefined) => Settled | undefined;
/** What is known of a row by its words and by its id: the id decides where the words leave several, and a person where they contradict each other. */
export declare const settle: (row: ListRow, byWords: Settled | undefined, byId: PriceLookup | undefined) => Settled | undefined;
