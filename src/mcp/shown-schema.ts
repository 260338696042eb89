import type { TSchema } from 'typebox'
import { Capabilities } from '../contract/capabilities.ts'
import { endpoints } from '../contract/endpoints.ts'
import { inToolWords } from './in-tool-words.ts'

/** A JSON Schema as a host is shown it. */
export interface ShownSchema {
  readonly [keyword: string]: unknown
  readonly type: 'object'
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const mapValues = (values: Json, map: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))

/** `properties` and `patternProperties` hold schemas by name; of the other keywords, three hold schemas. */
const mapSchema = (schema: unknown, map: (schema: Json) => Json): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => mapSchema(one, map))
  if (!isObject(schema)) return schema
  const inner = Object.entries(schema).map(([keyword, value]) => {
    if (['properties', 'patternProperties'].includes(keyword) && isObject(value))
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
const nullable = ({ anyOf, ...rest }: Json): Json => {
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

/**
 * What an agent is shown of an answer, in few characters: names and types, open to fields and codes that are added later, and only such words as the contract's documents do not
 * have. Every character of it stands in the context of an agent, whether it calls the tool or not.
 */
export const outputShown = (schema: TSchema): ShownSchema =>
  mapSchema(jsonOf(schema), (keywords) => {
    const { type, enum: words, required, properties, patternProperties, items, anyOf, const: only, minItems, maxItems } = keywords
    // So many words are codes, to which more are added.
    const isOpen = Array.isArray(words) && words.length > maxWords
    const description = contractWords.has(keywords.description) ? undefined : keywords.description
    const kept = { type, enum: isOpen ? undefined : words, required, properties, patternProperties, items, anyOf, const: only }
    return nullable(
      Object.fromEntries(Object.entries({ ...kept, minItems, maxItems, description }).filter(([, value]) => value !== undefined)),
    )
  }) as ShownSchema
