import type { TObject } from 'typebox'
import { type Endpoint, type FileBody, keyErrors } from '../contract/endpoint.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { pastFields } from '../contract/fields.ts'
import type { Header, MediaType, Operation, Parameter, Reference, Response, Schema } from './document.ts'
import { commonErrors, type ErrorResponses } from './errors.ts'
import {
  allowanceHeaderNames,
  anyOriginHeader,
  cacheControlHeader,
  headerReferences,
  operationHeaderNames,
} from './headers.ts'
import type { SchemaCollection } from './schemas.ts'

export const codesOf = ({ access, errors }: Endpoint): readonly ErrorCode[] => [
  ...commonErrors,
  ...errors,
  ...(access === 'key' ? keyErrors : []),
]

/** Parameters of a path or a query. One with a default may be left out, though its reader always gives a value. */
const parametersOf = (
  where: Parameter['in'],
  schema: TObject | undefined,
  publish: SchemaCollection['publish'],
): Parameter[] => {
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

const binary: Schema = { type: 'string', format: 'binary' }

/** The media types of a body beside JSON: a form with the file, and the file alone. */
const fileContentOf = (
  { field, replaces, types }: FileBody,
  { properties = {} }: Schema,
): Record<string, MediaType> => {
  const { [replaces]: _, ...texts } = properties
  const file = { ...binary, description: `The file itself, as ${types.join(', ')}.` }
  const form: Schema = { type: 'object', required: [field], properties: { [field]: file, ...texts } }
  return {
    'multipart/form-data': { schema: form, encoding: { [field]: { contentType: types.join(', ') } } },
    ...Object.fromEntries(types.map((type) => [type, { schema: binary }])),
  }
}

const requestBodyOf = ({ body, bodyLimitBytes = 0, file }: Endpoint, publish: SchemaCollection['publish']) => {
  if (!body) return {}
  const schema = publish(body)
  const bytes = (count: number) => `${count.toLocaleString('en-US')} bytes`
  const json = `JSON in UTF-8 of at most ${bytes(bodyLimitBytes)}, without Content-Encoding.`
  const other = file
    ? ` Or a form (\`multipart/form-data\`) with the file in \`${file.field}\` and the other fields beside it, ` +
      `or the file alone as ${file.types.map((type) => `\`${type}\``).join(', ')}, ` +
      `with the other fields as query parameters; the file has at most ${bytes(file.limitBytes)}.`
    : ''
  return {
    requestBody: {
      required: true,
      description: json + other,
      content: { 'application/json': { schema, example: exampleOf(schema) }, ...(file && fileContentOf(file, schema)) },
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
    304: {
      description: `Nothing has changed since the tag sent in \`If-None-Match\`; there is no body.${charge}`,
      headers,
    },
  }
}

export const operationOf = (
  operationId: string,
  endpoint: Endpoint,
  schemas: SchemaCollection,
  errors: ErrorResponses,
): Operation => {
  const { access, tag, summary, description, params, query } = endpoint
  const parameters = [
    ...parametersOf('path', params, schemas.publish),
    ...parametersOf('query', query, schemas.publish),
  ]
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
