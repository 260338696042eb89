import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { type ErrorCode, errorCodes, errorTable } from './errors.ts'
import { limits } from './limits.ts'

/** A value that is always present and may be `null`: `null` means the source has none. */
export const Nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const OneOf = <const T extends readonly string[]>(
  words: T,
  options: { description?: string; default?: T[number] } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...words], ...options })

/** An object whose every field is present in every answer. */
export const Resource = <T extends TProperties>(name: string, description: string, fields: T) =>
  Type.Object(fields, { title: name, description, additionalProperties: false })

/** The fields of a variant in the place of those they narrow. */
type Narrowed<Fields extends TProperties, Variant extends TProperties> = Variant extends TProperties
  ? Omit<Static<TObject<Fields>>, keyof Variant> & Static<TObject<Variant>>
  : never

/** A resource whose fields narrow each other: exactly one variant holds, told apart by a constant such as `status`. */
export const VariantResource = <Fields extends TProperties, const Variants extends readonly TProperties[]>(
  name: string,
  description: string,
  fields: Fields,
  variants: Variants,
) =>
  Type.Unsafe<Narrowed<Fields, Variants[number]>>({
    ...Resource(name, description, fields),
    oneOf: variants.map((properties) => ({ required: Object.keys(properties), properties })),
  })

export const ErrorCodeName = Type.Unsafe<ErrorCode>({
  title: 'ErrorCode',
  type: 'string',
  description: 'Stable, machine-readable error code. Codes may be added within `/v1`.',
  enum: errorCodes,
  'x-enumDescriptions': Object.fromEntries(
    errorCodes.map((code) => [code, `${errorTable[code].meaning} ${errorTable[code].advice}`]),
  ),
})

/** An amount of US dollars, or `null` where the source observed none; never 0 for unknown. */
export const NullableUsd = (description: string) =>
  Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: `${description} In US dollars; null when unobserved, never 0 for unknown.`,
    examples: [4.25],
  })

/** A count, or `null` where the source gives none. */
export const NullableCount = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: `${description} Null when the source gives none.`,
    examples: [12],
  })

export const NullableUpstreamStatus = Nullable(Type.Integer(), 'HTTP status of the source, when known.')

export const NullableText = (description: string) => Nullable(Type.String(), description)

/** A text of megabytes outside the heap: only parts taken by `slice` become strings. Any string is one. */
export interface LazyString {
  readonly length: number
  readonly slice: (start?: number, end?: number) => string
}

const lazyStrings = new WeakSet<object>()

/**
 * A text that stays outside the heap. Its pattern and length tell clients what to send; whoever reads the text checks
 * it, with a code of its own.
 */
export const LazyString = (options: {
  description: string
  examples: string[]
  pattern: string
  maxLength: number
}) => {
  const schema = Type.Unsafe<LazyString>(Type.String(options))
  lazyStrings.add(schema)
  return schema
}

export const isLazyString = (schema: TSchema): boolean => lazyStrings.has(schema)

/** An instant in ISO 8601 UTC, such as `2026-11-21T09:30:00.000Z`. */
export const Timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-21T09:30:00.000Z'] })

const id = {
  // Without it generated clients take every integer for one of 32 bits.
  format: 'int64',
  minimum: 1,
  maximum: limits.maxId,
} as const

export const ProductId = Type.Integer({
  ...id,
  description: 'Exact catalogue product.',
  examples: [300004],
})

/** One product in one condition, variant and language. */
export const SkuId = Type.Integer({
  ...id,
  description: 'One condition, variant and language of a product.',
})

/** A text parameter of at most `maxLength` Unicode code points, counted before trimming. */
export const Text = (maxLength: number, description: string, examples?: readonly string[]) =>
  Type.String({ maxLength, description, ...(examples ? { examples: [...examples] } : {}) })

/** Which past is asked for; read by `moment.ts`. */
export const pastFields = {
  asOf: Type.Optional(
    Text(
      40,
      'Answers from the record of this service: the newest prices observed by then. A UTC date, meaning its ' +
        'end, or an instant with its zone. GET /capabilities tells whether and since when there is a record.',
      ['2026-11-21', '2026-11-21T20:05:33Z'],
    ),
  ),
  knownAt: Type.Optional(
    Text(
      40,
      'Only beside `asOf`, an instant with its zone: leaves out what this service learnt later, so that the ' +
        'answer is the one it would have given then.',
      ['2026-11-22T08:00:00Z'],
    ),
  ),
}

export const Source = Type.String({ description: 'Upstream source of the data.', examples: ['sandbox'] })

export const Currency = Type.Literal('USD', { description: 'Currency of every amount; always USD.' })

/** When the source was asked and whether this answer came from the cache. */
export const observation = {
  fetchedAt: Timestamp('When the source was asked; stays the same on a cache hit.'),
  cacheHit: Type.Boolean({ description: 'True when the answer came from the cache.' }),
}

export const Offset = Type.Integer({
  minimum: 0,
  maximum: limits.maxOffset,
  default: 0,
  description: 'Results to skip.',
})

export const Limit = (maximum: number, defaultValue: number) =>
  Type.Integer({ minimum: 1, maximum, default: defaultValue, description: 'Results to return at most.' })

export const Ok = Type.Literal('ok')
