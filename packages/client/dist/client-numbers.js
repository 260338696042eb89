/** The longest time that a timer can hold; a longer one ends at once. */
const maxTimerMs = 2_147_483_647;
/** A number without an end, or none at all, would repeat for ever or end a call at once. */
const checkWhole = (name, value, min, max) => {
    if (Number.isInteger(value) && value >= min && value <= max)
        return;
    throw new TypeError(`${name} must be a whole number from ${min} to ${max}; it is ${String(value)}.`);
};
/** @throws TypeError that names the option and what is allowed */
export const checkNumbers = (numbers) => {
    checkWhole('timeoutMs', numbers.timeoutMs, 1, maxTimerMs);
    checkWhole('retries', numbers.retries, 0, 1_000);
    checkWhole('maxRetryAfterMs', numbers.maxRetryAfterMs, 0, maxTimerMs);
};
