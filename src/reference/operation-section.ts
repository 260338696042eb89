import { codeExamplesOf } from '../../packages/client/src/code-examples.ts'
import type { OpenApiDocument, PlacedOperation, Schema } from '../openapi/document.ts'
import { exampleRequestOf } from './example-request.ts'
import { type Html, html, type Part } from './html.ts'
import { breakable, inline } from './markdown.ts'
import { errorsOf, isMetered, type OperationGroup, resolve, resourceNameOf, successOf } from './read-document.ts'
import { errorsTable, fieldsTable, methodBadge, parametersTable } from './tables.ts'

/** Longer answers are folded away at first. */
const foldFromLines = 32

const code = (text: string): Html => html`<pre><code>${text}</code></pre>`

const folded = (title: Part, content: Part, isOpen: boolean, group: string | null = null): Html =>
  html`
<details${group !== null && html` name="${group}"`}${isOpen && html` open`}>
<summary>${title}</summary>${content}</details>`

const samples = (placed: PlacedOperation, example: unknown): Html => {
  const { operationId } = placed.operation
  const { curl, typescript, python } = codeExamplesOf(exampleRequestOf(placed))
  const group = `${operationId}-request`
  const answer = example === undefined ? null : JSON.stringify(example, null, 2)
  return html`<div class="samples">
${folded('curl', code(curl), true, group)}
${folded('TypeScript', code(typescript), false, group)}
${folded('Python', code(python), false, group)}
${answer !== null && folded('Example answer', code(answer), answer.split('\n').length < foldFromLines)}
</div>`
}

const bodyTable = (document: OpenApiDocument, { operation: { requestBody } }: PlacedOperation): Part => {
  const schema = requestBody?.content['application/json']?.schema
  return schema
    ? [fieldsTable(document, 'Body', schema, true), html`<p class="note">${inline(requestBody.description)}</p>`]
    : null
}

const answerTable = (document: OpenApiDocument, schema: Schema | undefined): Part => {
  const name = schema && resourceNameOf(schema)
  if (!schema || !name) return null
  return fieldsTable(document, `Answer: ${name}`, resolve<Schema>(document, schema as { $ref: string }))
}

const operationSection = (document: OpenApiDocument, placed: PlacedOperation): Html => {
  const { method, path, operation } = placed
  const success = successOf(document, operation)
  const errors = errorsOf(document, operation)
  const statuses = errors.map(({ status }) => status).join(', ')
  return html`
<section class="operation" id="${operation.operationId}">
<h3>${operation.summary}</h3>
<p class="route">${methodBadge(method)} <code>${breakable(path)}</code>
<span class="cost">${isMetered(operation) ? 'costs one request' : 'free, no key'}</span>
${path.startsWith('/v1/') && html`<a href="/#/try/${operation.operationId}">Try it</a>`}</p>
<div class="columns">
<div class="text">
<p>${inline(operation.description)}</p>
${operation.parameters ? parametersTable(operation.parameters) : null}
${bodyTable(document, placed)}
${answerTable(document, success?.schema)}
${folded(html`Errors <span class="muted">${statuses}</span>`, errorsTable(document, errors), false)}
</div>
${samples(placed, success?.example)}
</div>
</section>`
}

export const groupSection = (
  document: OpenApiDocument,
  { name, description, operations }: OperationGroup,
): Html => html`
<section id="${name.toLowerCase()}">
<h2>${name}</h2>
<p>${inline(description)}</p>
${operations.map((placed) => operationSection(document, placed))}
</section>`
