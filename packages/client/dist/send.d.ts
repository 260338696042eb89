/** What every call shares. */
export interface Sender {
    readonly fetch: typeof fetch;
    readonly timeoutMs: number;
    readonly retries: number;
    readonly maxRetryAfterMs: number;
}
/** One request, ready to send. */
export interface Request {
    readonly url: string;
    readonly init: RequestInit;
    readonly signal: AbortSignal | undefined;
}
/** A success as it came: the parsed body and the headers. */
export interface Received {
    readonly body: unknown;
    readonly headers: Headers;
}
/** Sends a request, and again when the service asks to wait for no longer than agreed. Every operation only reads, so a repeat is safe. */
export declare const send: (sender: Sender, request: Request) => Promise<Received>;
