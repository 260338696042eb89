import { type Allowance } from './allowance.js';
import { type Candidate, type Capabilities, type CardReading, type Operations, type Plan, type PriceLookup } from './operations.js';
import { type Photo } from './photo.js';
import { type Retry } from './send.js';
export type { Allowance, WindowAllowance } from './allowance.js';
export { confidentMatch, ties } from './certain.js';
export { copiesOf } from './copies-of.js';
export { type CopyColumn, type CopyWords, readCopyWords } from './copy-words.js';
export { decodeText } from './decode-text.js';
export { CardMarketError, type ErrorAdvice, errorAdvice, type TransportCode } from './error.js';
export * from './operations.js';
export type { Photo } from './photo.js';
export { type PickedCopy, pickCopy, type WantedCopy, wantedCopyOf } from './pick-copy.js';
export { type ListPricer, type PricedRow, type PriceListOptions, priceList } from './price-list.js';
export { type ListEntry, type ListRow, readList, readWholeList, type WholeList } from './read-list.js';
export type { Retry } from './send.js';
export { type CsvCell, writeCsv } from './write-csv.js';
export type PlanId = Plan['id'];
export type HistoryRange = NonNullable<Operations['getHistory']['input']['range']>;
export type ListingSort = NonNullable<Operations['getListings']['input']['sort']>;
export type SearchSort = NonNullable<Operations['searchProducts']['input']['sort']>;
/** Why a candidate ranks where it does. */
export type MatchReason = Candidate['matchReasons'][number];
/** What to do with the reading of a photo. */
export type ReadingAdvice = CardReading['advice'];
/** What became of a row of `lookUpPrices`. */
export type RowStatus = PriceLookup['status'];
export interface ClientOptions {
    /**
     * Address of the service, such as `http://127.0.0.1:8787`; in a page also a path of its own origin, such as `/cards`.
     */
    readonly baseUrl: string;
    /** API key; only `listPlans` works without. Keep it on a server you trust, never in a public page. */
    readonly key?: string | undefined;
    /** Time limit of one attempt, in whole milliseconds from 1. Default 30 s. */
    readonly timeoutMs?: number | undefined;
    /**
     * How often a call is repeated after 429 `rate_limited`, 502, 503, 504 or a failed connection. Default 2. It waits
     * for `Retry-After`, else half a second and each time twice as long, with jitter. Never repeated: `quota_exceeded`,
     * `not_offered_by_source`, `service_unavailable`, and a call that lasted for all of `timeoutMs`.
     */
    readonly retries?: number | undefined;
    /**
     * A longer `Retry-After` is not waited for: the call fails instead. Default 60 s, the length of a minute's window.
     */
    readonly maxRetryAfterMs?: number | undefined;
    /**
     * Whether what gives no time is repeated too: 502, 504, a failed connection. Default true; each answer of 502 costs
     * one request. `false` repeats 429 and 503 with `Retry-After` alone.
     */
    readonly retryFailures?: boolean | undefined;
    /** Called before each wait for a retry, so that an app can log it. What it throws ends the call. */
    readonly onRetry?: ((retry: Retry) => void) | undefined;
    /** Replaces the global `fetch`. */
    readonly fetch?: typeof fetch | undefined;
}
export interface CallOptions {
    /** Ends the call, and any waiting for a retry, with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
}
export interface Result<T> {
    readonly data: T;
    /** For support and tracing; `null` where something between dropped the header. */
    readonly requestId: string | null;
    /** Requests left in this UTC minute and month; `null` where the call named no account. */
    readonly remaining: {
        readonly minute: number | null;
        readonly month: number | null;
    };
    /**
     * Limits, what is left of them and when they are full again, as this answer told it; `null` where the call named no
     * account.
     */
    readonly allowance: Allowance | null;
    /**
     * What of the input the service does not know and left out, as `cards.0.condtion`: a misspelt field, or one of a
     * newer service. Empty where all was heard.
     */
    readonly ignored: readonly string[];
}
type Input<K extends keyof Operations> = Operations[K]['input'];
type Output<K extends keyof Operations> = Operations[K]['output'];
type Call<K extends keyof Operations> = Record<never, never> extends Input<K> ? (input?: Input<K>, options?: CallOptions) => Promise<Result<Output<K>>> : (input: Input<K>, options?: CallOptions) => Promise<Result<Output<K>>>;
/** One method per operation of the contract, by its id. */
export type OperationCalls = {
    readonly [K in keyof Operations]: Call<K>;
};
/** Every operation, what the service can answer, and helpers for pages and photos. */
export interface Client extends OperationCalls {
    /** What the service can answer, how fresh it is and whose terms apply. Needs no key and costs nothing. */
    readonly capabilities: (options?: CallOptions) => Promise<Result<Capabilities>>;
    /**
     * Every product that a search finds, page by page as it is read; each page costs one request, and paging ends at
     * 10,000.
     */
    readonly eachProduct: (input?: Omit<Input<'searchProducts'>, 'offset'>, options?: CallOptions) => AsyncGenerator<Output<'searchProducts'>['products'][number], void>;
    /**
     * Every offer of a product, page by page as it is read; each page costs one request. Offers come and go, so one may
     * be missed or seen twice.
     */
    readonly eachOffer: (input: Omit<Input<'getListings'>, 'offset'>, options?: CallOptions) => AsyncGenerator<Output<'getListings'>['offers'][number], void>;
    /** Reads a photo of a card, given as bytes or a Blob, and looks up what it says. */
    readonly identifyPhoto: (photo: Photo, input?: Omit<Input<'identifyImage'>, 'imageDataUrl'>, options?: CallOptions) => Promise<Result<Output<'identifyImage'>>>;
}
/**
 * Creates a client. It needs `fetch`, `AbortSignal` and `URL`, which Node, Deno, Bun, edge runtimes and browsers have.
 */
export declare const createClient: (options: ClientOptions) => Client;
