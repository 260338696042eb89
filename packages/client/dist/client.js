import { allowanceOf } from './allowance.js';
import { readBaseUrl } from './base-url.js';
import { checkNumbers } from './client-numbers.js';
import { CardMarketError } from './error.js';
import { assertTaken, ignoredOf } from './ignored.js';
import { limits, operations, } from './operations.js';
import { photoDataUrl } from './photo.js';
import { requestOf, targetOf } from './request.js';
import { send } from './send.js';
export { confidentMatch, ties } from './certain.js';
export { copiesOf } from './copies-of.js';
export { readCopyWords } from './copy-words.js';
export { decodeText } from './decode-text.js';
export { CardMarketError, errorAdvice } from './error.js';
export * from './operations.js';
export { pickCopy, wantedCopyOf } from './pick-copy.js';
export { priceList } from './price-list.js';
export { readList, readWholeList } from './read-list.js';
export { writeCsv } from './write-csv.js';
/** A key that a header cannot carry was not copied whole, or something was copied with it. */
const assertSendable = (key) => {
    if (!key || /^[\x21-\x7e]+$/.test(key))
        return;
    const message = /^bearer\s/i.test(key)
        ? 'The API key is given without the word Bearer, which the client puts before it.'
        : 'The API key holds a character that no key has.';
    throw new CardMarketError({ code: 'invalid_api_key', message, status: 401, requestId: null, retryAfterSeconds: null });
};
/** A call without a key is sent all the same, since a server of the app's own may add it. */
const explained = (error) => error instanceof CardMarketError && error.code === 'missing_api_key'
    ? new CardMarketError({ ...error, message: 'No API key was sent: give it as key to createClient.' })
    : error;
const countOf = (header) => (header === null ? null : Number(header));
const initOf = ({ method, hasKey, body }, key) => {
    const headers = {
        accept: 'application/json',
        ...(hasKey && key ? { authorization: `Bearer ${key}` } : {}),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
    };
    return { method, headers, ...(body === null ? {} : { body: JSON.stringify(body) }) };
};
/** Reads pages until the last one. */
async function* eachOf(limit, page) {
    for (let offset = 0; offset <= limits.maxOffset; offset += limit) {
        const { items, total } = await page(offset);
        yield* items;
        if (items.length === 0 || (total === null ? items.length < limit : offset + limit >= total))
            return;
    }
}
/**
 * Creates a client. It needs `fetch`, `AbortSignal` and `URL`, which Node, Deno, Bun, edge runtimes and browsers have.
 */
export const createClient = (options) => {
    const { timeoutMs = 30_000, retries = 2, maxRetryAfterMs = 60_000, retryFailures = true, onRetry = () => { }, } = options;
    const key = options.key?.trim();
    const baseUrl = readBaseUrl(options.baseUrl);
    checkNumbers({ timeoutMs, retries, maxRetryAfterMs });
    const sender = {
        fetch: options.fetch ?? ((...call) => fetch(...call)),
        ...{ timeoutMs, retries, maxRetryAfterMs, retryFailures, onRetry },
    };
    const call = async (operationId, input = {}, { signal } = {}) => {
        assertSendable(key);
        assertTaken(operationId, input);
        const request = requestOf(operationId, input);
        const prepared = { operationId, url: baseUrl + targetOf(request), init: initOf(request, key), signal };
        const { body, headers } = await send(sender, prepared).catch((error) => {
            throw key ? error : explained(error);
        });
        const remaining = {
            minute: countOf(headers.get('x-ratelimit-remaining')),
            month: countOf(headers.get('x-monthly-remaining')),
        };
        const told = {
            requestId: headers.get('x-request-id'),
            allowance: allowanceOf(headers),
            ignored: ignoredOf(headers),
        };
        return { data: body, remaining, ...told };
    };
    const methods = Object.keys(operations).map((id) => [
        id,
        (input, callOptions) => call(id, input, callOptions),
    ]);
    // The table has one row per operation, and each row answers what the contract says of it.
    const calls = Object.fromEntries(methods);
    return {
        ...calls,
        capabilities: async ({ signal } = {}) => {
            const init = { method: 'GET', headers: { accept: 'application/json' } };
            const { body, headers } = await send(sender, {
                operationId: 'capabilities',
                url: `${baseUrl}/capabilities`,
                init,
                signal,
            });
            // Its form is the contract's, as that of every operation.
            const data = body;
            const remaining = { minute: null, month: null };
            return { data, requestId: headers.get('x-request-id'), remaining, allowance: null, ignored: [] };
        },
        eachProduct: ({ limit = 50, ...input } = {}, callOptions) => eachOf(limit, async (offset) => {
            const { data } = await calls.searchProducts({ ...input, limit, offset }, callOptions);
            return { items: data.products, total: data.total };
        }),
        eachOffer: ({ limit = 100, ...input }, callOptions) => eachOf(limit, async (offset) => {
            const { data } = await calls.getListings({ ...input, limit, offset }, callOptions);
            return { items: data.offers, total: data.total };
        }),
        identifyPhoto: async (photo, input = {}, callOptions) => calls.identifyImage({ imageDataUrl: await photoDataUrl(photo), ...input }, callOptions),
    };
};
