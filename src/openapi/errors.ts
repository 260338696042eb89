import { STATUS_CODES } from 'node:http'
import { type ErrorCode, type ErrorStatus, errorCodes, errorTable } from '../contract/errors.ts'
import type { Example, Reference, Response, Schema } from './document.ts'
import { errorHeaderReferences, headers } from './headers.ts'

/** Error codes that any request can meet, whatever its route. */
export const commonErrors = [
  'invalid_request',
  'method_not_allowed',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
  'internal_error',
  'not_implemented',
  'service_busy',
  'http_version_not_supported',
] as const satisfies readonly ErrorCode[]

export const errorSchemas: Readonly<Record<string, Schema>> = {
  ErrorResponse: {
    type: 'object',
    description: 'The body of every error.',
    required: ['error'],
    properties: { error: { $ref: '#/components/schemas/ErrorDetail' } },
  },
  ErrorDetail: {
    type: 'object',
    description: 'What went wrong.',
    required: ['code', 'message', 'requestId'],
    properties: {
      code: { $ref: '#/components/schemas/ErrorCode' },
      message: {
        type: 'string',
        description: 'For people: names what is wrong and what is allowed. It may change; decide by `code`.',
      },
      requestId: {
        type: 'string',
        description:
          'The `x-request-id` of this call, for support and tracing; also where a page may not read the header.',
      },
    },
  },
}

/** An example of each error that an answer can be; `sku_not_found` and the `unclear_…` codes only mark rows. */
export const errorExamples = (codes: Iterable<ErrorCode>): Record<string, Example> => {
  const used = new Set(codes)
  return Object.fromEntries(
    errorCodes
      .filter((code) => used.has(code))
      .map((code) => {
        const { meaning } = errorTable[code]
        return [
          code,
          {
            summary: meaning,
            value: { error: { code, message: meaning, requestId: headers['x-request-id'].example } },
          },
        ]
      }),
  )
}

const nameOf = (status: ErrorStatus): string => (STATUS_CODES[status] ?? '').replaceAll(' ', '')

type Groups = ReadonlyMap<ErrorStatus, readonly ErrorCode[]>

const byStatus = (codes: Iterable<ErrorCode>): Groups => {
  const wanted = new Set(codes)
  return Map.groupBy(
    errorCodes.filter((code) => wanted.has(code)),
    (code) => errorTable[code].status,
  )
}

const lineOf = (code: ErrorCode): string => `- \`${code}\`: ${errorTable[code].meaning}`

const errorResponse = (status: ErrorStatus, codes: readonly ErrorCode[]): Response => ({
  description: `${STATUS_CODES[status]}\n\n${codes.map(lineOf).join('\n')}`,
  headers: errorHeaderReferences(status),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorResponse' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

export interface ErrorResponses {
  /** Answers that are the same wherever their status occurs, by component name. */
  readonly components: Readonly<Record<string, Response>>
  readonly of: (codes: readonly ErrorCode[]) => Record<string, Response | Reference>
}

/** Creates the error answers of the operations: a status with the same codes everywhere is written once. */
export const createErrorResponses = (operations: readonly (readonly ErrorCode[])[]): ErrorResponses => {
  const setsOf = new Map<ErrorStatus, Set<string>>()
  for (const codes of operations) {
    for (const [status, group] of byStatus(codes)) {
      setsOf.set(status, (setsOf.get(status) ?? new Set()).add(group.join()))
    }
  }
  const isShared = (status: ErrorStatus) => setsOf.get(status)?.size === 1
  const shared = [...byStatus(operations.flat())].filter(([status]) => isShared(status))
  return {
    components: Object.fromEntries(shared.map(([status, codes]) => [nameOf(status), errorResponse(status, codes)])),
    of: (codes) =>
      Object.fromEntries(
        [...byStatus(codes)].map(([status, group]) => [
          status,
          isShared(status) ? { $ref: `#/components/responses/${nameOf(status)}` } : errorResponse(status, group),
        ]),
      ),
  }
}
