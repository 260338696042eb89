import { errorTable } from '../contract/errors.ts'
import type { OpenApiDocument, Parameter, Schema } from '../openapi/document.ts'
import { type Html, html, joined, type Part } from './html.ts'
import { breakable, inline } from './markdown.ts'
import { meaningOf, resolve } from './read-document.ts'
import { allowedWords, limitsOf, typeInWords } from './schema-words.ts'

export const methodBadge = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`

/** A table of rows whose first cell names the row. */
export const captionedTable = (caption: string, columns: readonly string[], rows: Part): Html => html`
<table>
<caption>${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>`

const row = (name: string, traits: readonly Part[], description: string, more: Part): Html => html`
<tr><th scope="row"><code>${breakable(name)}</code><span class="type">${joined(traits, ', ')}</span></th>
<td>${inline(description)}${more}</td></tr>`

const value = (label: string, shown: unknown): Html =>
  html`<span class="value">${label} <code>${typeof shown === 'string' ? shown : JSON.stringify(shown)}</code></span>`

const parameterRow = ({ name, in: where, required, description, schema, example }: Parameter): Html => {
  const defaultValue = schema.default
  const limits = limitsOf(schema)
  const values = [
    ...(limits ? [html`<span class="value">${limits}</span>`] : []),
    ...(defaultValue === undefined ? [] : [value('Default', defaultValue)]),
    ...(example === undefined || example === defaultValue ? [] : [value('Example', example)]),
  ]
  const more = [allowedWords(schema), values.length > 0 && html`<p class="note">${values}</p>`]
  return row(
    name,
    [typeInWords(schema), where, ...(required ? [html`<strong>required</strong>`] : [])],
    description,
    more,
  )
}

export const parametersTable = (parameters: readonly Parameter[]): Html =>
  captionedTable('Parameters', ['Parameter', 'Meaning'], parameters.map(parameterRow))

/** The fields of a resource or of a body; `markRequired` tells which ones have to be sent. */
export const fieldsTable = (
  document: OpenApiDocument,
  caption: string,
  { properties = {}, required = [] }: Schema,
  markRequired = false,
): Html =>
  captionedTable(
    caption,
    ['Field', 'Meaning'],
    Object.entries(properties).map(([name, field]) => {
      const isRequired = markRequired && required.includes(name)
      const limits = limitsOf(field)
      const more = [
        allowedWords(field),
        limits !== null && html`<p class="note"><span class="value">${limits}</span></p>`,
      ]
      const description = field.description ?? resolve<Schema>(document, field as { $ref: string }).description ?? ''
      return row(
        name,
        [typeInWords(field), ...(isRequired ? [html`<strong>required</strong>`] : [])],
        description,
        more,
      )
    }),
  )

/** Errors by status and code; `anchored` rows can be linked to. */
export const errorsTable = (
  document: OpenApiDocument,
  groups: readonly { readonly status: string; readonly codes: readonly string[] }[],
  anchored = false,
): Html => html`
<table class="errors">
<caption>Errors by status and code</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
${groups.map(
  ({ status, codes }) =>
    html`<tbody>${codes.map(
      (code, index) => html`
<tr${anchored && html` id="error-${code}"`}>
${index === 0 && html`<th scope="rowgroup" rowspan="${codes.length}">${status}</th>`}
<th scope="row"><code>${breakable(code)}</code></th><td>${inline(meaningOf(document, code))}</td></tr>`,
    )}</tbody>`,
)}
</table>`

/** Every code of the API, grouped by status. */
export const allErrors = (): readonly { readonly status: string; readonly codes: readonly string[] }[] => {
  const groups = Map.groupBy(Object.entries(errorTable), ([, { status }]) => status)
  return [...groups].map(([status, codes]) => ({ status: String(status), codes: codes.map(([code]) => code) }))
}
