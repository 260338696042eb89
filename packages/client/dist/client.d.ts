import { type Operations } from './operations.js';
import { type Photo } from './photo.js';
export { CardMarketError, type TransportCode } from './error.js';
export * from './operations.js';
export type { Photo } from './photo.js';
export { sureCandidate } from './sure.js';
/** Where the service is and how patient a client is with it. */
export interface ClientOptions {
    /** Address of the service, such as `http://127.0.0.1:8787`. */
    readonly baseUrl: string;
    /** API key; only `listPlans` works without. Keep it on a server you trust, never in a public page. */
    readonly key?: string | undefined;
    /** Longest time for one attempt; 30 s unless told. */
    readonly timeoutMs?: number | undefined;
    /** How often a call that was answered 429 `rate_limited` or 503 with `Retry-After` is repeated; 2 unless told. A month that is used up is never retried. */
    readonly retries?: number | undefined;
    /** Longest `Retry-After` that is waited for; 60 s, the length of a minute's window, unless told. */
    readonly longestWaitMs?: number | undefined;
    /** In the place of the global `fetch`. */
    readonly fetch?: typeof fetch | undefined;
}
/** Options of one call. */
export interface CallOptions {
    /** Ends the call, and any waiting for a retry, with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
}
/** An answer with what the call left over. */
export interface Result<T> {
    readonly data: T;
    /** For support and tracing. */
    readonly requestId: string;
    /** Requests left in this UTC minute and month; `null` where the call named no account. */
    readonly remaining: {
        readonly minute: number | null;
        readonly month: number | null;
    };
}
type Input<K extends keyof Operations> = Operations[K]['input'];
type Output<K extends keyof Operations> = Operations[K]['output'];
type Call<K extends keyof Operations> = Record<never, never> extends Input<K> ? (input?: Input<K>, options?: CallOptions) => Promise<Result<Output<K>>> : (input: Input<K>, options?: CallOptions) => Promise<Result<Output<K>>>;
/** One method per operation of the contract, by its id. */
export type OperationCalls = {
    readonly [K in keyof Operations]: Call<K>;
};
/** Every operation, and what spares the caller bookkeeping. */
export interface Client extends OperationCalls {
    /** Every product that a search finds, page by page as it is read; each page costs one request, and paging ends at 10,000. */
    readonly eachProduct: (input?: Omit<Input<'searchProducts'>, 'offset'>, options?: CallOptions) => AsyncGenerator<Output<'searchProducts'>['products'][number], void>;
    /** Every offer of a product, page by page as it is read; each page costs one request. Offers come and go, so one may be missed or seen twice. */
    readonly eachOffer: (input: Omit<Input<'getListings'>, 'offset'>, options?: CallOptions) => AsyncGenerator<Output<'getListings'>['offers'][number], void>;
    /** Reads a photo of a card, given as bytes or a Blob, and looks up what it says. */
    readonly identifyPhoto: (photo: Photo, input?: {
        readonly setHint?: string | undefined;
    }, options?: CallOptions) => Promise<Result<Output<'identifyImage'>>>;
}
/** Creates a client. It needs `fetch`, `AbortSignal` and `URL`, which Node, Deno, Bun, edge runtimes and browsers have. */
export declare const createClient: (options: ClientOptions) => Client;
