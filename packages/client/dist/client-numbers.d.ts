/** @throws TypeError that names the option and what is allowed */
export declare const checkNumbers: (numbers: {
    readonly timeoutMs: number;
    readonly retries: number;
    readonly maxRetryAfterMs: number;
}) => void;
