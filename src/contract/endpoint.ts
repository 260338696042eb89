import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

export type HttpMethod = 'GET' | 'POST'

/** A file as a request brought it. */
export interface PostedFile {
  readonly bytes: Uint8Array
  /** Media type that it was declared as, in lower case; `null` where nobody said. */
  readonly type: string | null
}

/** A file sent as a form field, or as the whole body with the other fields as query, in place of a text in the JSON. */
export interface FileBody {
  /** Name of the field in a form, and in the handler's body. */
  readonly field: string
  /** Field of the JSON body in whose place it stands. */
  readonly replaces: string
  readonly types: readonly string[]
  readonly limitBytes: number
  /** What a file of another type is refused with. */
  readonly typeError: ErrorCode
}

/** What one endpoint promises; routes, validation, access, OpenAPI, handler types and the client are read from it. */
export interface Endpoint {
  readonly method: HttpMethod
  /** Path with `{name}` placeholders, each of which is a property of `params`. */
  readonly path: `/v1/${string}`
  /** `key`: a bearer key is required and charged one unit. `public`: no key is looked at, nothing is charged. */
  readonly access: 'key' | 'public'
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TObject
  /** Largest request body in bytes; required where `body` is. */
  readonly bodyLimitBytes?: number
  /** What the body may be besides JSON. */
  readonly file?: FileBody
  /** How long the endpoint's own work may take, if not next to nothing; the time for the source comes on top. */
  readonly ownWorkMs?: number
  /** What an error in a path parameter is called, where it is not `invalid_parameter`. */
  readonly paramsError?: ErrorCode
  readonly response: TSchema
  readonly example: unknown
  readonly cacheControl: string
  /** Sent in its place with an answer that can never change. */
  readonly finalCacheControl?: string
  /** The endpoint's own error codes; those of a key follow from `access`. */
  readonly errors: readonly ErrorCode[]
}

export type Endpoints = Readonly<Record<string, Endpoint>>

type StaticOf<T> = T extends TSchema ? Static<T> : Record<never, never>

/** The validated input of an endpoint: path parameters, query with defaults filled in, and body. */
export interface EndpointInput<E extends Endpoint> {
  readonly params: StaticOf<E['params']>
  readonly query: StaticOf<E['query']>
  readonly body: StaticOf<E['body']>
}

/** The body as the handler gets it: the JSON, or the same fields with the file itself. */
type HandledBody<E extends Endpoint> = E['file'] extends FileBody
  ?
      | StaticOf<E['body']>
      | (Omit<StaticOf<E['body']>, E['file']['replaces']> & { readonly [K in E['file']['field']]: PostedFile })
  : StaticOf<E['body']>

export type HandledInput<E extends Endpoint> = Omit<EndpointInput<E>, 'body'> & { readonly body: HandledBody<E> }

export type EndpointOutput<E extends Endpoint> = Static<E['response']>

/** What a call that takes seconds is at. */
export type CallStep = 'reading' | 'looking up'

/** What a handler may know of the call beyond its input. */
export interface CallContext {
  /** Aborts when the client is gone or its time is up; made on first use. */
  readonly signal: AbortSignal
  /** Told what the call is at, where somebody wants to know. */
  readonly onStep?: (step: CallStep) => void
}

/** An answer that can never change, so that whoever keeps it need not ask again. */
export interface FinalAnswer<T> {
  readonly finalAnswer: T
}

/** One function per endpoint; leaving one out does not compile. A synchronous handler may answer its value directly. */
export type Handlers<T extends Endpoints, Caller> = {
  readonly [K in keyof T]: (
    input: HandledInput<T[K]>,
    caller: T[K]['access'] extends 'key' ? Caller : null,
    call: CallContext,
  ) => HandlerResult<T[K]> | Promise<HandlerResult<T[K]>>
}

/** Only an endpoint that says how such answers are kept may give a final one. */
type HandlerResult<E extends Endpoint> = E['finalCacheControl'] extends string
  ? EndpointOutput<E> | FinalAnswer<EndpointOutput<E>>
  : EndpointOutput<E>

export const keyErrors = [
  'missing_api_key',
  'invalid_api_key',
  'expired_api_key',
  'revoked_api_key',
  'suspended_account',
  'rate_limited',
  'quota_exceeded',
  'access_store_unavailable',
  'shutting_down',
] as const satisfies readonly ErrorCode[]

export const upstreamErrors = [
  'upstream_unavailable',
  'upstream_timeout',
  'upstream_rate_limited',
  'upstream_invalid_response',
] as const satisfies readonly ErrorCode[]
