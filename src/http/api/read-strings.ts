import type { TObject, TSchema } from 'typebox'
import { type ErrorCode, ServiceError } from '../../contract/errors.ts'
import type { RawValues } from '../wire/exchange.ts'

/** The keywords of JSON Schema that parameters use; all of them are read here. */
interface ParameterSchema {
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly enum?: readonly string[]
  readonly default?: unknown
}

type Read = (text: string) => unknown

const plainDigits = /^(?:0|[1-9][0-9]*)$/

/** Length in Unicode code points, as limits count it. */
export const codePointLength = (text: string): number => {
  let length = text.length
  for (let i = 0; i + 1 < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) length--
  }
  return length
}

const readerOf = (name: string, schema: ParameterSchema, code: ErrorCode): Read => {
  const refuse = (allowed: string): never => {
    throw new ServiceError(code, `${name} must be ${allowed}.`)
  }
  const { enum: words, maxLength } = schema
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema
    const allowed = `an integer from ${minimum} to ${maximum} in plain digits`
    return (text) => {
      const value = plainDigits.test(text) ? Number(text) : Number.NaN
      return value >= minimum && value <= maximum ? value : refuse(allowed)
    }
  }
  if (words) return (text) => (words.includes(text) ? text : refuse(`one of ${words.join(', ')}`))
  if (maxLength !== undefined) {
    return (text) =>
      text.length > maxLength && codePointLength(text) > maxLength ? refuse(`at most ${maxLength} characters`) : text
  }
  return (text) => text
}

/**
 * Makes the reader of an endpoint's path or query parameters from its schema. It knows every keyword that the table
 * uses, converts nothing but plain digits, fills in defaults and ignores parameters that the table does not list.
 * @throws ServiceError with `code` naming the parameter and what is allowed
 */
export const createStringsReader = (schema: TObject, code: ErrorCode = 'invalid_parameter') => {
  const required = new Set<string>(schema.required ?? [])
  const parameters = Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => {
    const { default: defaultValue } = property as ParameterSchema
    return {
      name,
      defaultValue,
      isRequired: required.has(name) && defaultValue === undefined,
      read: readerOf(name, property as ParameterSchema, code),
    }
  })
  return (raw: RawValues): Record<string, unknown> => {
    const values: Record<string, unknown> = {}
    for (const { name, defaultValue, isRequired, read } of parameters) {
      const text = raw[name]
      if (text === undefined) {
        if (isRequired) throw new ServiceError(code, `${name} is required.`)
        if (defaultValue !== undefined) values[name] = defaultValue
      } else if (typeof text === 'string') values[name] = read(text)
      else throw new ServiceError(code, `${name} was given more than once.`)
    }
    return values
  }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text)
  } catch {
    throw new ServiceError('invalid_parameter', 'The query string is not valid percent-encoding.')
  }
}

/** Reads a query string without its `?` into texts. @throws ServiceError `invalid_parameter` on broken encoding */
export const parseQuery = (query: string): RawValues => {
  const values: Record<string, string | string[]> = Object.create(null)
  if (query === '') return values
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    const text = equals < 0 ? '' : decode(pair.slice(equals + 1))
    const before = values[name]
    if (before === undefined) values[name] = text
    else if (typeof before === 'string') values[name] = [before, text]
    else before.push(text)
  }
  return values
}
