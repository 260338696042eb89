import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ServiceError } from '../contract/errors.ts'
import { type Refuse, readMoment } from '../contract/moment.ts'
import type { ShownSchema } from './shown-schema.ts'

/** The keywords of a shown schema that tell what is allowed. */
interface ArgumentSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
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
const allowedBy = ({ type, enum: words, minimum, maximum, maxLength, maxItems, properties }: ArgumentSchema): string => {
  if (words) return `one of ${words.join(', ')}`
  if (type === 'integer') return maximum === undefined ? 'an integer' : `an integer from ${minimum ?? 0} to ${maximum}`
  if (type === 'string') return maxLength === undefined ? 'a text' : `a text of at most ${maxLength} characters`
  if (type === 'array') return maxItems === undefined ? 'a list' : `a list of at most ${maxItems} entries`
  if (type === 'object') return `an object with ${Object.keys(properties ?? {}).join(', ')}`
  return type ?? 'something else'
}

const schemaAt = (schema: ArgumentSchema, path: readonly string[]): ArgumentSchema =>
  path.reduce<ArgumentSchema>((at, step) => at.properties?.[step] ?? at.items ?? {}, schema)

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
  const allowed = keyword === 'pattern' ? `as described: ${at.description?.replace(/\.$/, '')}` : allowedBy(at)
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

/** What is wrong with the arguments of a call, where, and what is allowed; `null` when they fit the schema that the agent was shown. */
export type CheckArguments = (input: Readonly<Record<string, unknown>>) => string | null

/** Checks by the very schema that is shown. `needsOneOf` names arguments of which one at least must be there; see `Tool`. */
export const createArgumentCheck = (shown: ShownSchema, needsOneOf: readonly string[] = []): CheckArguments => {
  const validator = Compile(shown as TSchema)
  return (input) => {
    if (!validator.Check(input)) {
      const problems = validator.Errors(input).flatMap((error) => problemOf(shown as ArgumentSchema, error))
      return [...new Set(problems)].slice(0, maxProblems).join('. ')
    }
    const hasEntry = (name: string) => {
      const value = input[name]
      return Array.isArray(value) ? value.length > 0 : value !== undefined
    }
    if (needsOneOf.length > 0 && !needsOneOf.some(hasEntry))
      return `one of ${needsOneOf.join(', ')} is needed, and must not be empty`
    return problemOfPast(input)
  }
}
