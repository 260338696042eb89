import { serviceErrorAdvice } from './operations.js';
const advice = {
    ...serviceErrorAdvice,
    connection_failed: {
        meaning: 'The service cannot be reached.',
        advice: 'Check its address and the connection, then try again.',
    },
    timed_out: { meaning: 'The service did not answer in time.', advice: 'Try again in a moment.' },
    unexpected_answer: {
        meaning: "The answer is not one of the service's.",
        advice: 'Check that the address is that of the service and that nothing between rewrites its answers.',
    },
};
/**
 * Meaning and advice of every `code` that a `CardMarketError` or a row can have. A newer service may answer a code that
 * has no entry here, not even one of every object such as `constructor`.
 */
export const errorAdvice = Object.assign(Object.create(null), advice);
/**
 * Every failure of a call: `code` decides what to do, `requestId` is for support. A call that was aborted throws the
 * signal's own reason instead.
 */
export class CardMarketError extends Error {
    name = 'CardMarketError';
    code;
    /** HTTP status, `null` when there was no answer. */
    status;
    requestId;
    /** Whole seconds after which trying again may help, when the service said so. */
    retryAfterSeconds;
    /** What the account may ask for, when the service knew it; so a refusal for a spent window says when that ends. */
    allowance;
    constructor({ code, message, status, requestId, retryAfterSeconds, allowance = null, cause }) {
        super(message, cause === undefined ? undefined : { cause });
        this.code = code;
        this.status = status;
        this.requestId = requestId;
        this.retryAfterSeconds = retryAfterSeconds;
        this.allowance = allowance;
    }
}
