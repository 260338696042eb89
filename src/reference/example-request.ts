import type { ApiRequest } from '../../packages/client/src/request.ts'
import { pastFields } from '../contract/fields.ts'
import type { Operation, Parameter, PlacedOperation } from '../openapi/document.ts'
import { isMetered } from './read-document.ts'

/** Parameters with an example that is not just the default, without those that a newcomer's sandbox refuses. */
const examplesIn = (parameters: readonly Parameter[], where: Parameter['in']): [string, string][] =>
  parameters
    .filter(
      ({ name, in: place, example, schema }) =>
        place === where && example !== undefined && example !== schema.default && !Object.hasOwn(pastFields, name),
    )
    .map(({ name, example }) => [name, String(example)])

/** Whether it answers with a page. What answers JSON may stand behind a reference. */
const answersText = ({ responses }: Operation): boolean => {
  const success = responses['200']
  const content = success !== undefined && 'content' in success ? success.content : undefined
  return content !== undefined && content['application/json'] === undefined
}

/** The request of an operation with the values that the document gives for its parameters and its body. */
export const exampleRequestOf = ({ method, path, operation }: PlacedOperation): ApiRequest => {
  const { parameters: declared = [], requestBody } = operation
  const inBody = requestBody?.content['application/json']?.schema.properties ?? {}
  const parameters = declared.filter(({ name }) => !Object.hasOwn(inBody, name))
  return {
    method,
    path: examplesIn(parameters, 'path').reduce(
      (at, [name, value]) => at.replace(`{${name}}`, encodeURIComponent(value)),
      path,
    ),
    query: examplesIn(parameters, 'query'),
    hasKey: isMetered(operation),
    body: (requestBody?.content['application/json']?.example ?? null) as ApiRequest['body'],
    ...(answersText(operation) ? { answersText: true } : {}),
  }
}
