import type { CardMarketError } from './error.js';
import type { PriceLookup } from './operations.js';
import type { ListRow } from './read-list.js';
/** State of a row of a list. */
export interface Settled extends Pick<PriceLookup, 'status' | 'identification' | 'productId' | 'unclear' | 'price' | 'fetchedAt'> {
    readonly code: PriceLookup['code'] | CardMarketError['code'];
}
/**
 * Whether a printing was found that is in the set of this name. Another site's code may be that of another set here, or
 * of none.
 */
export declare const isInSet: (found: PriceLookup, setName: string) => boolean;
/**
 * Combines the answers to a set's code and to its name: the one that is certain of a printing; a person is asked where
 * each is certain of another, or the set of that name has several of which any may be meant.
 */
export declare const agreed: (byCode: Settled | undefined, byName: Settled | undefined) => Settled | undefined;
/**
 * Whether the words of a row that has an id were asked for in a set where no card of that name is: sets are named
 * differently here and there, so that the same words without the set may be the id's product.
 */
export declare const isOfStrangeSet: (byWords: PriceLookup | undefined, byId: PriceLookup | undefined) => boolean;
/**
 * Combines the answers to a row's words and to its id: the id decides where the words leave several printings, a person
 * where they contradict each other. `withoutSet` is the answer to the words without a set that has no such card.
 */
export declare const settle: (row: ListRow, byWords: Settled | undefined, byId: PriceLookup | undefined, withoutSet?: PriceLookup) => Settled | undefined;
