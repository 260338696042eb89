import { allowanceOf } from './allowance.js';
import { connectionFailure } from './connection-failure.js';
import { CardMarketError } from './error.js';
import { waitMsAfter } from './retry.js';
const wholeSeconds = (header) => (header && /^\d+$/.test(header) ? Number(header) : null);
/** Describes an answer that is not the service's. */
const strangeAnswer = ({ status, headers }, url) => /^text\/html\b/i.test(headers.get('content-type') ?? '')
    ? `The address ${baseOf(url)} answers with a web page (HTTP ${status}): ` +
        'it is not that of the service, or something stands between.'
    : `The answer (HTTP ${status}) is not one of the service's.`;
const baseOf = (url) => url.replace(/\/(?:v1\/.*|capabilities)$/, '');
/**
 * A hint about the address, where that may be the cause: a redirect to another origin drops the key and turns a POST
 * into a GET.
 */
const ofAddress = (response, code, url) => {
    const base = baseOf(url);
    const reached = baseOf(response.url);
    // Elsewhere, as at a page to log in, no service is to be found.
    const isRoute = reached !== response.url;
    if (response.redirected && isRoute && reached !== base)
        return ` The call was redirected to ${reached}: use that as baseUrl.`;
    return code === 'route_not_found' && /^\w+:\/\/[^/]+\//.test(base)
        ? ` Is ${base} the address of the service? It is what stands before /v1.`
        : '';
};
const failureOf = (response, body, url) => {
    const error = body?.error;
    const isOurs = typeof error?.code === 'string';
    return new CardMarketError({
        code: isOurs ? error.code : 'unexpected_answer',
        message: `${isOurs ? String(error.message) : strangeAnswer(response, url)}${ofAddress(response, error?.code, url)}`,
        status: response.status,
        // A page of another origin may read the body, and perhaps not the header.
        requestId: response.headers.get('x-request-id') ?? (typeof error?.requestId === 'string' ? error.requestId : null),
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
        throw transportError('connection_failed', connectionFailure(baseOf(url), cause), cause);
    }
    const body = readJson(text);
    if (!response.ok || typeof body !== 'object' || body === null)
        throw failureOf(response, body, url);
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
/** Sends a request, again where that may help. Every operation only reads, so a repeat is safe. */
export const send = async (sender, request) => {
    for (let attempt = 1;; attempt++) {
        request.signal?.throwIfAborted();
        try {
            return await sendOnce(sender, request);
        }
        catch (error) {
            const waitMs = waitMsAfter(error, attempt, sender);
            if (waitMs === null)
                throw error;
            sender.onRetry({ attempt, error: error, waitMs, operationId: request.operationId });
            await pause(waitMs, request.signal);
        }
    }
};
