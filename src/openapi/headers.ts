import type { ErrorStatus } from '../contract/errors.ts'
import type { Header, Reference } from './document.ts'

const integer = { type: 'integer', minimum: 0 } as const
const text = { type: 'string' } as const

export const headers = {
  'x-request-id': {
    description:
      'Id of this call for support and tracing. An incoming one of 1 to 128 characters of `[A-Za-z0-9._-]` is ' +
      'kept, else replaced.',
    schema: text,
    example: '3f0b6a52-6a0e-4a3a-9f57-5d1a1f0c7a11',
  },
  'x-content-type-options': { description: 'On every answer.', schema: text, example: 'nosniff' },
  'x-ignored-parameters': {
    description:
      'Names of query parameters and fields of the body, as `cards.0.condtion`, that the operation does not take ' +
      'and that were ignored, percent-encoded, at most 16.',
    schema: text,
    example: 'limt, page',
  },
  Vary: { description: 'An answer is compressed as its client prefers.', schema: text, example: 'accept-encoding' },
  'x-ratelimit-remaining': {
    description: 'Requests left in the current UTC minute. On every answer to a known account.',
    schema: integer,
    example: 27,
  },
  'x-monthly-remaining': {
    description: 'Requests left in the current UTC month. On every answer to a known account.',
    schema: integer,
    example: 9588,
  },
  RateLimit: {
    description:
      'The same as the IETF draft has it: `r` requests left and `t` seconds to the boundary, for minute and month.',
    schema: text,
    example: '"minute";r=27;t=48, "month";r=9588;t=829848',
  },
  'RateLimit-Policy': {
    description:
      'The allowances as the IETF draft has them: `q` requests in a window of `w` seconds; the month is a UTC month.',
    schema: text,
    example: '"minute";q=30;w=60, "month";q=10000',
  },
  ETag: {
    description: 'Weak tag of what was observed; neither `cacheHit` nor the moment of assembly changes it.',
    schema: text,
    example: 'W/"9Zl2Zf1nXl6oZV2jJ8m4kq3cW5E"',
  },
  'Retry-After': {
    description: 'Seconds after which trying again may help. Always with 429, else where it is known.',
    schema: integer,
    example: 18,
  },
  'WWW-Authenticate': {
    description: '`Bearer`, with `error="invalid_token"` when a key was sent and refused.',
    schema: text,
    example: 'Bearer',
  },
  Link: {
    description: 'Where the reference page explains the code of an error.',
    schema: text,
    example: '</docs#error-invalid_parameter>; rel="help"',
  },
  Allow: { description: 'Methods that the route takes.', schema: text, example: 'GET, HEAD' },
} as const satisfies Readonly<Record<string, Header>>

export type HeaderName = keyof typeof headers

/** Headers of every answer with a body that may be compressed. */
export const commonHeaderNames = [
  'x-request-id',
  'x-content-type-options',
  'Vary',
] as const satisfies readonly HeaderName[]

/** A misspelled parameter is told on whatever is answered. */
export const operationHeaderNames = [
  ...commonHeaderNames,
  'x-ignored-parameters',
] as const satisfies readonly HeaderName[]

export const allowanceHeaderNames = [
  'x-ratelimit-remaining',
  'x-monthly-remaining',
  'RateLimit',
  'RateLimit-Policy',
] as const satisfies readonly HeaderName[]

export const headerReferences = (names: readonly HeaderName[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** `finalValue` is sent in the place of `value` with answers that can never change. */
export const cacheControlHeader = (value: string, finalValue?: string): Record<string, Header> => ({
  'Cache-Control': {
    description:
      'How long the answer may be reused, and by whom.' +
      (finalValue === undefined ? '' : ` \`${finalValue}\` for one that can never change.`),
    schema: text,
    example: value,
  },
})

const ofStatus: Readonly<Partial<Record<ErrorStatus, readonly HeaderName[]>>> = {
  400: ['x-ignored-parameters', ...allowanceHeaderNames],
  401: ['WWW-Authenticate'],
  404: ['x-ignored-parameters', ...allowanceHeaderNames],
  405: ['Allow'],
  429: ['Retry-After', ...allowanceHeaderNames],
  500: allowanceHeaderNames,
  502: ['Retry-After', 'x-ignored-parameters', ...allowanceHeaderNames],
  503: ['Retry-After', ...allowanceHeaderNames],
}

export const errorHeaderReferences = (status: ErrorStatus): Record<string, Header | Reference> => ({
  ...headerReferences([...commonHeaderNames, 'Link', ...(ofStatus[status] ?? [])]),
  ...cacheControlHeader('no-store'),
})

export const anyOriginHeader: Record<string, Header> = {
  'Access-Control-Allow-Origin': {
    description: 'Pages of any host may read it; it takes no key.',
    schema: text,
    example: '*',
  },
}
