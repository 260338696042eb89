import { type CardIdentification, type Operations, type Price, type PriceLookup, type UnclearCopy } from './operations.js';
import type { ListRow } from './read-list.js';
import { type Settled } from './settle-row.js';
type Answer<Id extends keyof Operations> = Promise<{
    readonly data: Operations[Id]['output'];
}>;
/** The calls of a client that pricing a list needs. */
export interface ListPricer {
    readonly listCategories: () => Answer<'listCategories'>;
    readonly lookUpPrices: (input: Operations['lookUpPrices']['input']) => Answer<'lookUpPrices'>;
}
/** A row of a list with what is known of it. */
export interface PricedRow {
    readonly row: ListRow;
    /** `unreadable` where the row names no card or no number of copies. */
    readonly status: PriceLookup['status'] | 'unreadable';
    readonly code: Settled['code'] | null;
    /** The printing that was found. */
    readonly card: {
        readonly name: string;
        readonly setName: string | null;
        readonly cardNumber: string | null;
    } | null;
    /** What the service made of the row's words; `null` where it was asked for an id alone, or did not answer. */
    readonly identification: CardIdentification | null;
    readonly productId: number | null;
    /** What to ask a person where `code` is `unclear_copy`; `null` there where words of the row were not understood. */
    readonly unclear: UnclearCopy | null;
    readonly price: Price | null;
    readonly copies: number | null;
    readonly fetchedAt: string | null;
}
export interface PriceListOptions {
    /** Product line of every row that names none. */
    readonly category?: string | null | undefined;
    readonly onProgress?: ((done: number, total: number) => void) | undefined;
}
/**
 * Prices the rows of a list. When a later request fails, every row with a question left open has its code, also where
 * another of its questions was answered.
 * @throws CardMarketError when the first one fails
 */
export declare const priceList: (client: ListPricer, rows: readonly ListRow[], { category, onProgress }?: PriceListOptions) => Promise<PricedRow[]>;
export {};
