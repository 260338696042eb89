import { allowanceOf } from './allowance.js';
import { CardMarketError } from './error.js';
const wholeSeconds = (header) => (header && /^\d+$/.test(header) ? Number(header) : null);
const failureOf = (response, body) => {
    const error = body?.error;
    const isOurs = typeof error?.code === 'string';
    return new CardMarketError({
        code: isOurs ? error.code : 'unexpected_answer',
        message: isOurs ? String(error.message) : `The answer (HTTP ${response.status}) is not one of the service's.`,
        status: response.status,
        requestId: response.headers.get('x-request-id'),
        retryAfterSeconds: wholeSeconds(response.headers.get('retry-after')),
        allowance: allowanceOf(response.headers),
    });
};
const transportError = (code, message, cause) => new CardMarketError({ code, message, status: null, requestId: null, retryAfterSeconds: null, cause });
const sendOnce = async ({ fetch, timeoutMs }, { url, init, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const bounded = signal ? AbortSignal.any([signal, timeout]) : timeout;
    let text;
    let response;
    try {
        response = await fetch(url, { ...init, signal: bounded });
        text = await response.text();
    }
    catch (cause) {
        if (signal?.aborted)
            throw signal.reason;
        if (timeout.aborted)
            throw transportError('timed_out', `There was no answer within ${timeoutMs} ms.`, cause);
        throw transportError('connection_failed', `The service at ${url.replace(/\/(?:v1\/.*|capabilities)$/, '')} cannot be reached.`, cause);
    }
    const body = readJson(text);
    if (!response.ok || body === undefined)
        throw failureOf(response, body);
    return { body, headers: response.headers };
};
const readJson = (text) => {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
};
/** How long to wait before a retry; `null` for no retry: the month is used up, or the service gave no time. */
const waitMs = (error) => {
    if (!(error instanceof CardMarketError) || error.retryAfterSeconds === null)
        return null;
    const mayPass = error.code === 'rate_limited' || error.status === 503;
    return mayPass ? error.retryAfterSeconds * 1000 : null;
};
const pause = (ms, signal) => new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
    };
    const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
});
/** Sends a request, retrying after the `Retry-After` of the service up to the sender's limits. Every operation only reads, so a repeat is safe. */
export const send = async (sender, request) => {
    for (let retriesLeft = sender.retries;; retriesLeft--) {
        request.signal?.throwIfAborted();
        try {
            return await sendOnce(sender, request);
        }
        catch (error) {
            const ms = waitMs(error);
            if (ms === null || ms > sender.maxRetryAfterMs || retriesLeft <= 0)
                throw error;
            await pause(ms, request.signal);
        }
    }
};
