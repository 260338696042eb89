import {
  type MediaType,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type PlacedOperation,
  type Reference,
  type Response,
  type Schema,
} from '../openapi/document.ts'

export interface OperationGroup {
  readonly name: string
  readonly description: string
  readonly operations: readonly PlacedOperation[]
}

/** Follows a reference inside the document; anything else is returned as it is. */
export const resolve = <T extends object>(document: OpenApiDocument, value: T | Reference): T => {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const keys = value.$ref.slice(2).split('/')
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as T
}

/** Name of the resource that a schema refers to, `null` when it refers to none. */
export const resourceNameOf = ({ $ref }: Schema): string | null => $ref?.split('/').at(-1) ?? null

/** The operations by tag, in the order of the tags. */
export const groupsOf = (document: OpenApiDocument): readonly OperationGroup[] =>
  document.tags.map((tag) => ({
    ...tag,
    operations: operationsOf(document).filter(({ operation }) => operation.tags.includes(tag.name)),
  }))

/** Whether a call costs one request; what needs no key costs nothing. */
export const isMetered = ({ security }: Operation): boolean => security.length > 0

/** The JSON body of a success, `null` where an operation answers something else. */
export const successOf = (document: OpenApiDocument, { responses }: Operation): MediaType | null => {
  const success = responses['200']
  return (success && resolve<Response>(document, success).content?.['application/json']) ?? null
}

/** Errors of an operation: status and the codes it can have. */
export const errorsOf = (
  document: OpenApiDocument,
  { responses }: Operation,
): readonly { readonly status: string; readonly codes: readonly string[] }[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    const examples = resolve<Response>(document, response).content?.['application/json']?.examples
    return examples ? [{ status, codes: Object.keys(examples) }] : []
  })

export const meaningOf = ({ components }: OpenApiDocument, code: string): string =>
  components.schemas.ErrorCode?.['x-enumDescriptions']?.[code] ?? ''
