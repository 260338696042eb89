import type { Schema } from '../openapi/document.ts'
import { html, joined, type Part } from './html.ts'
import { breakable } from './markdown.ts'
import { resourceNameOf } from './read-document.ts'

const wordOf = (type: string, format: string | undefined) => (format === 'date-time' ? 'timestamp' : type)

/** The type of a schema in words, with links to the resources it holds. */
export const typeInWords = (schema: Schema): Part => {
  const { type = [], format, items, anyOf, additionalProperties } = schema
  const resource = resourceNameOf(schema)
  const orNull = type.includes('null') && ' or null'
  if (resource) return html`<a href="#resource-${resource}">${breakable(resource)}</a>`
  if (anyOf) return joined(anyOf.map(typeInWords), ' or ')
  if (items) return ['array of ', typeInWords(items), orNull]
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (typeof additionalProperties === 'object') return ['map of ', typeInWords(additionalProperties), orNull]
  return [type]
    .flat()
    .map((word) => wordOf(word, format))
    .join(' or ')
}

const rangeOf = (minimum: number | undefined, maximum: number | undefined): string | null => {
  if (minimum !== undefined && maximum !== undefined)
    return minimum === maximum ? `exactly ${minimum}` : `${minimum} to ${maximum}`
  if (maximum !== undefined) return `at most ${maximum}`
  return minimum === undefined || minimum === 0 ? null : `at least ${minimum}`
}

/** The limits of a value in words, `null` when it has none. */
export const limitsOf = ({ minimum, maximum, minItems, maxItems, maxLength }: Schema): string | null => {
  if (maxLength !== undefined) return `at most ${maxLength} characters`
  return rangeOf(minimum, maximum) ?? rangeOf(minItems, maxItems)
}

/** Beyond this many words a list is folded away. */
const foldFrom = 16

/** The words that a value can be. */
export const allowedWords = ({ enum: words, items }: Schema): Part => {
  if (!words) return items ? allowedWords(items) : null
  const list = joined(
    words.map((word) => html`<code>${word}</code>`),
    ', ',
  )
  if (words.length < foldFrom) return html`<p class="note">One of ${list}.</p>`
  return html`<details class="note"><summary>One of ${words.length} words</summary><p>${list}</p></details>`
}
