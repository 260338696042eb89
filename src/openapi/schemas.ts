import type { TSchema } from 'typebox'
import type { Schema } from './document.ts'

interface SourceSchema extends Schema {
  readonly title?: string
  readonly patternProperties?: Readonly<Record<string, SourceSchema>>
}

/** Collects the resources that the schemas of the table name, each once. */
export interface SchemaCollection {
  /** Named resources found so far, in the order in which they were met. */
  readonly components: Readonly<Record<string, Schema>>
  /** A schema of the table as the document writes it: a resource becomes a reference. */
  readonly publish: (schema: TSchema) => Schema
}

const isScalar = ({ type, enum: words, $ref }: Schema) =>
  typeof type === 'string' && words === undefined && $ref === undefined

/** `T | null` of a plain type in the short form that JSON Schema has for it. */
const shorten = (schema: Schema): Schema => {
  const [first, second, ...more] = schema.anyOf ?? []
  if (!first || second?.type !== 'null' || more.length > 0 || !isScalar(first)) return schema
  const { anyOf: _, ...rest } = schema
  return { ...first, type: [first.type as string, 'null'], ...rest }
}

/**
 * Creates an empty collection. Published resources are open: within `/v1` fields are added, so a client generated from
 * the document has to ignore those it does not know, though our own answers are checked strictly.
 */
export const createSchemaCollection = (): SchemaCollection => {
  const components: Record<string, Schema> = {}
  const sources = new Map<string, string>()

  const each = (schemas: Readonly<Record<string, SourceSchema>>): Record<string, Schema> =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, publish(schema)]))

  const body = ({ title: _, patternProperties, additionalProperties, ...schema }: SourceSchema): Schema => {
    const [values] = Object.values(patternProperties ?? {})
    return shorten({
      ...schema,
      ...(schema.properties && { properties: each(schema.properties) }),
      ...(schema.items && { items: publish(schema.items) }),
      ...(schema.anyOf && { anyOf: schema.anyOf.map(publish) }),
      ...(schema.oneOf && { oneOf: schema.oneOf.map(publish) }),
      ...(values && { additionalProperties: Object.keys(values).length === 0 ? true : publish(values) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: publish(additionalProperties) }),
    })
  }

  const publish = (schema: SourceSchema): Schema => {
    const { title } = schema
    if (title === undefined) return body(schema)
    const source = JSON.stringify(schema)
    const known = sources.get(title)
    if (known === undefined) {
      sources.set(title, source)
      // The place is kept first, so that a resource stands before its parts.
      components[title] = {}
      components[title] = body(schema)
    } else if (known !== source) throw new Error(`Two different resources are called ${title}.`)
    return { $ref: `#/components/schemas/${title}` }
  }

  return { components, publish: (schema) => publish(schema as SourceSchema) }
}
