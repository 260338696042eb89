/** When a failed call is sent again. */
export interface RetryTerms {
    /** Maximum number of repeats. */
    readonly retries: number;
    /** Longest wait in milliseconds. */
    readonly maxRetryAfterMs: number;
    readonly retryFailures: boolean;
}
/**
 * Milliseconds until a failed call is sent again; `null` where it is not. `attempt` counts those that failed, from 1.
 */
export declare const waitMsAfter: (error: unknown, attempt: number, terms: RetryTerms) => number | null;
