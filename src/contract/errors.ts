/** HTTP statuses that an error code can carry. */
export type ErrorStatus = 400 | 401 | 404 | 405 | 408 | 414 | 429 | 431 | 500 | 502 | 503

interface ErrorMeaning {
  readonly status: ErrorStatus
  readonly meaning: string
}

/** Every `error.code` of the API with its status and meaning: the one table of errors. */
export const errorTable = {
  invalid_request: { status: 400, meaning: 'The request is not valid HTTP, or carries not exactly one Host header.' },
  invalid_parameter: { status: 400, meaning: 'A path or query parameter is malformed, too long, out of range or given twice.' },
  unknown_category: { status: 400, meaning: 'No product line has this slug; GET /v1/categories lists them.' },
  invalid_body: { status: 400, meaning: 'The request body is not the JSON document that the operation takes.' },
  unsupported_image_type: {
    status: 400,
    meaning: 'The image is not PNG, JPEG or WebP, or its bytes do not match its declared type.',
  },
  image_too_large: { status: 400, meaning: 'The image exceeds 6 MiB once decoded from base64, or 40 megapixels.' },
  invalid_image: { status: 400, meaning: 'The value is not a complete base64 data URL, or the picture cannot be decoded.' },
  missing_api_key: { status: 401, meaning: 'No API key was sent in the Authorization header.' },
  invalid_api_key: { status: 401, meaning: 'The API key is malformed or unknown.' },
  expired_api_key: { status: 401, meaning: 'The API key has passed its expiry.' },
  revoked_api_key: { status: 401, meaning: 'The API key was revoked, or its account is closed.' },
  product_not_found: { status: 404, meaning: 'The source has no product with this id.' },
  sku_not_found: { status: 404, meaning: 'The source has no SKU with this id; appears only in rows of a batch.' },
  image_not_found: { status: 404, meaning: 'The product is known to have no verified picture.' },
  route_not_found: { status: 404, meaning: 'No route has this path.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The route exists, but not for this method; the Allow header lists those it takes.',
  },
  request_timeout: { status: 408, meaning: 'The request was not sent completely in time.' },
  uri_too_long: { status: 414, meaning: 'The request target exceeds 8 KiB.' },
  rate_limited: { status: 429, meaning: "The account's allowance of this UTC minute is used up." },
  quota_exceeded: { status: 429, meaning: "The account's allowance of this UTC month is used up." },
  headers_too_large: { status: 431, meaning: 'The request headers exceed 16 KiB.' },
  internal_error: { status: 500, meaning: 'A defect of this service; report the x-request-id.' },
  upstream_unavailable: { status: 502, meaning: 'The market source is unavailable.' },
  upstream_timeout: { status: 502, meaning: 'The market source did not answer in time.' },
  upstream_rate_limited: { status: 502, meaning: 'The market source asks us to slow down.' },
  upstream_invalid_response: { status: 502, meaning: 'The market source answered something that cannot be trusted.' },
  access_store_unavailable: {
    status: 503,
    meaning: 'The store of keys and counters is out of reach; nothing is served unmetered.',
  },
  service_busy: { status: 503, meaning: 'Too much work is waiting; the unit was given back.' },
  service_unavailable: { status: 503, meaning: 'This part of the service is turned off or cannot run.' },
  shutting_down: { status: 503, meaning: 'This process is stopping; the unit was given back.' },
} as const satisfies Record<string, ErrorMeaning>

/** A stable, machine-readable error code in lower snake case. */
export type ErrorCode = keyof typeof errorTable

/** All error codes in the order of the table. */
export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[]

/** What a `ServiceError` may know beyond its code and message. */
export interface ServiceErrorOptions {
  /** The failure that led to this one; for logs only, never shown to a client. */
  readonly cause?: unknown
  /** HTTP status that the upstream source answered with, when it answered. */
  readonly upstreamStatus?: number | null
  /** Whole seconds after which trying again may help; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number
}

/** The one error that features throw: its code decides the status, its message helps the caller act and holds no secret. */
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

  /** HTTP status of this error's code. */
  get status(): ErrorStatus {
    return errorTable[this.code].status
  }
}
