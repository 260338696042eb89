import type { Allowance } from './allowance.js';
import { type ErrorCode } from './operations.js';
/**
 * Failures without an answer of the service: no connection, no answer in time, or an answer that is not the service's.
 */
export type TransportCode = 'connection_failed' | 'timed_out' | 'unexpected_answer';
/** What happened, and what to do next: sentences for a person or an agent. */
export interface ErrorAdvice {
    readonly meaning: string;
    readonly advice: string;
}
declare const advice: Readonly<Partial<Record<ErrorCode | TransportCode, ErrorAdvice>>>;
/**
 * Meaning and advice of every `code` that a `CardMarketError` or a row can have. A newer service may answer a code that
 * has no entry here, not even one of every object such as `constructor`.
 */
export declare const errorAdvice: typeof advice;
export interface FailedCall {
    readonly code: ErrorCode | TransportCode;
    readonly message: string;
    readonly status: number | null;
    readonly requestId: string | null;
    readonly retryAfterSeconds: number | null;
    readonly allowance?: Allowance | null;
    readonly cause?: unknown;
}
/**
 * Every failure of a call: `code` decides what to do, `requestId` is for support. A call that was aborted throws the
 * signal's own reason instead.
 */
export declare class CardMarketError extends Error {
    readonly name = "CardMarketError";
    readonly code: ErrorCode | TransportCode;
    /** HTTP status, `null` when there was no answer. */
    readonly status: number | null;
    readonly requestId: string | null;
    /** Whole seconds after which trying again may help, when the service said so. */
    readonly retryAfterSeconds: number | null;
    /** What the account may ask for, when the service knew it; so a refusal for a spent window says when that ends. */
    readonly allowance: Allowance | null;
    constructor({ code, message, status, requestId, retryAfterSeconds, allowance, cause }: FailedCall);
}
export {};
