/** Every failure of a call: `code` decides what to do, `requestId` is for support. A call that was aborted throws the signal's own reason instead. */
export class CardMarketError extends Error {
    name = 'CardMarketError';
    /** The service's stable error code, or what kept its answer from arriving. */
    code;
    /** HTTP status, `null` when there was no answer. */
    status;
    requestId;
    /** Whole seconds after which trying again may help, when the service said so. */
    retryAfterSeconds;
    constructor({ code, message, status, requestId, retryAfterSeconds, cause }) {
        super(message, cause === undefined ? undefined : { cause });
        this.code = code;
        this.status = status;
        this.requestId = requestId;
        this.retryAfterSeconds = retryAfterSeconds;
    }
}
