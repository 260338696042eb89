import { CardMarketError } from './error.js';
import type { Operations } from './operations.js';
import { type RetryTerms } from './retry.js';
/** A call that failed and is sent again. */
export interface Retry {
    /** Number of failures so far, from 1. */
    readonly attempt: number;
    readonly error: CardMarketError;
    /** Milliseconds until it is sent again. */
    readonly waitMs: number;
    readonly operationId: keyof Operations | 'capabilities';
}
/** Options shared by all calls of a client. */
export interface Sender extends RetryTerms {
    readonly fetch: typeof fetch;
    readonly timeoutMs: number;
    readonly onRetry: (retry: Retry) => void;
}
export interface PreparedRequest {
    readonly operationId: Retry['operationId'];
    readonly url: string;
    readonly init: RequestInit;
    readonly signal: AbortSignal | undefined;
}
export interface Received {
    readonly body: unknown;
    readonly headers: Headers;
}
/** Sends a request, again where that may help. Every operation only reads, so a repeat is safe. */
export declare const send: (sender: Sender, request: PreparedRequest) => Promise<Received>;
