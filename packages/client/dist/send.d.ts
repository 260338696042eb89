/** What every call of a client shares. */
export interface Sender {
    readonly fetch: typeof fetch;
    readonly timeoutMs: number;
    readonly retries: number;
    readonly maxRetryAfterMs: number;
}
export interface PreparedRequest {
    readonly url: string;
    readonly init: RequestInit;
    readonly signal: AbortSignal | undefined;
}
export interface Received {
    readonly body: unknown;
    readonly headers: Headers;
}
/** Sends a request, retrying after the `Retry-After` of the service up to the sender's limits. Every operation only reads, so a repeat is safe. */
export declare const send: (sender: Sender, request: PreparedRequest) => Promise<Received>;
