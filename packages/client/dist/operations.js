// Written by `npm run generate` from the contract table; a test fails when the two differ.
/** Where every operation lives and where each part of its input goes. */
export const operations = {
    listPlans: { method: 'GET', path: '/v1/plans', hasKey: false, params: [], query: [], body: [] },
    getUsage: { method: 'GET', path: '/v1/usage', hasKey: true, params: [], query: [], body: [] },
    listCategories: { method: 'GET', path: '/v1/categories', hasKey: true, params: [], query: [], body: [] },
    listSets: { method: 'GET', path: '/v1/categories/{category}/sets', hasKey: true, params: ['category'], query: [], body: [] },
    searchProducts: { method: 'GET', path: '/v1/search', hasKey: true, params: [], query: ['q', 'category', 'set', 'offset', 'limit', 'sort'], body: [] },
    identify: { method: 'GET', path: '/v1/identify', hasKey: true, params: [], query: ['q', 'set', 'category', 'limit'], body: [] },
    identifyImage: { method: 'POST', path: '/v1/identify-image', hasKey: true, params: [], query: [], body: ['imageDataUrl', 'setHint', 'category'] },
    getProduct: { method: 'GET', path: '/v1/products/{productId}', hasKey: true, params: ['productId'], query: ['range', 'offset', 'limit', 'sort', 'asOf', 'knownAt'], body: [] },
    getDetails: { method: 'GET', path: '/v1/products/{productId}/details', hasKey: true, params: ['productId'], query: ['asOf', 'knownAt'], body: [] },
    getPrices: { method: 'GET', path: '/v1/products/{productId}/prices', hasKey: true, params: ['productId'], query: ['asOf', 'knownAt'], body: [] },
    getHistory: { method: 'GET', path: '/v1/products/{productId}/history', hasKey: true, params: ['productId'], query: ['range'], body: [] },
    getListings: { method: 'GET', path: '/v1/products/{productId}/listings', hasKey: true, params: ['productId'], query: ['offset', 'limit', 'sort', 'condition', 'variant', 'language'], body: [] },
    getImage: { method: 'GET', path: '/v1/products/{productId}/image', hasKey: true, params: ['productId'], query: [], body: [] },
    lookUpPrices: { method: 'POST', path: '/v1/prices', hasKey: true, params: [], query: [], body: ['productIds', 'skuIds', 'cards', 'asOf', 'knownAt'] },
};
/** Limits of the service. */
export const limits = {
    /** Different products, SKUs and cards of one call of `lookUpPrices`. */
    entriesPerRequest: 100,
    /** Candidates of one card of `lookUpPrices`. */
    candidatesPerCard: 5,
    /** Printings that an answer names at most as those that may be meant. */
    printingsInQuestion: 200,
    /** Characters of a card text. */
    queryLength: 120,
    /** Characters of a set's name beside a card text. */
    setLength: 80,
    /** Characters of a condition, a variant or a language. */
    copyLength: 80,
    /** The highest product id. */
    maxId: 9007199254740991,
    /** The last offset of a page. */
    maxOffset: 10000,
    /** The least `matchScore` of a confident match. */
    confidentScore: 50,
    /** Points by which the best candidate must lead; else the answer is `ambiguous`. Small, to ask no needless question. */
    ambiguousScoreGap: 1.5,
    /** Points below the best up to which candidates of an ambiguous answer are offered to choose from. Wider than `ambiguousScoreGap`, to leave out none that differs only by what the text leaves open. */
    choiceScoreGap: 3,
};
/** What each error code of the service means and what to do next. */
export const serviceErrorAdvice = {
    invalid_request: { "meaning": "The request is not valid HTTP, its body cannot be framed, or it carries not exactly one valid Host header.", "advice": "Send a valid HTTP/1.1 request." },
    invalid_parameter: { "meaning": "A path or query parameter is malformed, too long, out of range or given twice.", "advice": "Correct the parameter that the message names." },
    unknown_category: { "meaning": "No product line has this slug; GET /v1/categories lists them.", "advice": "Choose one of the listed product lines." },
    invalid_body: { "meaning": "The request body is not what the operation takes: JSON, or where it takes a file also a form or the file itself.", "advice": "Correct the body as the message says." },
    unsupported_image_type: { "meaning": "The image is not PNG, JPEG or WebP, or its bytes do not match its declared type.", "advice": "Choose a PNG, JPEG or WebP picture." },
    image_too_large: { "meaning": "The image exceeds 6 MiB, once decoded where it came as base64, or 40 megapixels.", "advice": "Choose a smaller picture or scale it down." },
    invalid_image: { "meaning": "The value is not a complete base64 data URL, or the picture is empty or damaged, or it carries more besides its pixels than pictures do; the message says which.", "advice": "Choose another picture, or save it anew without metadata." },
    missing_api_key: { "meaning": "No API key was sent in the Authorization header.", "advice": "Provide an API key; the operator of the service issues them." },
    invalid_api_key: { "meaning": "The API key is malformed or unknown.", "advice": "Check that the key was copied whole." },
    expired_api_key: { "meaning": "The API key has passed its expiry.", "advice": "Use another key; the operator of the service issues them." },
    revoked_api_key: { "meaning": "The API key was revoked, or its account is closed.", "advice": "Use another key; the operator of the service issues them." },
    suspended_account: { "meaning": "The account of the API key is suspended; nothing is charged, and its keys work again once it is resumed.", "advice": "Until then do not try again; the operator of the service can say why, and resumes it." },
    origin_not_allowed: { "meaning": "The page that asks is of another origin, and the operator has not named it.", "advice": "Call from a server, or have the operator name the origin in CORS_ORIGINS." },
    product_not_found: { "meaning": "The source has no product with this id.", "advice": "Search or identify to find the right product id." },
    sku_not_found: { "meaning": "The source has no SKU with this id, and can tell; appears only in rows of a batch.", "advice": "Take the SKU id from the details of its product." },
    unclear_printing: { "meaning": "No printing is certain: none fits the text, several fit alike, or the best one fits badly; appears only in rows of a batch.", "advice": "Let a person choose among the candidates, or correct the text." },
    unclear_copy: { "meaning": "The copy is not certain: its condition, variant or language, or a word of the text that was not understood; appears only in rows of a batch.", "advice": "Ask which copy it is; the prices of its product list them all." },
    image_not_found: { "meaning": "The product is known to have no verified picture.", "advice": "Show the product without a picture." },
    route_not_found: { "meaning": "No route has this path.", "advice": "Check the path; GET /openapi.json lists all of them." },
    method_not_allowed: { "meaning": "The route exists, but not for this method; the Allow header lists those it takes.", "advice": "Use one of the listed methods." },
    request_timeout: { "meaning": "The request was not sent completely in time.", "advice": "Send the request again, all at once." },
    uri_too_long: { "meaning": "The request target exceeds 8 KiB.", "advice": "Shorten the query." },
    rate_limited: { "meaning": "The account's allowance of this UTC minute is used up.", "advice": "Wait until the next minute begins, then continue." },
    quota_exceeded: { "meaning": "The account's allowance of this UTC month is used up.", "advice": "Until the next month do not try again; the operator of the service can raise the allowance." },
    headers_too_large: { "meaning": "The request headers exceed 16 KiB or 1,000 fields.", "advice": "Send fewer or shorter headers." },
    internal_error: { "meaning": "A defect of this service.", "advice": "Report the requestId to the operator of the service." },
    not_implemented: { "meaning": "No route takes this method, or the transfer coding of the body is not understood.", "advice": "Use a method that the route takes, and no transfer coding but chunked." },
    upstream_unavailable: { "meaning": "The market source is unavailable.", "advice": "Treat its data as unknown for now and try again in a moment." },
    upstream_timeout: { "meaning": "The market source did not answer in time.", "advice": "Treat its data as unknown for now and try again in a moment." },
    upstream_rate_limited: { "meaning": "The market source asks us to slow down.", "advice": "Treat its data as unknown for now and try again in a minute." },
    upstream_invalid_response: { "meaning": "The market source sent an invalid response.", "advice": "Treat its data as unknown for now and try again later." },
    not_offered_by_source: { "meaning": "The market source never has this kind of data; it is nobody's failure.", "advice": "Do not try again; GET /capabilities tells what this source offers." },
    access_store_unavailable: { "meaning": "The store of keys and counters is unavailable; nothing is served unmetered.", "advice": "Nothing was charged; try again in a moment." },
    service_busy: { "meaning": "Too much work is waiting.", "advice": "Nothing was charged; try again in a moment." },
    service_unavailable: { "meaning": "This part of the service is turned off, cannot run, or has no data yet.", "advice": "The message says which it is: use another operation, or try again later." },
    shutting_down: { "meaning": "This process is stopping.", "advice": "Nothing was charged; try again in a moment." },
    http_version_not_supported: { "meaning": "The request is of another version of HTTP than 1.1 and 1.0.", "advice": "Send HTTP/1.1." },
};
