import type { TObject } from 'typebox'
import { type Endpoint, keyErrors } from '../contract/endpoint.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { pastFields } from '../contract/fields.ts'
import type { Header, Operation, Parameter, Reference, Response, Schema } from './document.ts'
import { commonErrors, type ErrorResponses } from './errors.ts'
import { allowanceHeaderNames, anyOriginHeader, cacheControlHeader, headerReferences, operationHeaderNames } from './headers.ts'
import type { SchemaCollection } from './schemas.ts'

/** Every error code that a call of an endpoint can meet. */
export const codesOf = ({ access, errors }: Endpoint): readonly ErrorCode[] => [
  ...commonErrors,
  ...errors,
  ...(access === 'key' ? keyErrors : []),
]

/** Parameters of a path or a query. One with a default may be left out, though its reader always gives a value. */
const parametersOf = (where: Parameter['in'], schema: TObject | undefined, publish: SchemaCollection['publish']): Parameter[] => {
  const required: readonly string[] = schema?.required ?? []
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description = '', examples, ...published } = publish(property)
    const example = examples?.[0] ?? published.default
    return {
      name,
      in: where,
      required: required.includes(name) && published.default === undefined,
      description,
      schema: published,
      ...(example === undefined ? {} : { example }),
    }
  })
}

const exampleOf = ({ properties = {} }: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { examples }]) =>
      // An example is to succeed everywhere, also where no past is kept.
      examples && !Object.hasOwn(pastFields, name) ? [[name, examples[0]] as const] : [],
    ),
  )

const requestBodyOf = ({ body, bodyLimitBytes = 0 }: Endpoint, publish: SchemaCollection['publish']) => {
  if (!body) return {}
  const schema = publish(body)
  return {
    requestBody: {
      required: true,
      description: `JSON in UTF-8 of at most ${bodyLimitBytes.toLocaleString('en-US')} bytes, without Content-Encoding.`,
      content: { 'application/json': { schema, example: exampleOf(schema) } },
    },
  }
}

/** A success, and for what may be revalidated the answer that it has not changed. */
const successesOf = (endpoint: Endpoint, { components, publish }: SchemaCollection): Record<string, Response> => {
  const { method, access, cacheControl, finalCacheControl, response, example } = endpoint
  const schema = publish(response)
  const isTagged = method === 'GET' && cacheControl !== 'no-store'
  const headers: Record<string, Header | Reference> = {
    ...headerReferences([
      ...operationHeaderNames,
      ...(access === 'key' ? allowanceHeaderNames : []),
      ...(isTagged ? ['ETag' as const] : []),
    ]),
    ...cacheControlHeader(cacheControl, finalCacheControl),
    ...(access === 'public' && anyOriginHeader),
  }
  const description = components[(schema.$ref ?? '').split('/').at(-1) as string]?.description ?? endpoint.summary
  const success = { description, headers, content: { 'application/json': { schema, example } } }
  if (!isTagged) return { 200: success }
  const charge = access === 'key' ? ' Costs one request like any other answer.' : ''
  return {
    200: success,
    304: { description: `Nothing has changed since the tag sent in \`If-None-Match\`; there is no body.${charge}`, headers },
  }
}

export const operationOf = (
  operationId: string,
  endpoint: Endpoint,
  schemas: SchemaCollection,
  errors: ErrorResponses,
): Operation => {
  const { access, tag, summary, description, params, query } = endpoint
  const parameters = [...parametersOf('path', params, schemas.publish), ...parametersOf('query', query, schemas.publish)]
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: access === 'key' ? [{ apiKey: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(endpoint, schemas.publish),
    responses: { ...successesOf(endpoint, schemas), ...errors.of(codesOf(endpoint)) },
  }
}
