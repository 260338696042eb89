import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ServiceError } from '../contract/errors.ts'
import { type Refuse, readMoment } from '../contract/moment.ts'
import type { ShownSchema } from './shown-schema.ts'

/** Pattern of a text that holds something. */
export const notBlank = '\\S'

/** The keywords of a shown schema that tell what is allowed. */
interface ArgumentSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly description?: string
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, ArgumentSchema>>
  readonly required?: readonly string[]
  readonly items?: ArgumentSchema
}

/** Problems that are told of one call. */
const maxProblems = 3
/** Characters of what was sent that a message repeats. */
const maxShownName = 64

/** What a schema allows, to be read after "must be". */
const allowedBy = ({
  type,
  enum: words,
  minimum,
  maximum,
  maxLength,
  maxItems,
  properties,
}: ArgumentSchema): string => {
  if (words) return `one of ${words.join(', ')}`
  if (type === 'integer') return maximum === undefined ? 'an integer' : `an integer from ${minimum ?? 0} to ${maximum}`
  if (type === 'string') return maxLength === undefined ? 'a text' : `a text of at most ${maxLength} characters`
  if (type === 'array') return maxItems === undefined ? 'a list' : `a list of at most ${maxItems} entries`
  if (type === 'object') return `an object with ${Object.keys(properties ?? {}).join(', ')}`
  return type ?? 'something else'
}

const schemaAt = (schema: ArgumentSchema, path: readonly string[]): ArgumentSchema =>
  path.reduce<ArgumentSchema>(
    ({ properties = {}, items = {} }, step) => (Object.hasOwn(properties, step) ? properties[step] : items) ?? {},
    schema,
  )

const shortName = (name: string) => (name.length > maxShownName ? `${name.slice(0, maxShownName)}…` : name)

interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
}

/** One sentence: where, and what is allowed there. Paths are written as `cards.0.q`. */
const problemOf = (root: ArgumentSchema, { keyword, instancePath, params }: SchemaError): string[] => {
  const path = instancePath.split('/').slice(1)
  const place = path.map(shortName).join('.')
  const at = schemaAt(root, path)
  const placeOf = (name: string) => shortName(place === '' ? name : `${place}.${name}`)
  const names = Object.keys(at.properties ?? {})
  const takes = names.length === 0 ? 'none is taken' : `these are: ${names.join(', ')}`
  if (keyword === 'additionalProperties')
    return (params as { additionalProperties: string[] }).additionalProperties
      .slice(0, maxProblems)
      .map((name) => `${placeOf(name)} is not taken; ${takes}`)
  if (keyword === 'required')
    return (params as { requiredProperties: string[] }).requiredProperties.map(
      (name) => `${placeOf(name)} is missing; it must be ${allowedBy(at.properties?.[name] ?? {})}`,
    )
  // Told by the object that the name is not taken by.
  if (keyword === 'boolean') return []
  const fitting =
    at.pattern === notBlank ? 'a text that is not blank' : `as described: ${at.description?.replace(/\.$/, '')}`
  const allowed = keyword === 'pattern' ? fitting : allowedBy(at)
  return [`${place === '' ? 'the arguments' : place} must be ${allowed}`]
}

const refuse: Refuse = (field, mustBe) => new ServiceError('invalid_parameter', `${field} ${mustBe}`)

/** What is wrong with the past that is asked for, in the words of the service. */
const problemOfPast = ({ asOf, knownAt }: Readonly<Record<string, unknown>>): string | null => {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
  try {
    readMoment({ asOf: textOf(asOf), knownAt: textOf(knownAt) }, refuse)
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

/** Lists of which one at least must have an entry; see `Tool`. */
export interface ListRule {
  readonly names: readonly string[]
  /** Different entries that all of them may hold together. */
  readonly maxEntries?: number
}

/** What makes two entries equal: the same fields, in whatever order. */
const keyOf = (entry: unknown): string =>
  JSON.stringify(typeof entry === 'object' && entry !== null ? Object.entries(entry).sort() : entry)

const problemOfLists = (
  input: Readonly<Record<string, unknown>>,
  { names, maxEntries = Number.POSITIVE_INFINITY }: ListRule,
): string | null => {
  const lists = names.map((name) => [input[name] ?? []].flat())
  const count = lists.reduce((sum, list) => sum + new Set(list.map(keyOf)).size, 0)
  if (count === 0) return `one of ${names.join(', ')} is needed, and must not be empty`
  return count <= maxEntries
    ? null
    : `${names.join(', ')} must hold at most ${maxEntries} different entries together; these are ${count}`
}

/** What is wrong with the arguments, where, and what is allowed; `null` when they fit the schema shown. */
export type CheckArguments = (input: Readonly<Record<string, unknown>>) => string | null

/** Checks by the very schema that is shown, and by what it cannot say. */
export const createArgumentCheck = (shown: ShownSchema, lists: ListRule | null = null): CheckArguments => {
  const validator = Compile(shown as TSchema)
  return (input) => {
    if (!validator.Check(input)) {
      const problems = validator.Errors(input).flatMap((error) => problemOf(shown as ArgumentSchema, error))
      return [...new Set(problems)].slice(0, maxProblems).join('. ')
    }
    return (lists && problemOfLists(input, lists)) ?? problemOfPast(input)
  }
}
