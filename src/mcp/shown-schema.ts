import type { TSchema } from 'typebox'
import { Capabilities } from '../contract/capabilities.ts'
import { endpoints } from '../contract/endpoints.ts'
import { isJsonObject, type JsonObject } from '../contract/json-object.ts'

/** A JSON Schema as a host is shown it. */
export interface ShownSchema {
  readonly [keyword: string]: unknown
  readonly type: 'object'
}

/** What the contract says of HTTP, and the tool that an agent has instead. */
const toolOf: Readonly<Record<string, string>> = {
  'GET /v1/categories': 'card_product_lines',
  'GET /v1/identify': 'card_identify',
  'GET /v1/usage': 'card_usage',
  'GET /capabilities': 'card_capabilities',
}

/** A text of the contract or the service, in which an agent is pointed to tools where others are to paths. */
export const inToolWords = (text: string): string =>
  Object.entries(toolOf).reduce((said, [path, tool]) => said.replaceAll(path, tool), text)

const mapValues = (values: JsonObject, map: (value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))

/** `properties` and `patternProperties` hold schemas by name; of the other keywords, three hold schemas. */
const mapSchema = (schema: unknown, map: (schema: JsonObject) => JsonObject): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => mapSchema(one, map))
  if (!isJsonObject(schema)) return schema
  const inner = Object.entries(schema).map(([keyword, value]) => {
    if (['properties', 'patternProperties'].includes(keyword) && isJsonObject(value))
      return [keyword, mapValues(value, (one) => mapSchema(one, map))]
    return [keyword, ['items', 'anyOf', 'additionalProperties'].includes(keyword) ? mapSchema(value, map) : value]
  })
  return map(Object.fromEntries(inner))
}

/** Plain JSON: what TypeBox keeps beside the keywords is left behind. */
const jsonOf = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema))

/** Words of an answer's field that are listed at most. */
const maxWords = 8

/** What an agent is shown of the input: every object closed, so that a misspelled name is refused. */
export const inputShown = (schema: TSchema): ShownSchema =>
  mapSchema(jsonOf(schema), ({ title: _, ...keywords }) => ({
    ...keywords,
    ...(typeof keywords.description === 'string' ? { description: inToolWords(keywords.description) } : {}),
    ...(keywords.type === 'object' ? { additionalProperties: false } : {}),
  })) as ShownSchema

/** `T | null` in the short form. */
const nullable = ({ anyOf, ...rest }: JsonObject): JsonObject => {
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null' || typeof anyOf[0]?.type !== 'string')
    return { ...(anyOf === undefined ? {} : { anyOf }), ...rest }
  const [{ type, enum: words, ...first }] = anyOf
  return { ...first, ...(words ? { enum: [...words, null] } : {}), ...rest, type: [type, 'null'] }
}

/** Every description of the contract's answers. */
const contractWords: ReadonlySet<unknown> = (() => {
  const words = new Set<unknown>()
  const collect = (schema: unknown) =>
    mapSchema(schema, (keywords) => {
      words.add(keywords.description)
      return keywords
    })
  for (const { response } of Object.values(endpoints)) collect(jsonOf(response))
  collect(jsonOf(Capabilities))
  return words
})()

const answerKeywords = [
  ...['type', 'enum', 'required', 'properties', 'patternProperties', 'items', 'anyOf', 'const'],
  ...['minItems', 'maxItems', 'description'],
]

const isShown = (keyword: string, value: unknown): boolean => {
  // So many words are codes, to which more are added.
  if (keyword === 'enum') return !Array.isArray(value) || value.length <= maxWords
  return keyword !== 'description' || !contractWords.has(value)
}

/**
 * What an agent is shown of an answer, in few characters: names and types, open to fields and codes that are added
 * later, and only such words as the contract's documents do not have. Every character of it stands in the context of an
 * agent, whether it calls the tool or not.
 */
export const outputShown = (schema: TSchema): ShownSchema =>
  mapSchema(jsonOf(schema), (keywords) =>
    nullable(
      Object.fromEntries(
        answerKeywords
          .map((keyword) => [keyword, keywords[keyword]] as const)
          .filter(([keyword, value]) => value !== undefined && isShown(keyword, value)),
      ),
    ),
  ) as ShownSchema
