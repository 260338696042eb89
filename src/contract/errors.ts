export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 408 | 414 | 429 | 431 | 500 | 501 | 502 | 503 | 505

interface ErrorEntry {
  readonly status: ErrorStatus
  readonly meaning: string
  /** What to do next, for a person or an agent. */
  readonly advice: string
}

const useAnotherKey = 'Use another key; the operator of the service issues them.'
const notCharged = 'Nothing was charged; try again in a moment.'

/** The one table of errors, which the documents, the client, the console and the MCP server read. */
export const errorTable = {
  invalid_request: {
    status: 400,
    meaning:
      'The request is not valid HTTP, its body cannot be framed, or it carries not exactly one valid Host header.',
    advice: 'Send a valid HTTP/1.1 request.',
  },
  invalid_parameter: {
    status: 400,
    meaning: 'A path or query parameter is malformed, too long, out of range or given twice.',
    advice: 'Correct the parameter that the message names.',
  },
  unknown_category: {
    status: 400,
    meaning: 'No product line has this slug; GET /v1/categories lists them.',
    advice: 'Choose one of the listed product lines.',
  },
  invalid_body: {
    status: 400,
    meaning:
      'The request body is not what the operation takes: JSON, or where it takes a file also a form or the ' +
      'file itself.',
    advice: 'Correct the body as the message says.',
  },
  unsupported_image_type: {
    status: 400,
    meaning: 'The image is not PNG, JPEG or WebP, or its bytes do not match its declared type.',
    advice: 'Choose a PNG, JPEG or WebP picture.',
  },
  image_too_large: {
    status: 400,
    meaning: 'The image exceeds 6 MiB, once decoded where it came as base64, or 40 megapixels.',
    advice: 'Choose a smaller picture or scale it down.',
  },
  invalid_image: {
    status: 400,
    meaning:
      'The value is not a complete base64 data URL, or the picture is empty or damaged, or it carries more ' +
      'besides its pixels than pictures do; the message says which.',
    advice: 'Choose another picture, or save it anew without metadata.',
  },
  missing_api_key: {
    status: 401,
    meaning: 'No API key was sent in the Authorization header.',
    advice: 'Provide an API key; the operator of the service issues them.',
  },
  invalid_api_key: {
    status: 401,
    meaning: 'The API key is malformed or unknown.',
    advice: 'Check that the key was copied whole.',
  },
  expired_api_key: { status: 401, meaning: 'The API key has passed its expiry.', advice: useAnotherKey },
  revoked_api_key: {
    status: 401,
    meaning: 'The API key was revoked, or its account is closed.',
    advice: useAnotherKey,
  },
  suspended_account: {
    status: 401,
    meaning: 'The account of the API key is suspended; nothing is charged, and its keys work again once it is resumed.',
    advice: 'Until then do not try again; the operator of the service can say why, and resumes it.',
  },
  origin_not_allowed: {
    status: 403,
    meaning: 'The page that asks is of another origin, and the operator has not named it.',
    advice: 'Call from a server, or have the operator name the origin in CORS_ORIGINS.',
  },
  product_not_found: {
    status: 404,
    meaning: 'The source has no product with this id.',
    advice: 'Search or identify to find the right product id.',
  },
  sku_not_found: {
    status: 404,
    meaning: 'The source has no SKU with this id, and can tell; appears only in rows of a batch.',
    advice: 'Take the SKU id from the details of its product.',
  },
  unclear_printing: {
    status: 404,
    meaning:
      'No printing is certain: none fits the text, several fit alike, or the best one fits badly; appears ' +
      'only in rows of a batch.',
    advice: 'Let a person choose among the candidates, or correct the text.',
  },
  unclear_copy: {
    status: 404,
    meaning:
      'The copy is not certain: its condition, variant or language, or a word of the text that was not ' +
      'understood; appears only in rows of a batch.',
    advice: 'Ask which copy it is; the prices of its product list them all.',
  },
  image_not_found: {
    status: 404,
    meaning: 'The product is known to have no verified picture.',
    advice: 'Show the product without a picture.',
  },
  route_not_found: {
    status: 404,
    meaning: 'No route has this path.',
    advice: 'Check the path; GET /openapi.json lists all of them.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The route exists, but not for this method; the Allow header lists those it takes.',
    advice: 'Use one of the listed methods.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The request was not sent completely in time.',
    advice: 'Send the request again, all at once.',
  },
  uri_too_long: { status: 414, meaning: 'The request target exceeds 8 KiB.', advice: 'Shorten the query.' },
  rate_limited: {
    status: 429,
    meaning: "The account's allowance of this UTC minute is used up.",
    advice: 'Wait until the next minute begins, then continue.',
  },
  quota_exceeded: {
    status: 429,
    meaning: "The account's allowance of this UTC month is used up.",
    advice: 'Until the next month do not try again; the operator of the service can raise the allowance.',
  },
  headers_too_large: {
    status: 431,
    meaning: 'The request headers exceed 16 KiB or 1,000 fields.',
    advice: 'Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    meaning: 'A defect of this service.',
    advice: 'Report the requestId to the operator of the service.',
  },
  not_implemented: {
    status: 501,
    meaning: 'No route takes this method, or the transfer coding of the body is not understood.',
    advice: 'Use a method that the route takes, and no transfer coding but chunked.',
  },
  upstream_unavailable: {
    status: 502,
    meaning: 'The market source is unavailable.',
    advice: 'Treat its data as unknown for now and try again in a moment.',
  },
  upstream_timeout: {
    status: 502,
    meaning: 'The market source did not answer in time.',
    advice: 'Treat its data as unknown for now and try again in a moment.',
  },
  upstream_rate_limited: {
    status: 502,
    meaning: 'The market source asks us to slow down.',
    advice: 'Treat its data as unknown for now and try again in a minute.',
  },
  upstream_invalid_response: {
    status: 502,
    meaning: 'The market source sent an invalid response.',
    advice: 'Treat its data as unknown for now and try again later.',
  },
  not_offered_by_source: {
    status: 502,
    meaning: "The market source never has this kind of data; it is nobody's failure.",
    advice: 'Do not try again; GET /capabilities tells what this source offers.',
  },
  access_store_unavailable: {
    status: 503,
    meaning: 'The store of keys and counters is unavailable; nothing is served unmetered.',
    advice: notCharged,
  },
  service_busy: { status: 503, meaning: 'Too much work is waiting.', advice: notCharged },
  service_unavailable: {
    status: 503,
    meaning: 'This part of the service is turned off, cannot run, or has no data yet.',
    advice: 'The message says which it is: use another operation, or try again later.',
  },
  shutting_down: { status: 503, meaning: 'This process is stopping.', advice: notCharged },
  http_version_not_supported: {
    status: 505,
    meaning: 'The request is of another version of HTTP than 1.1 and 1.0.',
    advice: 'Send HTTP/1.1.',
  },
} as const satisfies Record<string, ErrorEntry>

/** A stable, machine-readable error code in lower snake case. */
export type ErrorCode = keyof typeof errorTable

export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[]

export interface ServiceErrorOptions {
  /** The failure that led to this one; for logs only, never shown to a client. */
  readonly cause?: unknown
  /** HTTP status that the upstream source answered with, when it answered. */
  readonly upstreamStatus?: number | null
  /** Whole seconds after which trying again may help; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number
}

/** The one error that features throw: its code decides the status, its message helps the caller and holds no secret. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly upstreamStatus: number | null
  readonly retryAfterSeconds: number | null

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.upstreamStatus = options.upstreamStatus ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }

  get status(): ErrorStatus {
    return errorTable[this.code].status
  }
}
