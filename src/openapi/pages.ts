import type { TSchema } from 'typebox'
import { Capabilities, exampleCapabilities } from '../contract/capabilities.ts'
import type { Header, Operation, PathItem, Response, Schema } from './document.ts'
import { commonErrors, type ErrorResponses } from './errors.ts'
import { anyOriginHeader, cacheControlHeader, commonHeaderNames, headerReferences } from './headers.ts'
import type { SchemaCollection } from './schemas.ts'

interface Page {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly type: string
  readonly example?: unknown
  /** What it answers, where that is more than a state. */
  readonly resource?: TSchema
  readonly cacheControl: string
  /** Never changes while the process lives, so it has a tag. */
  readonly isStatic?: true
  readonly policy?: Readonly<Record<string, Header>>
  readonly unready?: { readonly description: string; readonly example: unknown }
}

const forAnHour = 'public, max-age=3600'

const pagePolicy = {
  'Content-Security-Policy': { description: 'No script, nothing from another host.', schema: { type: 'string' } },
  'Referrer-Policy': {
    description: 'A link followed from here says nothing of this page.',
    schema: { type: 'string' },
    example: 'no-referrer',
  },
} as const

/** Paths outside `/v1`: they need no key and are not metered. */
const pages: Readonly<Record<string, Page>> = {
  '/openapi.json': {
    operationId: 'getOpenApi',
    summary: 'This document',
    description: 'The interface description, OpenAPI 3.1.',
    type: 'application/json',
    cacheControl: forAnHour,
    isStatic: true,
    policy: anyOriginHeader,
  },
  '/docs': {
    operationId: 'getDocs',
    summary: 'The reference for people',
    description: 'A page drawn from this document; it needs no JavaScript.',
    type: 'text/html',
    cacheControl: forAnHour,
    isStatic: true,
    policy: pagePolicy,
  },
  '/llms.txt': {
    operationId: 'getLlmsText',
    summary: 'The reference for agents',
    description: 'The whole API on one page of Markdown.',
    type: 'text/markdown',
    cacheControl: forAnHour,
    isStatic: true,
  },
  '/capabilities': {
    operationId: 'getCapabilities',
    summary: 'What this service can answer',
    description:
      'Which kinds of data its source offers and how fresh they are, since when prices are kept, product lines, ' +
      'how photos are read, whose terms apply, and how the daily pull stands. ' +
      'Read it before spending requests on what is not offered.',
    type: 'application/json',
    resource: Capabilities,
    example: exampleCapabilities,
    cacheControl: 'public, max-age=5',
    policy: anyOriginHeader,
  },
  '/healthz': {
    operationId: 'getHealth',
    summary: 'Whether the process is alive',
    description: 'Answers as long as the process can answer at all.',
    type: 'application/json',
    example: { status: 'ok' },
    cacheControl: 'no-store',
  },
  '/readyz': {
    operationId: 'getReadiness',
    summary: 'Whether the service can serve',
    description: 'For a load balancer: whether this process should be sent requests.',
    type: 'application/json',
    example: { status: 'ready' },
    cacheControl: 'no-store',
    unready: { description: 'Stopping, or without its store of keys and counters.', example: { status: 'not ready' } },
  },
}

const unchanged = 'Nothing has changed since the tag sent in `If-None-Match`; there is no body.'

const statusSchema: Schema = {
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string', description: 'The state in a word or two.' } },
}

const schemaOf = ({ type, example, resource }: Page, publish: SchemaCollection['publish']): Schema => {
  if (resource) return publish(resource)
  if (example !== undefined) return statusSchema
  return type === 'application/json' ? { type: 'object', description: 'An OpenAPI document.' } : { type: 'string' }
}

const headersOf = ({ isStatic, cacheControl, policy }: Page) => ({
  ...headerReferences(isStatic ? [...commonHeaderNames, 'ETag'] : ['x-request-id', 'x-content-type-options']),
  ...cacheControlHeader(cacheControl),
  ...policy,
})

const responseOf = (
  page: Page,
  description: string,
  example: unknown,
  publish: SchemaCollection['publish'],
): Response => ({
  description,
  headers: headersOf(page),
  content: { [page.type]: { schema: schemaOf(page, publish), ...(example === undefined ? {} : { example }) } },
})

const operationOf = (page: Page, errors: ErrorResponses, publish: SchemaCollection['publish']): Operation => ({
  operationId: page.operationId,
  tags: ['Service'],
  summary: page.summary,
  description: page.description,
  security: [],
  responses: {
    200: responseOf(page, page.summary, page.example, publish),
    ...(page.isStatic && { 304: { description: unchanged, headers: headersOf(page) } }),
    ...errors.of(commonErrors),
    ...(page.unready && { 503: responseOf(page, page.unready.description, page.unready.example, publish) }),
  },
})

export const pagePaths = (errors: ErrorResponses, { publish }: SchemaCollection): Record<string, PathItem> =>
  Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, { get: operationOf(page, errors, publish) }]))
