import { type OpenApiDocument, operationsOf, type Schema } from '../openapi/document.ts'
import { type Html, html } from './html.ts'
import { inline } from './markdown.ts'
import { resourceNameOf } from './read-document.ts'
import { allowedWords } from './schema-words.ts'
import { fieldsTable } from './tables.ts'

const referencesIn = (schema: Schema): readonly string[] => {
  const name = resourceNameOf(schema)
  if (name) return [name]
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ]
  return parts.flatMap(referencesIn)
}

/** Names of the resources that others and bodies of requests hold; whole answers stand with their operation. */
export const nestedResources = (document: OpenApiDocument): readonly string[] => {
  const { components } = document
  const bodies = operationsOf(document).map(
    ({ operation }) => operation.requestBody?.content['application/json']?.schema ?? {},
  )
  const held = new Set([...Object.values(components.schemas), ...bodies].flatMap(referencesIn))
  return Object.keys(components.schemas).filter((name) => held.has(name) || name === 'ErrorResponse')
}

/** Only a resource of a request leaves something to choose. */
const isPartlyOptional = ({ properties = {}, required = [] }: Schema): boolean =>
  required.length < Object.keys(properties).length

export const resourcesSection = (document: OpenApiDocument): Html => html`
<section id="resources">
<h2>Resources</h2>
<p>What requests and answers are made of. Every field is present in every answer; a value that the source does not have
is <code>null</code>.</p>
${nestedResources(document).map((name) => {
  const schema = document.components.schemas[name] as Schema
  return html`
<section class="resource" id="resource-${name}">
<h3>${name}</h3>
<p>${inline(schema.description ?? '')}</p>
${
  schema.properties
    ? fieldsTable(document, `Fields of ${name}`, schema, isPartlyOptional(schema))
    : allowedWords(schema)
}
</section>`
})}
</section>`
